package org.breadboard.proto.hades.sw;

import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordTable;
import org.breadboard.proto.hades.table.RunTables;

/** SW-Impl on one node: its copies of tables and its threads. */
final class SwNode implements ProtocolNode {
    private final NodeTables tables;
    private final SwThread[] threads;

    SwNode(NodeContext scope, ProtocolContext context, SwOptions options, RunTables images) {
        tables = new NodeTables(scope, context.placement(), images, table -> 0);
        tables.forEachRegion(scope.capability(OneSidedVerbs.class)::register);
        threads = new SwThread[context.threads()];
        for (int thread = 0; thread < threads.length; thread++) {
            threads[thread] = new SwThread(scope, context, options, tables, thread);
        }
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor, SwNode::version);
    }

    @Override
    public boolean holds(Commit commit, int access) {
        return tables.holds(commit.transaction(), access, SwNode::version);
    }

    private static long version(RecordTable table, int partition, long address, byte[] slot) {
        return AugmentedFormat.version(AugmentedFormat.header(slot, 0));
    }

    @Override
    public boolean isAtRest() {
        for (SwThread thread : threads) {
            if (!thread.isAtRest()) {
                return false;
            }
        }
        return true;
    }
}
