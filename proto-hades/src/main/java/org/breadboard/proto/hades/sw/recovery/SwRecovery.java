// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw.recovery;

import java.util.List;
import java.util.function.LongConsumer;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.PartitionWalk;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.HostMemory;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordTable;

/**
 * What one node of SW-Impl has to recover in tables that are not ordered, FaRM's way (HADES II). Its locks are bits in
 * the headers of the records that it is the primary of, so all headers are looked at. A copy, be it a backup's or a
 * primary's, is written only when all nodes that have copies of what the transaction writes hold its commit records; so
 * one of which all writes are found has committed, and one of which some are missing has touched nothing.
 *
 * <p>A crash may leave a record half written, also within a line, of which the version tells nothing. So what a
 * transaction wrote is written again, unless the record has a later version: as often as anybody recovers it, the
 * outcome is the same.
 */
public final class SwRecovery implements RecoverySource {
    private static final int RECORDS_PER_STEP = 1024;
    private static final int SLOTS_PER_STEP = 64;

    private final Placement placement;
    private final int node;
    private final NodeTables tables;
    private final MemoryCost memory;
    private final String affinity;
    private final PartitionWalk headers;
    private final LogScan logs;

    /** Of a node, in a run whose machines may crash. */
    public SwRecovery(NodeContext scope, Placement placement, NodeTables tables, MemoryCost memory) {
        node = scope.node();
        affinity = HostMemory.affinity(scope);
        this.placement = placement;
        this.tables = tables;
        this.memory = memory;
        headers = new PartitionWalk(tables.count(), placement.partitions(), this::release);
        logs = new LogScan(scope.recovery(), CommitLog.REGION, CommitLog::new, SLOTS_PER_STEP, memory.memoryNs());
    }

    @Override
    public String affinity() {
        return affinity;
    }

    @Override
    public boolean release(Step step) {
        return headers.go(step);
    }

    /** Looks at some headers of a partition, from an address on. */
    private long release(Step step, int of, int partition, long from) {
        if (tables.isOrdered(of) || placement.node(partition, 0) != node) {
            return PartitionWalk.DONE;
        }
        Region region = tables.table(of).region(partition);
        int slotBytes = tables.table(of).format().slotBytes();
        long end = Math.min(region.sizeBytes(), from + (long) RECORDS_PER_STEP * slotBytes);
        long records = (end - from) / slotBytes;
        step.stall(records * memory.cachedNs());
        forEachLocked(
                of,
                region,
                from,
                end,
                at -> region.putLongRelease(
                        at, AugmentedFormat.word(AugmentedFormat.version(region.getLongAcquire(at)))));
        return end < region.sizeBytes() ? end : PartitionWalk.DONE;
    }

    private void forEachLocked(int of, Region region, long from, long end, LongConsumer visitor) {
        int slotBytes = tables.table(of).format().slotBytes();
        for (long at = from; at < end; at += slotBytes) {
            if (AugmentedFormat.isLocked(region.getLongAcquire(at))) {
                visitor.accept(at);
            }
        }
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        return logs.go(step, sink);
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
        if (version > write.version()) {
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
        logs.drop();
    }
}
