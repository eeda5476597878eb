package org.breadboard.proto.xenic.drtm.log;

import java.util.Arrays;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;

/**
 * The commit records that other nodes leave with one node, in memory that survives a crash: a ring for each thread of
 * each node, which only that thread writes and one thread here applies (DrTM+H's source: slots of 2048 B).
 *
 * <p>A transaction that does not fit into one record has several, each but the last marked so. A record begins and ends
 * with its number. A device copies in order, so who sees the last number sees all of it.
 */
public final class ReplicaLog {
    /** What its region is called on every node, for verbs. */
    public static final String NAME = "drtm.log";

    /** Of one slot. */
    public static final int SLOT_BYTES = 2048;

    /** Of a record, besides its writes. */
    private static final int RECORD_BYTES = 24;

    /** Of a write, besides its value, which is rounded up to 8 B. */
    private static final int WRITE_BYTES = 24;

    /** The longest value that a record has room for. */
    public static final int MAX_VALUE_BYTES = SLOT_BYTES - RECORD_BYTES - WRITE_BYTES;

    private static final Layout LAYOUT = new Layout("drtm.log", 1);
    private static final int RING_HEAD_BYTES = 64;
    private static final int SIZES = 8;
    private static final int FIRST_WRITE = 16;
    private static final int BYTES_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final int MORE = 1 << 16;

    private final int threads;
    private final int slots;
    private final Region region;

    /** One node's, with rings of so many slots for {@code threads} threads of each node. */
    public ReplicaLog(NodeScope scope, int threads, int slots) {
        this.threads = threads;
        this.slots = slots;
        region = scope.region(NAME, (long) scope.nodes() * threads * ringBytes(slots), Lifetime.SURVIVES_CRASH, LAYOUT);
    }

    /** The memory of all rings. */
    public Region region() {
        return region;
    }

    private static long ringBytes(int slots) {
        return RING_HEAD_BYTES + (long) slots * SLOT_BYTES;
    }

    /** Where the count of applied records of a ring stands, the same on every node. */
    static long headAddress(int node, int thread, int threads, int slots) {
        return ((long) node * threads + thread) * ringBytes(slots);
    }

    /** Where record {@code number} of a ring goes, counted from 1; the same on every node. */
    static long address(int node, int thread, int threads, int slots, long number) {
        return headAddress(node, thread, threads, slots) + RING_HEAD_BYTES + (number - 1) % slots * SLOT_BYTES;
    }

    private static int writeBytes(int valueBytes) {
        return WRITE_BYTES + (valueBytes + 7 & ~7);
    }

    // Writing.

    /** Begins a record; returns where its first write goes. */
    public static int begin(byte[] bytes, long number) {
        Bytes.putLong(bytes, 0, number);
        return FIRST_WRITE;
    }

    /** Whether a record that ends at {@code at} so far has room for another write. */
    public static boolean hasRoom(int at, int valueBytes) {
        return at + writeBytes(valueBytes) + Long.BYTES <= SLOT_BYTES;
    }

    /** Adds what a transaction writes by one access, a {@link WriteWord}; returns where the next write goes. */
    public static int add(byte[] bytes, int at, long what, Transaction transaction, int access) {
        int valueBytes = transaction.newBytes(access);
        Bytes.putLong(bytes, at, what);
        Bytes.putLong(bytes, at + 8, transaction.key(access));
        Bytes.putLong(bytes, at + 16, transaction.installedVersion(access));
        System.arraycopy(transaction.values(), transaction.newAt(access), bytes, at + WRITE_BYTES, valueBytes);
        return at + writeBytes(valueBytes);
    }

    /** Ends a record that holds {@code writes}, and may not be the transaction's last; returns its length. */
    public static int end(byte[] bytes, int at, int writes, boolean more) {
        Bytes.putLong(bytes, SIZES, writes | (more ? MORE : 0) | (long) at << BYTES_SHIFT);
        Bytes.putLong(bytes, at, Bytes.getLong(bytes, 0));
        return at + Long.BYTES;
    }

    // Applying.

    /** Told of each write of a record. */
    interface Writes {
        /** A write, a {@link WriteWord}, whose value begins at {@code at}. */
        void write(long what, long key, long version, byte[] bytes, int at);
    }

    /** How many records of a ring are applied. */
    long applied(int node, int thread) {
        return region.getLongAcquire(headAddress(node, thread, threads, slots));
    }

    /** Hands the writes of a ring's record over, if it is there as a whole; {@code buffer} holds a slot. */
    boolean visit(int node, int thread, long number, byte[] buffer, Writes writes) {
        long at = address(node, thread, threads, slots, number);
        if (region.getLongAcquire(at) != number) {
            return false;
        }
        long sizes = region.getLongAcquire(at + SIZES);
        int end = (int) (sizes >>> BYTES_SHIFT);
        if (end < FIRST_WRITE || end > SLOT_BYTES - Long.BYTES || region.getLongAcquire(at + end) != number) {
            return false;
        }
        region.read(at, buffer, 0, end);
        int from = FIRST_WRITE;
        for (int i = (int) sizes & SHORT; i > 0; i--) {
            long what = Bytes.getLong(buffer, from);
            writes.write(
                    what,
                    Bytes.getLong(buffer, from + 8),
                    Bytes.getLong(buffer, from + 16),
                    buffer,
                    from + WRITE_BYTES);
            from += writeBytes(WriteWord.valueBytes(what));
        }
        return true;
    }

    /** Whether a record of a ring that is not applied yet has what an access of its transaction wrote. */
    public boolean holds(int node, int thread, Transaction transaction, int access) {
        byte[] buffer = new byte[SLOT_BYTES];
        boolean[] found = new boolean[1];
        Writes search =
                (what, key, version, bytes, at) -> found[0] |= WriteWord.table(what) == transaction.table(access)
                        && key == transaction.key(access)
                        && version == transaction.installedVersion(access)
                        && WriteWord.deletes(what) == (transaction.mode(access) == AccessMode.DELETE)
                        && WriteWord.valueBytes(what) == transaction.newBytes(access)
                        && Arrays.equals(
                                bytes,
                                at,
                                at + transaction.newBytes(access),
                                transaction.values(),
                                transaction.newAt(access),
                                transaction.newAt(access) + transaction.newBytes(access));
        long number = applied(node, thread) + 1;
        while (!found[0] && visit(node, thread, number, buffer, search)) {
            number++;
        }
        return found[0];
    }

    /** Says that a ring's records up to this one are applied, which frees their slots. */
    void applied(int node, int thread, long number) {
        region.putLongRelease(headAddress(node, thread, threads, slots), number);
    }
}
