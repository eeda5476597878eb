// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import java.util.Arrays;
import java.util.stream.IntStream;
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
 * The commit records that one node holds, in memory that survives a crash (FaSST 2.1, 5): its own and those of the f
 * members before it. Each coroutine of a coordinator has one slot, which its next record overwrites (FaSST's public
 * source). Each configuration has logs of its own, so that those before it stay as they are until recovery is over.
 *
 * <p>A record that no message holds comes in parts, each a record of some of the writes, as the paper's note on
 * messages larger than the MTU has them segmented (FaSST 4.4). It is there when its last part is.
 *
 * <p>A slot's head names the record that it tells the length of, and is stored behind each part. Whoever loses power
 * while a record is overwritten has neither the one before, which nobody asks for, nor this: the head has the number of
 * the one, and the record begins with that of the other.
 *
 * <p>A slot is written by one thread only: the peer of the coordinator's.
 */
public final class CommitLog implements LogScan.SlottedLog {
    /** The longest part of a record: what one message can carry beside the 4 B that head a request. */
    public static final int MAX_PART_BYTES = 4092;

    /**
     * The most parts of a record. TPC-C's longest new-order takes two (15 rows of stock of 306 B and as many order
     * lines).
     */
    public static final int MAX_PARTS = 4;

    /** Of a record, besides 24 B and the value for each write. */
    public static final int RECORD_HEADER_BYTES = 8;

    /** Of a write, besides its value. */
    public static final int WRITE_HEADER_BYTES = 24;

    /** What names of regions with logs begin with. */
    public static final String REGION = "fasst.log";

    private static final Layout LAYOUT = new Layout("fasst.log", 3);
    /** A region begins with its epoch, threads and coroutines, and the coordinators whose slots follow. */
    private static final int EPOCH = 0;

    private static final int SHAPE = 8;
    private static final int COORDINATORS = 16;
    private static final int THREADS_SHIFT = 32;
    private static final int COUNT = 0;
    /** The number of the record, and in the lowest bits how long it is so far. */
    private static final int LATEST = 8;

    /** Of a slot, before its record. */
    public static final int SLOT_HEADER_BYTES = 16;

    private static final int SLOT_BYTES = SLOT_HEADER_BYTES + (MAX_PARTS * MAX_PART_BYTES + 7 & ~7);
    private static final int LENGTH_BITS = 16;
    private static final int MOST_LENGTH = (1 << LENGTH_BITS) - 1;
    private static final int WRITES_SHIFT = 48;
    private static final int PART_SHIFT = 60;
    private static final int MOST_WRITES = (1 << PART_SHIFT - WRITES_SHIFT) - 1;
    private static final int LAST_SHIFT = 63;

    private static final int NONE = -1;

    private final int threads;
    private final int coroutines;
    private final int[] coordinators;
    private final int[] places;
    private final Region region;
    /** What {@link #holds} looks at, again and again. */
    private byte[] looked = new byte[256];

    /** The log of a node, which is kept at so many nodes as {@code replicas} says. */
    public CommitLog(NodeContext scope, LogReplicas replicas, int threads, int coroutines) {
        this.threads = threads;
        this.coroutines = coroutines;
        coordinators = IntStream.range(0, scope.nodes())
                .filter(coordinator -> replicas.holds(scope.node(), coordinator))
                .toArray();
        places = places(coordinators, scope.nodes());
        String name = scope.epoch() == 0 ? REGION : REGION + "." + scope.epoch();
        long bytes = COORDINATORS + (coordinators.length + 1L) * Long.BYTES;
        region = scope.region(
                name,
                bytes + (long) coordinators.length * threads * coroutines * SLOT_BYTES,
                Lifetime.SURVIVES_CRASH,
                LAYOUT);
        region.putLong(EPOCH, scope.epoch());
        region.putLong(SHAPE, (long) threads << THREADS_SHIFT | coroutines);
        region.putLong(COORDINATORS, coordinators.length);
        for (int i = 0; i < coordinators.length; i++) {
            region.putLong(COORDINATORS + (1L + i) * Long.BYTES, coordinators[i]);
        }
    }

    /** A log that an earlier configuration left. */
    CommitLog(Region left) {
        region = left;
        threads = (int) (left.getLong(SHAPE) >>> THREADS_SHIFT);
        coroutines = (int) left.getLong(SHAPE);
        coordinators = new int[(int) left.getLong(COORDINATORS)];
        Arrays.setAll(coordinators, i -> (int) left.getLong(COORDINATORS + (1L + i) * Long.BYTES));
        places = places(coordinators, 1 + Arrays.stream(coordinators).max().orElse(0));
    }

    private static int[] places(int[] coordinators, int nodes) {
        int[] places = new int[nodes];
        Arrays.fill(places, NONE);
        for (int i = 0; i < coordinators.length; i++) {
            places[coordinators[i]] = i;
        }
        return places;
    }

    @Override
    public long slots() {
        return (long) coordinators.length * threads * coroutines;
    }

    @Override
    public void show(long slot, RecoverySource.LogSink sink) {
        int coroutine = 1 + (int) (slot % coroutines);
        int thread = (int) (slot / coroutines % threads);
        int coordinator = coordinators[(int) (slot / coroutines / threads)];
        byte[] record = record(coordinator, thread, coroutine);
        int writes = 0;
        boolean whole = false;
        for (int part = 0; part < record.length; part = partEnd(record, part)) {
            writes += writes(record, part);
            whole = isLast(record, part);
        }
        if (!whole) {
            return;
        }
        long who = (long) coordinator << 32 | (long) thread << 16 | coroutine;
        sink.transaction(region.getLong(EPOCH), who, number(record), writes);
        for (int part = 0; part < record.length; part = partEnd(record, part)) {
            int at = part + RECORD_HEADER_BYTES;
            for (int left = writes(record, part); left > 0; left--) {
                long what = Bytes.getLong(record, at);
                sink.write(
                        (int) (what >>> 32) & 0xffff,
                        Bytes.getLong(record, at + 8),
                        Bytes.getLong(record, at + 16) + 1,
                        (what >>> WRITES_SHIFT & 1) != 0,
                        record,
                        at + WRITE_HEADER_BYTES,
                        (int) what);
                at += WRITE_HEADER_BYTES + (int) what;
            }
        }
    }

    private static int writes(byte[] record, int part) {
        return (int) (Bytes.getLong(record, part) >>> WRITES_SHIFT) & MOST_WRITES;
    }

    /** Where a part ends. */
    private static int partEnd(byte[] record, int part) {
        int at = part + RECORD_HEADER_BYTES;
        for (int left = writes(record, part); left > 0; left--) {
            at += WRITE_HEADER_BYTES + (int) Bytes.getLong(record, at);
        }
        return at;
    }

    /** How long a part of the record of a transaction is that holds the writes among some of its accesses. */
    public static int partBytes(Transaction transaction, int from, int to) {
        int bytes = RECORD_HEADER_BYTES;
        for (int i = from; i < to; i++) {
            bytes += writeBytes(transaction, i);
        }
        return bytes;
    }

    /** The first access from {@code from} on whose write a part of so many bytes has no room for. */
    public static int partEnd(Transaction transaction, int from, int mostBytes) {
        int bytes = RECORD_HEADER_BYTES;
        int access = from;
        while (access < transaction.accesses()) {
            bytes += writeBytes(transaction, access);
            if (bytes > mostBytes) {
                break;
            }
            access++;
        }
        return access;
    }

    private static int writeBytes(Transaction transaction, int access) {
        // Of several writes to a record the last one: who recovers counts records.
        return transaction.isLastWrite(access) ? WRITE_HEADER_BYTES + transaction.newBytes(access) : 0;
    }

    /**
     * Writes a part of the record of a transaction: its number, and each write with the version that was fetched (FaSST
     * 5).
     *
     * @param part how many parts come before it
     * @param begin where in {@code into} its {@link #partBytes} go
     */
    public static void encode(
            Transaction transaction, long number, int part, int from, int to, byte[] into, int begin) {
        int at = begin + RECORD_HEADER_BYTES;
        long writes = 0;
        for (int i = from; i < to; i++) {
            if (transaction.isLastWrite(i)) {
                int bytes = transaction.newBytes(i);
                boolean removed = transaction.mode(i) == AccessMode.DELETE;
                Bytes.putLong(into, at, bytes | (long) transaction.table(i) << 32 | (removed ? 1L : 0) << WRITES_SHIFT);
                Bytes.putLong(into, at + 8, transaction.key(i));
                Bytes.putLong(into, at + 16, transaction.readVersion(i));
                System.arraycopy(transaction.values(), transaction.newAt(i), into, at + WRITE_HEADER_BYTES, bytes);
                at += WRITE_HEADER_BYTES + bytes;
                writes++;
            }
        }
        long last = to == transaction.accesses() ? 1L << LAST_SHIFT : 0;
        Bytes.putLong(into, begin, number | writes << WRITES_SHIFT | (long) part << PART_SHIFT | last);
    }

    /** Stores a part of a record of a coordinator's coroutine (counted from 1) over the one before. */
    public void append(int coordinator, int thread, int coroutine, byte[] record, int at, int lengthBytes) {
        long slot = slot(coordinator, thread, coroutine);
        int before = isFirst(record, at) ? 0 : length(slot);
        region.write(slot + SLOT_HEADER_BYTES + before, record, at, lengthBytes);
        region.putLongRelease(slot + LATEST, latest(record, at, before + lengthBytes));
        if (isLast(record, at)) {
            region.putLongRelease(slot + COUNT, region.getLong(slot + COUNT) + 1);
        }
    }

    /**
     * What a slot's head says, behind how many records it has had, of the record of which a part is at {@code at}.
     *
     * @param lengthBytes how long the record is so far
     */
    public static long latest(byte[] record, int at, int lengthBytes) {
        return number(record, at) << LENGTH_BITS | lengthBytes;
    }

    private int length(long slot) {
        return (int) region.getLong(slot + LATEST) & MOST_LENGTH;
    }

    /** Whether the part of a record at {@code at} begins it. */
    public static boolean isFirst(byte[] record, int at) {
        return ((int) (Bytes.getLong(record, at) >>> PART_SHIFT) & MAX_PARTS - 1) == 0;
    }

    /** Whether the part of a record at {@code at} ends it. */
    public static boolean isLast(byte[] record, int at) {
        return Bytes.getLong(record, at) >>> LAST_SHIFT != 0;
    }

    /** The memory of all slots. */
    @Override
    public Region region() {
        return region;
    }

    /** How many whole records a coroutine has had here; none if its coordinator's are elsewhere. */
    public long count(int coordinator, int thread, int coroutine) {
        return places[coordinator] == NONE ? 0 : region.getLongAcquire(slot(coordinator, thread, coroutine) + COUNT);
    }

    /** The latest record of a coroutine, all parts of it that are there; empty while it is overwritten. */
    public byte[] record(int coordinator, int thread, int coroutine) {
        long slot = slot(coordinator, thread, coroutine);
        byte[] record = new byte[length(slot)];
        region.read(slot + SLOT_HEADER_BYTES, record, 0, record.length);
        boolean isNamed = record.length > 0 && latest(record, 0, record.length) == region.getLongAcquire(slot + LATEST);
        return isNamed ? record : new byte[0];
    }

    /**
     * Whether the latest record of a coroutine has what an access of its transaction wrote, as it was committed; false
     * on nodes that hold none of its records, too. One thread: it is asked in virtual time.
     */
    public boolean holds(int coordinator, int thread, int coroutine, Transaction transaction, int access) {
        if (places[coordinator] == NONE) {
            return false;
        }
        long slot = slot(coordinator, thread, coroutine);
        int length = length(slot);
        if (length > looked.length) {
            looked = new byte[length];
        }
        byte[] record = looked;
        region.read(slot + SLOT_HEADER_BYTES, record, 0, length);
        boolean removed = transaction.mode(access) == AccessMode.DELETE;
        int bytes = transaction.newBytes(access);
        long what = bytes | (long) transaction.table(access) << 32 | (removed ? 1L : 0) << WRITES_SHIFT;
        for (int part = 0; part < length; ) {
            int writes = writes(record, part);
            int at = part + RECORD_HEADER_BYTES;
            for (; writes > 0; writes--) {
                int valueAt = at + WRITE_HEADER_BYTES;
                int end = valueAt + (int) Bytes.getLong(record, at);
                int newAt = transaction.newAt(access);
                if (Bytes.getLong(record, at) == what
                        && Bytes.getLong(record, at + 8) == transaction.key(access)
                        && Bytes.getLong(record, at + 16) == transaction.readVersion(access)
                        && Arrays.equals(record, valueAt, end, transaction.values(), newAt, newAt + bytes)) {
                    return true;
                }
                at = end;
            }
            part = at;
        }
        return false;
    }

    /** The number of the record; 0 if it is empty. */
    public static long number(byte[] record) {
        return record.length == 0 ? 0 : number(record, 0);
    }

    private static long number(byte[] record, int part) {
        return Bytes.getLong(record, part) & (1L << WRITES_SHIFT) - 1;
    }

    /**
     * The address of a coroutine's slot: how many records it has had, {@linkplain #latest which the latest is, and how
     * long}, and the record.
     */
    public long slot(int coordinator, int thread, int coroutine) {
        long index = ((long) places[coordinator] * threads + thread) * coroutines + coroutine - 1;
        return COORDINATORS + (coordinators.length + 1L) * Long.BYTES + index * SLOT_BYTES;
    }
}
