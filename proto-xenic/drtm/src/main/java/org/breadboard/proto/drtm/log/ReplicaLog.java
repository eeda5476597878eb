// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.RecoverySource;

/**
 * The commit records that other nodes leave with one node, of all that a transaction writes, in memory that survives a
 * crash: a ring for each thread of each node, which only that thread writes and one thread here applies (DrTM+H's
 * source: slots of 2048 B).
 *
 * <p>A transaction that does not fit into one record has several, each but the last marked so. A record begins and ends
 * with its number. A device copies in order, so who sees the last number sees all of it.
 *
 * <p>Where machines may crash, a record also says which of its thread's transactions it is of, in bits that are 0
 * elsewhere, and how many writes that has in all; and a ring says up to which number these transactions are over. Each
 * configuration has logs of its own, so that those before it stay as they are until recovery is over.
 */
public final class ReplicaLog implements LogScan.SlottedLog {
    /** What names of regions with logs begin with. */
    static final String REGION = "drtm.log";

    /** Of one slot. */
    public static final int SLOT_BYTES = 2048;

    /** Of a record, besides its writes. */
    private static final int RECORD_BYTES = 24;

    /** Of a write, besides its value, which is rounded up to 8 B. */
    private static final int WRITE_BYTES = 24;

    /** The longest value that a record has room for. */
    public static final int MAX_VALUE_BYTES = SLOT_BYTES - RECORD_BYTES - WRITE_BYTES;

    private static final Layout LAYOUT = new Layout("drtm.log", 2);
    private static final int RING_HEAD_BYTES = 64;
    /** In a ring's head, behind the count of applied records: the last transaction that is over with all before it. */
    private static final int OVER = 8;

    private static final int EPOCH = 16;

    // A record's first word, which it ends with, too: its number under some bits of its transaction's.
    private static final int NUMBER_BITS = 40;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    // Its second one: how many writes it has, whether another one follows, how many writes the transaction has in all,
    // where the record ends, and the other bits of the transaction's number.
    private static final int SIZES = 8;
    private static final int SHORT = 0xffff;
    private static final int MORE = 1 << 16;
    private static final int ALL_SHIFT = 17;
    private static final int BYTES_SHIFT = 32;
    private static final int TRANSACTION_SHIFT = 48;
    private static final int TRANSACTION_BITS = Long.SIZE - NUMBER_BITS;

    private static final int FIRST_WRITE = 16;

    /** The most writes that a record can say its transaction to have. */
    public static final int MOST_WRITES = (1 << BYTES_SHIFT - ALL_SHIFT) - 1;

    private final int nodes;
    private final int threads;
    private final int slots;
    private final Region region;

    /** One node's, with rings of so many slots for {@code threads} threads of each node. */
    public ReplicaLog(NodeContext scope, int threads, int slots) {
        nodes = scope.nodes();
        this.threads = threads;
        this.slots = slots;
        long bytes = (long) scope.nodes() * threads * ringBytes(slots);
        region = scope.region(name(scope.epoch()), bytes, Lifetime.SURVIVES_CRASH, LAYOUT);
        region.putLong(EPOCH, scope.epoch());
    }

    /** One that an earlier configuration of the same cluster left. */
    ReplicaLog(Region left, ReplicaLog now) {
        region = left;
        nodes = now.nodes;
        threads = now.threads;
        slots = now.slots;
    }

    /** What the region of an epoch's log is called on every node, for verbs. */
    public static String name(int epoch) {
        return epoch == 0 ? REGION : REGION + "." + epoch;
    }

    /** The memory of all rings. */
    @Override
    public Region region() {
        return region;
    }

    /** How many rings there are. */
    @Override
    public long slots() {
        return (long) nodes * threads;
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

    /** Where the first write of a record goes. */
    public static int firstWrite() {
        return FIRST_WRITE;
    }

    /** Where the next write of a record goes, behind one whose value is so long. */
    public static int behind(int at, int valueBytes) {
        return at + writeBytes(valueBytes);
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

    /**
     * Completes a record whose writes are there.
     *
     * @param number of the record in its ring, from 1 on
     * @param at where its writes end
     * @param writes how many they are
     * @param more whether the transaction has more records in this ring
     * @param transaction the number of the transaction among those of its thread; 0 where no machine crashes
     * @param all how many writes that has, here and elsewhere; 0 where no machine crashes
     * @return the record's length
     */
    public static int complete(byte[] bytes, long number, int at, int writes, boolean more, long transaction, int all) {
        long name = number | transaction << NUMBER_BITS;
        long rest = transaction >>> TRANSACTION_BITS;
        Bytes.putLong(bytes, 0, name);
        Bytes.putLong(
                bytes,
                SIZES,
                writes
                        | (more ? MORE : 0)
                        | (long) all << ALL_SHIFT
                        | (long) at << BYTES_SHIFT
                        | rest << TRANSACTION_SHIFT);
        Bytes.putLong(bytes, at, name);
        return at + Long.BYTES;
    }

    /** Stores a record of a thread of this node in its ring here. */
    public void append(int node, int thread, long number, byte[] bytes, int lengthBytes) {
        region.write(address(node, thread, threads, slots, number), bytes, 0, lengthBytes);
    }

    // Applying.

    /** Told of each write of a record. */
    interface Writes {
        /** A write, a {@link WriteWord}, whose value begins at {@code at}. */
        void write(long what, long key, long version, byte[] bytes, int at);
    }

    /** How many records of a ring are applied. */
    public long applied(int node, int thread) {
        return region.getLongAcquire(headAddress(node, thread, threads, slots));
    }

    /** Where the writes of a ring's record end, from its beginning; -1 if it is not there as a whole. */
    private int end(int node, int thread, long number) {
        long at = address(node, thread, threads, slots, number);
        long name = region.getLongAcquire(at);
        if ((name & NUMBER) != number) {
            return -1;
        }
        int end = (int) (region.getLongAcquire(at + SIZES) >>> BYTES_SHIFT) & SHORT;
        boolean whole = end >= FIRST_WRITE && end <= SLOT_BYTES - Long.BYTES && region.getLongAcquire(at + end) == name;
        return whole ? end : -1;
    }

    /** Hands the writes of a ring's record over, if it is there as a whole; {@code buffer} holds a slot. */
    boolean visit(int node, int thread, long number, byte[] buffer, Writes writes) {
        int end = end(node, thread, number);
        if (end < 0) {
            return false;
        }
        region.read(address(node, thread, threads, slots, number), buffer, 0, end);
        int from = FIRST_WRITE;
        for (int i = (int) Bytes.getLong(buffer, SIZES) & SHORT; i > 0; i--) {
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

    /** How many records of a ring are there, and not applied. */
    public long pending(int node, int thread) {
        long applied = applied(node, thread);
        long number = applied;
        while (number - applied < slots && end(node, thread, number + 1) >= 0) {
            number++;
        }
        return number - applied;
    }

    // Over and left.

    /** Where a ring says up to which number its thread's transactions are over; the same on every node. */
    static long overAddress(int node, int thread, int threads, int slots) {
        return headAddress(node, thread, threads, slots) + OVER;
    }

    /** Says that the transactions of a thread up to a number are over: their records may be applied. */
    void over(int node, int thread, long transaction) {
        region.putLongRelease(overAddress(node, thread, threads, slots), transaction);
    }

    /** Whether a ring's record is there, and its transaction is over. */
    boolean isOver(int node, int thread, long number) {
        long over = region.getLongAcquire(overAddress(node, thread, threads, slots));
        return end(node, thread, number) >= 0 && transaction(node, thread, number) <= over;
    }

    private long transaction(int node, int thread, long number) {
        long at = address(node, thread, threads, slots, number);
        return region.getLong(at) >>> NUMBER_BITS
                | region.getLong(at + SIZES) >>> TRANSACTION_SHIFT << TRANSACTION_BITS;
    }

    /** Shows what a ring holds and is not applied, and which transactions are over. */
    @Override
    public void show(long ring, RecoverySource.LogSink sink) {
        int node = (int) (ring / threads);
        int thread = (int) (ring % threads);
        byte[] buffer = new byte[SLOT_BYTES];
        long epoch = region.getLong(EPOCH);
        long over = region.getLong(overAddress(node, thread, threads, slots));
        if (over > 0) {
            sink.over(epoch, ring, over);
        }
        long pending = pending(node, thread);
        for (long number = applied(node, thread) + 1; pending > 0; pending--, number++) {
            long at = address(node, thread, threads, slots, number);
            int all = (int) (region.getLong(at + SIZES) >>> ALL_SHIFT) & MOST_WRITES;
            sink.transaction(epoch, ring, transaction(node, thread, number), all);
            visit(
                    node,
                    thread,
                    number,
                    buffer,
                    (what, key, version, bytes, from) -> sink.write(
                            WriteWord.table(what),
                            key,
                            version,
                            WriteWord.deletes(what),
                            bytes,
                            from,
                            WriteWord.valueBytes(what)));
        }
    }

    /** Says that a ring's records up to this one are applied, which frees their slots. */
    void applied(int node, int thread, long number) {
        region.putLongRelease(headAddress(node, thread, threads, slots), number);
    }
}
