package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.proto.hades.table.NodeTables;

/** HADES on one node: its copies of tables, known to the hardware, and its threads. */
final class HadesNode implements ProtocolNode {
    private final NodeTables tables;

    HadesNode(NodeContext scope, HadesRun run) {
        tables = new NodeTables(scope, run.placement(), run.tables(), run::witnessWords);
        ConflictTracking tracking = scope.capability(ConflictTracking.class);
        tables.forEachPair(tracking::register);
        run.built(scope.node(), tables);
        for (int thread = 0; thread < run.threads(); thread++) {
            new HadesThread(scope, run, tables, tracking, thread);
        }
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        tables.records(partition, visitor, (table, where, address, slot) -> table.witness(where, address, 0));
    }
}
