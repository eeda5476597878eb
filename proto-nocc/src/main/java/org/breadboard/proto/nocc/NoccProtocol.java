// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.kit.table.FixedRecords;
import org.breadboard.proto.nocc.client.ClientNode;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.shard.ShardImages;
import org.breadboard.proto.nocc.store.StoreNode;
import org.breadboard.proto.nocc.store.Witnesses;

/** NOCC, or OCC, in one run: stores on the nodes that hold records, clients on the machines behind them. */
final class NoccProtocol implements Protocol {
    private final ProtocolContext context;
    private final NoccOptions options;
    private final Addresses addresses;
    private final ShardImages images;
    private final Witnesses witnesses;
    /** Of machines with records, which are built first; those of clients have nothing to recover. */
    private boolean mayCrash;

    NoccProtocol(ProtocolContext context, WireFormat format) {
        this.context = context;
        options = new NoccOptions(context.settings(), format);
        context.tables().forEach(spec -> FixedRecords.refuseOthers(context, spec, "NOCC's stores", ""));
        addresses = new Addresses(context.nodes(), options.storeCores);
        images = context.initial("shards", () -> new ShardImages(context));
        witnesses = new Witnesses(addresses.stores());
    }

    @Override
    public MessageReader reader() {
        return new NoccReader(options.format);
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        if (scope.node() < addresses.stores()) {
            mayCrash = scope.recovery() != null;
            int clients = context.clientNodes() * context.threads() * context.contexts();
            return new StoreNode(
                    scope, context.tables(), context.placement(), images, options, addresses, witnesses, clients);
        }
        return new ClientNode(
                scope,
                context.tables(),
                context.placement(),
                context.threads(),
                options,
                addresses,
                witnesses,
                mayCrash);
    }
}
