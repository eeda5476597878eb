package org.breadboard.proto.nocc.store;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.WireKey;

/** A store: one shard, the cores that serve it, and copies of the shards that it backs up. */
public final class StoreNode implements ProtocolNode {
    private final List<TableSpec> tables;
    private final int node;
    private final ShardRecords records;
    /** Null if there is one copy of each record. */
    private final Replication replication;

    /** Builds it on a node. */
    public StoreNode(
            NodeContext scope,
            List<TableSpec> tables,
            Placement placement,
            ShardImages images,
            NoccOptions options,
            Addresses addresses,
            Witnesses witnesses) {
        this.tables = tables;
        this.node = scope.node();
        records = new ShardRecords(scope.region("nocc.records", images.image(node), Lifetime.PROCESS));
        replication = placement.replicas() == 1 ? null : Replication.of(scope, placement, images, options);
        Executor executor = new Executor(records, options.breakage);
        Memories memories = new Memories(witnesses, node, options.format);
        for (int core = 0; core < options.storeCores; core++) {
            new StoreCore(scope, options, addresses, executor, memories, replication, core);
        }
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        ShardRecords shown = partition == node ? records : replication.copy(partition);
        shown.forEach((key, version, value) -> {
            int table = WireKey.table(key);
            visitor.record(
                    table, WireKey.key(key), version, value, tables.get(table).valueBytes());
        });
    }

    /** Backups may lack what no client waits for any more. */
    @Override
    public boolean isAtRest() {
        return replication == null || replication.isSettled();
    }

    /** A lock that is left belongs to a transaction that nobody decided. */
    @Override
    public List<String> violations() {
        List<String> violations = new ArrayList<>();
        records.forEach((key, version, value) -> {
            long owner = records.owner(records.find(key));
            if (owner != 0) {
                violations.add("Key " + WireKey.key(key) + " of table "
                        + tables.get(WireKey.table(key)).name() + " is still locked on node " + node + ", for client "
                        + (owner - 1) + ".");
            }
        });
        return violations;
    }
}
