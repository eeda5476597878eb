package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.xenic.table.TableImages;

/** Xenic in one run: what all nodes know from the beginning. */
final class XenicRun implements Protocol {
    private final ProtocolContext context;
    private final XenicOptions options;
    private final boolean onPath;
    private final boolean ordered;
    private final TableImages[] images;
    private final List<TransactionLogic> logics;
    private final XenicNode[] nodes;

    XenicRun(ProtocolContext context, XenicOptions options, boolean onPath, TableImages[] images) {
        this.context = context;
        this.options = options;
        this.images = images;
        this.onPath = onPath;
        ordered = context.tables().stream().anyMatch(TableSpec::ordered);
        logics = context.transactions();
        nodes = new XenicNode[context.nodes()];
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        XenicNode node = new XenicNode(this, scope, context, options, images);
        nodes[scope.node()] = node;
        return node;
    }

    /** Whether the NIC is in the path, and has a DMA engine. */
    boolean onPath() {
        return onPath;
    }

    TransactionLogic logic(int type) {
        return logics.get(type);
    }

    /** The transaction that a reference names, on whichever node: for what only the client and its history need ({@link Answers#observe}). */
    NicTransaction transaction(long reference) {
        return nodes[Wire.node(reference)].core(Wire.core(reference)).transaction(reference);
    }

    /** Whether there are ordered tables, which some transactions use beside hashed ones. */
    boolean hasOrdered() {
        return ordered;
    }

    boolean isOrdered(int table) {
        return context.tables().get(table).ordered();
    }

    /** How many types of transactions there are. */
    int types() {
        return logics.size();
    }
}
