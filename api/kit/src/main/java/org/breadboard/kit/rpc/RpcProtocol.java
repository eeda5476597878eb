// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.store.StoreType;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;

/** An {@link RpcProtocolType} in one run: it fills the tables, and builds each node with its copies and threads. */
final class RpcProtocol implements Protocol {
    private final RpcProtocolType protocol;
    private final ProtocolContext context;
    private final TableImages[] images;
    private final MemoryCost cost;

    RpcProtocol(RpcProtocolType protocol, ProtocolContext context) {
        this.protocol = protocol;
        this.context = context;
        cost = MemoryCost.of(context.settings());
        StoreType type = context.store(protocol.store());
        if (type == null) {
            throw new RefusedException("Tables are kept in a " + protocol.store()
                    + " store, and no plug-in that is installed brings one.");
        }
        Settings defaults = Settings.defaultsOf(type.settings());
        images = new TableImages[context.tables().size()];
        for (int i = 0; i < images.length; i++) {
            images[i] = TableImages.of(
                    context,
                    context.tables().get(i),
                    (records, valueBytes) -> type.create(records, valueBytes, defaults),
                    "use a workload with fewer records");
        }
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        TableCopies[] tables = new TableCopies[images.length];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new TableCopies(scope, context.placement(), images[i], this::versionAt);
        }
        Region shared = protocol.shared(
                scope,
                context.settings(),
                Arrays.stream(tables).mapToInt(TableCopies::valueBytes).max().orElse(0));
        Notices[] notices = new Notices[context.threads()];
        for (int i = 0; i < context.threads(); i++) {
            buildThread(scope, new Notices(scope, i, notices, protocol.notices()), i, tables, shared);
        }
        return new Node(scope.node(), tables);
    }

    /** What a check sees of a node. */
    private final class Node implements ProtocolNode {
        private final int number;
        private final TableCopies[] tables;

        Node(int number, TableCopies[] tables) {
            this.number = number;
            this.tables = tables;
        }

        @Override
        public void records(int partition, RecordVisitor visitor) {
            for (TableCopies table : tables) {
                table.records(partition, visitor);
            }
        }

        /** Locks of ordered tables, which the kit gives back; the others are the protocol's. */
        @Override
        public List<String> violations() {
            List<String> violations = new ArrayList<>();
            for (TableCopies table : tables) {
                long locked = table.isOrdered() ? locked(table.local()) : 0;
                if (locked > 0) {
                    violations.add("On node " + number + ", " + locked + " headers of " + table + " are locked.");
                }
            }
            return violations;
        }

        private long locked(LocalTable table) {
            long locked = 0;
            for (int partition = 0; partition < context.placement().partitions(); partition++) {
                boolean primary = context.placement().node(partition, 0) == number;
                locked += primary ? table.locked(partition, false) : 0;
            }
            return locked;
        }
    }

    @Override
    public MessageReader reader() {
        return new RpcReader(protocol, context.tables());
    }

    private void buildThread(NodeContext scope, Notices notices, int number, TableCopies[] tables, Region shared) {
        boolean runsOrdered = protocol.traits().ordered();
        OrderedServer ordered = runsOrdered ? new OrderedServer(context, TableCopies.locals(tables), cost) : null;
        RpcThread thread = new RpcThread(
                scope, number, context.contexts(), tables, context.placement(), context.settings(), notices, ordered);
        TransactionSource source = scope.transactions(thread.stage(), number);
        RpcTransaction[] contexts = new RpcTransaction[source.contexts()];
        for (int i = 0; i < contexts.length; i++) {
            contexts[i] = protocol.transaction(thread, source, i);
        }
        RecordServer server = protocol.server(context.settings(), tables, cost);
        server.shared(shared);
        thread.attach(server, contexts);
    }

    private long versionAt(Region region, long headerAddress, long valueAddress) {
        return protocol.version(region.getLong(headerAddress));
    }
}
