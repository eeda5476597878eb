package org.breadboard.proto.nocc.store;

import java.util.Arrays;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.Stage;
import org.breadboard.proto.nocc.options.Breakage;
import org.breadboard.proto.nocc.options.NoccOptions;

/**
 * What the cores of a store share for replication: the log of its own shard, and its copies of others. No store fails here and no backup
 * takes over: it is there for what it costs, and to be right about what a backup has.
 */
final class Replication {
    private final ShardRecords[] copies;
    private final BackupLog[] logs;
    private final ReplicationLog log;

    /** Makes the copies that a node has by its placement; a shard goes by its primary's node. */
    Replication(NodeContext scope, Placement placement, ShardImages images, NoccOptions options) {
        int node = scope.node();
        copies = new ShardRecords[placement.replicas()];
        logs = new BackupLog[placement.partitions()];
        int[] backups = new int[placement.replicas() - 1];
        for (int partition = 0; partition < placement.partitions(); partition++) {
            int primary = placement.node(partition, 0);
            for (int copy = 1; copy < copies.length; copy++) {
                if (primary == node) {
                    backups[copy - 1] = placement.node(partition, copy);
                } else if (placement.node(partition, copy) == node) {
                    copies[copy] =
                            new ShardRecords(scope.region("nocc.copy" + copy, images.image(primary), Lifetime.PROCESS));
                    logs[primary] = new BackupLog(
                            copies[copy], options.logEntries(), options.breakage() != Breakage.APPLY_AS_IT_COMES);
                }
            }
        }
        boolean skips = options.breakage() == Breakage.SKIP_BACKUP;
        log = new ReplicationLog(skips ? Arrays.copyOf(backups, backups.length - 1) : backups, options.logEntries());
    }

    /** A copy of another store's records, counted from 1. */
    ShardRecords copy(int copy) {
        return copies[copy];
    }

    /** Whether all backups have applied all that was written. */
    boolean isSettled() {
        return log.isSettled();
    }

    /** A core's part in it. */
    LogChannel channel(NodeContext scope, Stage stage, NoccOptions options, int core, int queueSlots) {
        return new LogChannel(scope, stage, options, core, queueSlots, log, logs);
    }
}
