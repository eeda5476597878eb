// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import java.util.List;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.PartitionWalk;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.nocc.packet.WireKey;

/**
 * What one store of NOCC has to recover. A request that took effect is in the log of its store, and of each backup that
 * it has reached; whoever was told of it, it has reached all. So one that any log has is applied everywhere, and one
 * that none has was seen by nobody. A transaction over several stores locked its records at each before it logged
 * there, those that it only compared as well: it has committed if the records of all of them are found, and otherwise
 * has written nothing.
 */
public final class StoreRecovery implements RecoverySource {
    private static final int SLOTS_PER_STEP = 64;
    private static final long BYTES_PER_STEP = 1024L * ShardRecords.SLOT_BYTES;
    /** Who holds what recovery has locked: no client. */
    private static final long RECOVERY = Long.MAX_VALUE;
    /** In ns, as other protocols' accesses to memory by default (assumed): NOCC's stores have no times of them. */
    private static final MemoryCost MEMORY = new MemoryCost(100, 25);

    private final Placement placement;
    private final int node;
    private final ShardRecords[] shards;
    private final PartitionWalk locks;
    private final LogScan logs;

    /**
     * Of a node, in a run whose machines may crash.
     *
     * @param shards by partition, those that the node has
     */
    public StoreRecovery(NodeContext scope, Placement placement, ShardRecords[] shards) {
        node = scope.node();
        this.placement = placement;
        this.shards = shards;
        locks = new PartitionWalk(1, shards.length, this::release);
        logs = new LogScan(scope.recovery(), RequestLog.REGION, RequestLog::new, SLOTS_PER_STEP, MEMORY.memoryNs());
    }

    @Override
    public boolean release(Step step) {
        return locks.go(step);
    }

    /** Releases what is locked in a part of a shard. */
    private long release(Step step, int all, int partition, long from) {
        if (placement.node(partition, 0) != node) {
            return PartitionWalk.DONE;
        }
        long end = Math.min(shards[partition].sizeBytes(), from + BYTES_PER_STEP);
        long slots = (end - from) / ShardRecords.SLOT_BYTES;
        step.stall(slots * MEMORY.cachedNs());
        for (long at = from; at < end; at += ShardRecords.SLOT_BYTES) {
            if (shards[partition].owner(at) != 0) {
                shards[partition].owner(at, 0);
            }
        }
        return end < shards[partition].sizeBytes() ? end : PartitionWalk.DONE;
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        return logs.go(step, sink);
    }

    /** The client: what one has prepared and given up, another one may write at the same versions. */
    @Override
    public long author(RecoveryId id) {
        return author((int) id.high());
    }

    /** How a client's transactions are told from others'. */
    public static long author(int client) {
        return client + 1L;
    }

    @Override
    public long lockUnit(int table, long key) {
        return WireKey.of(table, key);
    }

    @Override
    public void lock(Step step, int table, int partition, long key) {
        step.stall(MEMORY.memoryNs());
        shards[partition].owner(shards[partition].find((int) key), RECOVERY);
    }

    @Override
    public void unlock(Step step, int table, int partition, long key) {
        step.stall(MEMORY.cachedNs());
        shards[partition].owner(shards[partition].find((int) key), 0);
    }

    /**
     * What was only compared has the version that copies have already, or get with the write that it was compared to.
     */
    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        for (RecoveredWrite write : writes) {
            step.stall(2 * MEMORY.memoryNs());
            ShardRecords shard = shards[write.partition()];
            shard.write(shard.find(WireKey.of(write.table(), write.key())), write.version(), write.bytes(), 0);
        }
    }

    @Override
    public void finished(Step step) {
        logs.drop();
    }
}
