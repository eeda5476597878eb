package org.breadboard.proto.hades.sw.recovery;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordTable;

/**
 * What one node of SW-Impl has to recover, FaRM's way (HADES II). Its locks are bits in the headers of the records that
 * it is the primary of, so all headers are looked at. A copy, be it a backup's or a primary's, is written only when all
 * nodes that have copies of what the transaction writes hold its commit records; so one of which all writes are found
 * has committed, and one of which some are missing has touched nothing.
 *
 * <p>A crash may leave a record half written. Its lines say so by their versions, so it is written again.
 */
public final class SwRecovery implements RecoverySource {
    private static final int RECORDS_PER_STEP = 1024;
    private static final int SLOTS_PER_STEP = 64;

    private final Recovery recovery;
    private final Placement placement;
    private final int node;
    private final NodeTables tables;
    private final MemoryCost memory;
    private final List<CommitLog> logs = new ArrayList<>();
    private int table;
    private int partition;
    private long released;
    private boolean found;
    private int log;
    private long slot;

    /** Of a node, in a run whose machines may crash. */
    public SwRecovery(NodeContext scope, Placement placement, NodeTables tables, MemoryCost memory) {
        recovery = scope.recovery();
        node = scope.node();
        this.placement = placement;
        this.tables = tables;
        this.memory = memory;
    }

    @Override
    public boolean release(Step step) {
        while (table < tables.count()) {
            if (placement.node(partition, 0) == node && releases(step)) {
                return false;
            }
            released = 0;
            partition++;
            if (partition == placement.partitions()) {
                partition = 0;
                table++;
            }
        }
        return true;
    }

    /** Looks at some headers of a partition; false if there are no more. */
    private boolean releases(Step step) {
        Region region = tables.table(table).region(partition);
        int slotBytes = tables.table(table).format().slotBytes();
        long end = Math.min(region.sizeBytes(), released + (long) RECORDS_PER_STEP * slotBytes);
        long records = (end - released) / slotBytes;
        step.stall(records * memory.cachedNs());
        for (; released < end; released += slotBytes) {
            long word = region.getLongAcquire(released);
            if (AugmentedFormat.isLocked(word)) {
                region.putLongRelease(released, AugmentedFormat.word(AugmentedFormat.version(word)));
            }
        }
        return released < region.sizeBytes();
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        if (!found) {
            recovery.kept(CommitLog.REGION).forEach(region -> logs.add(new CommitLog(region)));
            found = true;
        }
        for (int left = SLOTS_PER_STEP; log < logs.size(); left--) {
            if (slot == logs.get(log).slots()) {
                slot = 0;
                log++;
            } else if (left <= 0) {
                return false;
            } else {
                step.stall(memory.memoryNs());
                logs.get(log).show(slot++, sink);
            }
        }
        return true;
    }

    @Override
    public long lockUnit(int of, long key) {
        return tables.table(of).place(key);
    }

    @Override
    public void lock(Step step, int of, int where, long address) {
        step.stall(memory.memoryNs());
        Region region = tables.table(of).region(where);
        region.putLongRelease(address, AugmentedFormat.locked(region.getLongAcquire(address)));
    }

    @Override
    public void unlock(Step step, int of, int where, long address) {
        step.stall(memory.cachedNs());
        Region region = tables.table(of).region(where);
        long version = AugmentedFormat.version(region.getLongAcquire(address));
        region.putLongRelease(address, AugmentedFormat.word(version));
    }

    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        for (RecoveredWrite write : writes) {
            step.stall(2 * memory.memoryNs());
            apply(write);
        }
    }

    private void apply(RecoveredWrite write) {
        RecordTable of = tables.table(write.table());
        AugmentedFormat format = (AugmentedFormat) of.format();
        Region region = of.region(write.partition());
        long address = of.place(write.key());
        byte[] slot = new byte[format.slotBytes()];
        region.read(address, slot, 0, slot.length);
        long word = AugmentedFormat.header(slot, 0);
        long version = AugmentedFormat.version(word);
        if (version > write.version() || version == write.version() && format.isOfOneVersion(slot, 0)) {
            return;
        }
        long incarnation = AugmentedFormat.nextIncarnation(AugmentedFormat.incarnation(slot, 0), !write.deletes());
        byte[] fresh = new byte[slot.length];
        format.putVersions(write.version(), incarnation, fresh, 0);
        if (!write.deletes()) {
            format.encode(write.bytes(), 0, 0, write.bytes().length, fresh, 0);
        }
        region.write(address + Long.BYTES, fresh, Long.BYTES, fresh.length - Long.BYTES);
        long unlocked = AugmentedFormat.word(write.version());
        region.putLongRelease(address, AugmentedFormat.isLocked(word) ? AugmentedFormat.locked(unlocked) : unlocked);
    }

    @Override
    public void finished(Step step) {
        logs.forEach(each -> recovery.drop(each.region()));
    }
}
