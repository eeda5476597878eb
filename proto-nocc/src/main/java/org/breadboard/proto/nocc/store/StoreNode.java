package org.breadboard.proto.nocc.store;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.WireKey;

/** A store: one shard and the cores that serve it. */
public final class StoreNode implements ProtocolNode {
    private final List<TableSpec> tables;
    private final ShardRecords records;
    private final int node;

    /** Builds it on a node. */
    public StoreNode(
            NodeContext scope,
            List<TableSpec> tables,
            Image image,
            NoccOptions options,
            Addresses addresses,
            Witnesses witnesses) {
        this.tables = tables;
        this.node = scope.node();
        records = new ShardRecords(scope.region("nocc.records", image, Lifetime.PROCESS));
        Executor executor = new Executor(records, options.breakage());
        Memories memories = new Memories(witnesses, node, options.format());
        for (int core = 0; core < options.storeCores(); core++) {
            new StoreCore(scope, options, addresses, executor, memories, core);
        }
    }

    @Override
    public void records(int copy, RecordVisitor visitor) {
        records.forEach((key, version, value) -> {
            int table = WireKey.table(key);
            visitor.record(
                    table, WireKey.key(key), version, value, tables.get(table).valueBytes());
        });
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
