package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.xenic.drtm.log.ReplicaLog;
import org.breadboard.proto.xenic.drtm.nic.NicServer;
import org.breadboard.proto.xenic.drtm.setup.DrtmOptions;
import org.breadboard.proto.xenic.drtm.table.NodeTables;

/** DrTM+H on one node: its copies of tables, the log that others write, and its threads. */
final class DrtmNode implements ProtocolNode {
    private final Placement placement;
    private final NodeTables tables;
    private final ReplicaLog log;

    DrtmNode(NodeContext scope, ProtocolContext context, DrtmOptions options, TableImages[] images) {
        placement = context.placement();
        OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
        tables = new NodeTables(scope, placement, images, verbs);
        log = new ReplicaLog(scope, context.threads(), options.logSlots);
        verbs.register(log.region());
        NicCores nic = options.rpcs == RpcPlace.NIC ? RpcPlace.cores(scope) : null;
        for (int thread = 0; thread < context.threads(); thread++) {
            new DrtmThread(scope, context, options, tables, log, nic, thread);
        }
        for (int core = 0; nic != null && core < nic.cores(); core++) {
            int callers = RpcPlace.callersPerCore(context.threads() * context.contexts(), nic);
            new NicServer(scope, nic, core, tables.copies(), options, callers);
        }
    }

    @Override
    public boolean holds(Commit commit, int access) {
        Transaction transaction = commit.transaction();
        int table = transaction.table(access);
        int partition = placement.partition(table, transaction.key(access));
        return tables.copies()[table].holds(partition, transaction, access)
                || log.holds(commit.node(), commit.thread(), transaction, access);
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor);
    }
}
