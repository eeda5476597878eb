// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.stream.IntStream;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.shard.RequestLog;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;

/**
 * What the cores of a store share for replication: the log of what it serves, and those of others' shards that it has
 * copies of. Where machines may crash, a store may serve several shards; its log goes to all who have a copy of one.
 */
final class Replication {
    private final ReplicationLog log;
    private final BackupLog[] backups;

    /**
     * Of what there is.
     *
     * @param log of what the store serves
     * @param backups logs of others, each at the number of its primary's node; null where this node is no backup
     */
    Replication(ReplicationLog log, BackupLog[] backups) {
        this.log = log;
        this.backups = backups;
    }

    /**
     * Of the copies that a node has by its placement.
     *
     * @param shards by partition, those that the node has
     * @param clients how many there are at most
     */
    static Replication of(
            NodeContext scope, Placement placement, ShardRecords[] shards, NoccOptions options, int clients) {
        int node = scope.node();
        int[] nodes = IntStream.range(0, placement.partitions())
                .filter(partition -> placement.node(partition, 0) == node)
                .flatMap(partition ->
                        IntStream.range(1, placement.copies(partition)).map(copy -> placement.node(partition, copy)))
                .distinct()
                .toArray();
        BackupLog[] backups = new BackupLog[placement.partitions()];
        for (int primary = 0; primary < backups.length; primary++) {
            int of = primary;
            ShardRecords[] copies = IntStream.range(0, placement.partitions())
                    .filter(partition -> placement.node(partition, 0) == of && placement.isBackup(partition, node))
                    .mapToObj(partition -> shards[partition])
                    .toArray(ShardRecords[]::new);
            if (copies.length > 0) {
                backups[primary] = new BackupLog(
                        new Shards(copies),
                        scope.recovery() == null ? null : new RequestLog(scope, primary, clients),
                        options.logEntries);
            }
        }
        return new Replication(new ReplicationLog(nodes, options.logEntries), backups);
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
