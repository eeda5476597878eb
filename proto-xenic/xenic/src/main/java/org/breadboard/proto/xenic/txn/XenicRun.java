// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.xenic.txn.nic.NicObserver;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.wire.Wire;

/** Xenic in one run: it builds the nodes. */
final class XenicRun implements Protocol {
    private final ProtocolContext context;
    private final Catalog catalog;
    private final XenicOptions options;
    private final boolean onPath;
    private final TableImages[] images;
    private final XenicNode[] nodes;
    private final NicObserver observer;

    XenicRun(ProtocolContext context, XenicOptions options, boolean onPath, TableImages[] images) {
        this.context = context;
        this.options = options;
        this.images = images;
        this.onPath = onPath;
        catalog = new Catalog(context);
        nodes = new XenicNode[context.nodes()];
        observer = new ClientHistory(catalog, reference -> nodes[Wire.node(reference)].client(reference));
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        XenicNode node = new XenicNode(scope, context, options, onPath, catalog, images, observer);
        nodes[scope.node()] = node;
        if (node.cores() != nodes[0].cores()) {
            throw new RefusedException("The NIC of node " + scope.node() + " runs " + node.cores()
                    + " cores and that of node 0 " + nodes[0].cores()
                    + ", but a core sends to the cores of its own number; give all as many, with coresRunning.");
        }
        return node;
    }

    @Override
    public MessageReader reader() {
        return new XenicReader(context.tables());
    }
}
