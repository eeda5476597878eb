package com.example.postgres;

import java.sql.SQLException;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;

/** One run: it fills the tables, and builds nodes that have nothing but clients. */
final class PostgresRun implements Protocol {
    /** Connections that look at tables: of a run, and of its tables as they were at first. */
    private static final int LOOKING = 2;

    private final ProtocolContext context;
    private final Database database;
    private final Isolation isolation;
    private final Tables tables;
    private final String version;

    PostgresRun(ProtocolContext context, Database database, Isolation isolation) {
        this.context = context;
        this.database = database;
        this.isolation = isolation;
        if (context.placement().replicas() > 1) {
            throw new RefusedException("A PostgreSQL has one copy of each record, and " + context.placement().replicas()
                    + " are asked for; say --set cluster.replication=1.");
        }
        try {
            tables = new Tables(database, context);
            version = tables.serverVersion();
            refuseTooMany(tables.mostConnections());
        } catch (SQLException e) {
            throw database.refused(e);
        }
    }

    private void refuseTooMany(int most) {
        int clients = context.nodes() * context.threads() * context.contexts();
        if (clients + LOOKING > most) {
            throw new RefusedException(clients + " clients want a connection each, and the database " + database.url()
                    + " has " + most + ", of which " + LOOKING
                    + " are for the checks; take fewer load.contexts, or raise max_connections.");
        }
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        BlockingCalls calls = scope.capability(BlockingCalls.class);
        for (int thread = 0; thread < context.threads(); thread++) {
            Stage stage = scope.stage(StageSpec.named("clients" + thread), new NoMessages());
            TransactionSource source = scope.transactions(stage, thread);
            for (int i = 0; i < source.contexts(); i++) {
                stage.add(new Client(source, i, calls, new Session(database, tables, isolation, calls)));
            }
        }
        return new Node(scope.node());
    }

    /** Clients get no messages. */
    private static final class NoMessages implements StageProgram {
        @Override
        public void receive(Step step, Message message) {
            throw new IllegalStateException("nobody sends messages here");
        }
    }

    /** What a check sees: the records of a node's partitions, which are all in one database. */
    private final class Node implements ProtocolNode {
        private final int number;

        Node(int number) {
            this.number = number;
        }

        @Override
        public void records(int partition, RecordVisitor visitor) {
            if (context.placement().node(partition, 0) != number) {
                return;
            }
            try {
                tables.visit(partition, visitor);
            } catch (SQLException e) {
                throw database.gone(e);
            }
        }

        @Override
        public List<String> remarks() {
            return List.of("Transactions ran in PostgreSQL " + version + " at " + isolation.words()
                    + ", which it documents as what promise=" + isolation.promise() + " asks.");
        }
    }
}
