// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades.recovery;

import java.util.List;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode.Commit;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.LogSlots;
import org.breadboard.kit.recovery.RecoverySource.LogSink;

/**
 * The temporary durable copies that one node holds (HADES V.A, "Fault-Tolerance and Durability"), in memory that
 * survives a crash, in a run whose machines may crash. Of each attempt that wants to commit a node has what the attempt
 * writes to records of which the node has a copy, before it agrees; and later the decision: that all nodes have agreed,
 * with the versions that follow from it. A copy without its decision says nothing.
 *
 * <p>Power may go while one of the two is written, and who writes, be it a CPU or a NIC, writes in order. A copy begins
 * with its attempt's number, so one that is half written is no longer the one before. A decision ends with it, so one
 * that is half written is not there yet.
 *
 * <p>Each context of the cluster has two slots here. Its NIC's Intend-to-commit fills one, and its next one waits until
 * the Validation of the one before is done. Its own CPU fills the other with what it writes as a primary. Each
 * configuration has a log of its own.
 */
public final class CopyLog implements LogScan.SlottedLog {
    /** What names of regions with copies begin with. */
    public static final String REGION = "hades.copies";

    /** How many records a transaction may write (assumed): TPC-C's deliveries write some 180, all else fewer. */
    public static final int MOST_WRITES = 255;

    private static final Layout LAYOUT = new Layout("hades.copies", 2);
    private static final int KINDS = 2;

    // A copy: the attempt's number, its length, how many writes the transaction has, and how many are here. A write:
    // its table, its length, its key, and what KeptWrite says. A decision: the parts' versions, the attempt's number.
    private static final int LENGTH = 8;
    private static final int WANTED = 16;
    private static final int COUNT = 20;
    private static final int FIRST_WRITE = 24;
    private static final int WRITE_HEADER_BYTES = 16;

    private final LogSlots slots;
    private final long decisionBytes;

    /** The log of a node in its configuration. */
    public CopyLog(NodeScope scope, List<TableSpec> tables, int threads, int contexts) {
        int parts = tables.stream().mapToInt(TableSpec::parts).max().orElse(0);
        int longest = tables.stream().mapToInt(TableSpec::valueBytes).max().orElse(0);
        decisionBytes = Long.BYTES + (long) MOST_WRITES * parts * Long.BYTES;
        long copyBytes = FIRST_WRITE + (long) MOST_WRITES * (WRITE_HEADER_BYTES + KeptWrite.bytes(parts, longest));
        slots = new LogSlots(scope, REGION, LAYOUT, threads, contexts * KINDS, decisionBytes + copyBytes);
        slots.region().putLong(LogSlots.OWN_WORD, decisionBytes);
    }

    /** A log that an earlier configuration left. */
    CopyLog(Region left) {
        slots = new LogSlots(left);
        decisionBytes = left.getLong(LogSlots.OWN_WORD);
    }

    @Override
    public Region region() {
        return slots.region();
    }

    /**
     * Where the copy of a context's attempt goes, the same on every node of a configuration.
     *
     * @param ownPrimary whether it is what the context's own CPU keeps
     */
    public long copyAddress(int node, int thread, int context, boolean ownPrimary) {
        return copyAddress(slots.slot(node, thread, context * KINDS + (ownPrimary ? 1 : 0)));
    }

    private long copyAddress(long slot) {
        return slots.address(slot) + decisionBytes;
    }

    /** Where a decision of so many bytes goes: its last word is right before the copy that it decides on. */
    public static long decisionAddress(long copyAddress, int lengthBytes) {
        return copyAddress - lengthBytes;
    }

    @Override
    public long slots() {
        return slots.count();
    }

    // Writing.

    /** How many bytes a copy takes before its first write. */
    public static int headerBytes() {
        return FIRST_WRITE;
    }

    /** How many bytes a write takes of which {@link KeptWrite} takes so many. */
    public static int writeBytes(int keptBytes) {
        return WRITE_HEADER_BYTES + keptBytes;
    }

    /**
     * Puts what a copy begins with.
     *
     * @param number of the attempt among those of its context, which count from the first
     * @param wanted how many writes the transaction has
     * @param count how many of them the copy has
     */
    public static void header(byte[] into, long number, int wanted, int count, int lengthBytes) {
        Bytes.putLong(into, 0, number);
        Bytes.putLong(into, LENGTH, lengthBytes);
        Bytes.putInt(into, WANTED, wanted);
        Bytes.putInt(into, COUNT, count);
    }

    /** Puts what a write begins with; answers where {@link KeptWrite} goes. */
    public static int write(byte[] into, int at, int table, long key, int keptBytes) {
        Bytes.putInt(into, at, table);
        Bytes.putInt(into, at + 4, keptBytes);
        Bytes.putLong(into, at + 8, key);
        return at + WRITE_HEADER_BYTES;
    }

    /** How many bytes a decision takes that names so many versions. */
    public static int decisionBytes(int versions) {
        return (versions + 1) * Long.BYTES;
    }

    // Reading.

    /**
     * Whether it has a write of a transaction that is being reported, in a copy that is decided.
     *
     * @param table that of the access, or null if it is an ordered one
     */
    public boolean holds(Commit commit, int access, TableSpec table) {
        HeldWrite wanted = new HeldWrite(commit.transaction(), access, table);
        for (int kind = 0; kind < KINDS; kind++) {
            show(slots.slot(commit.node(), commit.thread(), commit.context() * KINDS + kind), wanted);
        }
        return wanted.isFound();
    }

    /** Two slots of one context tell of the same transactions. */
    @Override
    public void show(long slot, LogSink sink) {
        Region region = region();
        long copyAt = copyAddress(slot);
        long number = region.getLongAcquire(copyAt);
        if (number == 0) {
            return;
        }
        long epoch = slots.epoch();
        long coordinator = slot / KINDS;
        if (number > 1) {
            sink.over(epoch, coordinator, number - 1);
        }
        if (region.getLongAcquire(copyAt - Long.BYTES) != number) {
            return;
        }
        byte[] copy = new byte[(int) region.getLong(copyAt + LENGTH)];
        region.read(copyAt, copy, 0, copy.length);
        sink.transaction(epoch, coordinator, number, Bytes.getInt(copy, WANTED));
        long versionAt = decisionAddress(copyAt, decisionBytes(versions(copy)));
        int from = FIRST_WRITE;
        for (int left = Bytes.getInt(copy, COUNT); left > 0; left--) {
            int table = Bytes.getInt(copy, from);
            int bytes = Bytes.getInt(copy, from + 4);
            long key = Bytes.getLong(copy, from + 8);
            from += WRITE_HEADER_BYTES;
            for (int i = 0; i < KeptWrite.parts(copy, from); i++) {
                KeptWrite.version(copy, from, i, region.getLong(versionAt));
                versionAt += Long.BYTES;
            }
            if (KeptWrite.isOrdered(copy, from)) {
                boolean removes = KeptWrite.removes(copy, from);
                int valueAt = KeptWrite.valueAt(copy, from);
                long version = KeptWrite.version(copy, from, 0);
                sink.write(table, key, version, removes, copy, valueAt, KeptWrite.valueBytes(copy, from));
            } else {
                // What a removal has to tell is in its bytes, too, so it is shown as any other write.
                sink.write(table, key, KeptWrite.name(copy, from), false, copy, from, bytes);
            }
            from += bytes;
        }
    }

    /** How many parts the writes of a copy write. */
    private static int versions(byte[] copy) {
        int versions = 0;
        int from = FIRST_WRITE;
        for (int left = Bytes.getInt(copy, COUNT); left > 0; left--) {
            versions += KeptWrite.parts(copy, from + WRITE_HEADER_BYTES);
            from += WRITE_HEADER_BYTES + Bytes.getInt(copy, from + 4);
        }
        return versions;
    }
}
