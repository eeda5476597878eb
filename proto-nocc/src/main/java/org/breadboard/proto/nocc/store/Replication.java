package org.breadboard.proto.nocc.store;

import java.util.Arrays;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.nocc.options.Breakage;
import org.breadboard.proto.nocc.options.NoccOptions;

/**
 * What the cores of a store share for replication: the log of its own shard, and its copies of others. No store fails
 * here and no backup takes over: it is there for what it costs, and to be right about what a backup has.
 */
final class Replication {
    private final ReplicationLog log;
    private final BackupLog[] backups;
    private final ShardRecords[] copies;

    /**
     * Of what there is.
     *
     * @param log of the store's own shard
     * @param backups logs of others' shards, each at the number of its primary's node; null where this node is no
     *     backup
     * @param copies the records of others' shards, where this node is a backup
     */
    Replication(ReplicationLog log, BackupLog[] backups, ShardRecords[] copies) {
        this.log = log;
        this.backups = backups;
        this.copies = copies;
    }

    /** Makes the copies that a node has by its placement. */
    static Replication of(NodeContext scope, Placement placement, ShardImages images, NoccOptions options) {
        int entries = options.logEntries;
        int[] nodes = new int[placement.copies(scope.node()) - 1];
        BackupLog[] backups = new BackupLog[placement.partitions()];
        ShardRecords[] copies = new ShardRecords[placement.partitions()];
        for (int partition = 0; partition < placement.partitions(); partition++) {
            int primary = placement.node(partition, 0);
            for (int copy = 1; copy < placement.copies(partition); copy++) {
                if (primary == scope.node()) {
                    nodes[copy - 1] = placement.node(partition, copy);
                } else if (placement.node(partition, copy) == scope.node()) {
                    copies[partition] =
                            new ShardRecords(scope.region("nocc.copy" + copy, images.image(primary), Lifetime.PROCESS));
                    backups[primary] =
                            new BackupLog(copies[partition], entries, options.breakage != Breakage.SKIP_GAPS);
                }
            }
        }
        if (options.breakage == Breakage.SKIP_BACKUP) {
            nodes = Arrays.copyOf(nodes, nodes.length - 1);
        }
        return new Replication(new ReplicationLog(nodes, entries), backups, copies);
    }

    /** The copy of another store's records. */
    ShardRecords copy(int partition) {
        return copies[partition];
    }

    /** Whether all backups have applied all that was written. Any thread. */
    boolean isSettled() {
        return log.isSettled();
    }

    /** A core's part in it. */
    LogChannel channel(NodeContext scope, Stage stage, NoccOptions options, int core, int queueSlots) {
        return new LogChannel(scope, stage, options, core, queueSlots, log, backups);
    }
}
