// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw.recovery;

import java.util.List;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.LogSlots;
import org.breadboard.kit.recovery.RecoverySource.LogSink;

/**
 * The commit records that one node holds in memory that survives a crash, in a run whose machines may crash: of each
 * transaction what it wrote to records of which the node has a copy, and how many writes it has in all, as FaRM's log
 * records say it (HADES II refers to FaRM). Each context of the cluster has one slot here, which its next record
 * overwrites. Each configuration has a log of its own, so that those before it stay as they are until recovery is over.
 *
 * <p>A device writes in order. So who finds the record's last word sees all of it; it is made of the record's number
 * such that what an older record left there is not taken for it.
 */
public final class CommitLog implements LogScan.SlottedLog {
    /** What names of regions with logs begin with. */
    public static final String REGION = "sw.log";

    /** How many records a transaction may write (assumed): TPC-C's deliveries write some 180, all else fewer. */
    public static final int MOST_WRITES = 255;

    private static final Layout LAYOUT = new Layout("sw.log", 1);

    // A record begins with its number, its length, and how many writes the transaction has, and how many this has.
    private static final int LENGTH = 8;
    private static final int WANTED = 16;
    private static final int COUNT = 20;
    private static final int FIRST_WRITE = 24;
    private static final int WRITE_HEADER_BYTES = 24;
    private static final int DELETES = 1 << 31;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final LogSlots slots;

    /** The log of a node in its configuration. */
    public CommitLog(NodeScope scope, List<TableSpec> tables, int threads, int contexts) {
        int longest = tables.stream().mapToInt(TableSpec::valueBytes).max().orElse(0);
        long slotBytes = FIRST_WRITE + (long) MOST_WRITES * (WRITE_HEADER_BYTES + rounded(longest)) + Long.BYTES;
        slots = new LogSlots(scope, REGION, LAYOUT, threads, contexts, slotBytes);
    }

    /** A log that an earlier configuration left. */
    CommitLog(Region left) {
        slots = new LogSlots(left);
    }

    private static int rounded(int bytes) {
        return bytes + 7 & ~7;
    }

    @Override
    public Region region() {
        return slots.region();
    }

    /** Where a context's record goes, the same on every node of a configuration. */
    long address(int node, int thread, int context) {
        return slots.address(node, thread, context);
    }

    @Override
    public long slots() {
        return slots.count();
    }

    // Writing.

    /** How many bytes a record takes whose writes take so many. */
    public static int recordBytes(int writesBytes) {
        return FIRST_WRITE + writesBytes + Long.BYTES;
    }

    /** How many bytes a write takes. */
    public static int writeBytes(int valueBytes) {
        return WRITE_HEADER_BYTES + rounded(valueBytes);
    }

    /**
     * Puts all of a record but its writes.
     *
     * @param number of the transaction among those of its context, from 1
     * @param wanted how many writes the transaction has
     * @param count how many of them the record has
     * @param lengthBytes the record's {@link #recordBytes}
     */
    public static void encode(long number, int wanted, int count, byte[] into, int lengthBytes) {
        Bytes.putLong(into, 0, number);
        Bytes.putLong(into, LENGTH, lengthBytes);
        Bytes.putInt(into, WANTED, wanted);
        Bytes.putInt(into, COUNT, count);
        Bytes.putLong(into, lengthBytes - Long.BYTES, end(number));
    }

    /**
     * Puts one write.
     *
     * @param writesBytes how many bytes the writes before it take
     */
    public static void encode(Transaction transaction, int access, boolean deletes, byte[] into, int writesBytes) {
        int at = FIRST_WRITE + writesBytes;
        int bytes = transaction.newBytes(access);
        Bytes.putInt(into, at, transaction.table(access));
        Bytes.putInt(into, at + 4, deletes ? bytes | DELETES : bytes);
        Bytes.putLong(into, at + 8, transaction.key(access));
        Bytes.putLong(into, at + 16, transaction.installedVersion(access));
        System.arraycopy(transaction.values(), transaction.newAt(access), into, at + WRITE_HEADER_BYTES, bytes);
    }

    private static long end(long number) {
        return (number + 1) * MIX;
    }

    // Reading.

    @Override
    public void show(long slot, LogSink sink) {
        Region region = region();
        long at = slots.address(slot);
        long number = region.getLongAcquire(at);
        long length = region.getLongAcquire(at + LENGTH);
        if (number == 0
                || length < FIRST_WRITE + Long.BYTES
                || length > slots.bytes()
                || region.getLongAcquire(at + length - Long.BYTES) != end(number)) {
            return;
        }
        byte[] record = new byte[(int) length];
        region.read(at, record, 0, record.length);
        sink.transaction(slots.epoch(), slot, number, Bytes.getInt(record, WANTED));
        int from = FIRST_WRITE;
        for (int left = Bytes.getInt(record, COUNT); left > 0; left--) {
            int bytes = Bytes.getInt(record, from + 4);
            sink.write(
                    Bytes.getInt(record, from),
                    Bytes.getLong(record, from + 8),
                    Bytes.getLong(record, from + 16),
                    bytes < 0,
                    record,
                    from + WRITE_HEADER_BYTES,
                    bytes & ~DELETES);
            from += WRITE_HEADER_BYTES + rounded(bytes & ~DELETES);
        }
    }
}
