package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.proto.xenic.table.TableImages;

/** Xenic in one run: what all nodes share. What is learned of types of transactions may be written by any thread. */
final class XenicRun implements Protocol {
    private final ProtocolContext context;
    private final XenicOptions options;
    private final boolean onPath;
    private final TableImages[] images;
    private final List<TransactionLogic> logics;
    private final XenicNode[] nodes;
    private final boolean[] onHost;
    private final boolean[] severalRounds;
    private final boolean[] locksFirst;

    XenicRun(ProtocolContext context, XenicOptions options, boolean onPath, TableImages[] images) {
        this.context = context;
        this.options = options;
        this.images = images;
        this.onPath = onPath;
        logics = context.transactions();
        nodes = new XenicNode[context.nodes()];
        onHost = new boolean[logics.size()];
        locksFirst = new boolean[logics.size()];
        severalRounds = new boolean[logics.size()];
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

    /** The transaction that a reference names, on whichever node. */
    NicTransaction transaction(long reference) {
        return nodes[Wire.node(reference)].core(Wire.core(reference)).transaction(reference);
    }

    boolean isOrdered(int table) {
        return context.tables().get(table).ordered();
    }

    /** Transactions of a type turned out to need what only their host has. */
    void keepOnHost(int type) {
        onHost[type] = true;
    }

    boolean staysOnHost(int type) {
        return onHost[type];
    }

    /** Transactions of a type turned out to write hashed records and to use ordered ones: the NIC locks the former first. */
    void locksFirst(int type) {
        locksFirst[type] = true;
    }

    boolean isLockedFirst(int type) {
        return locksFirst[type];
    }

    /** Transactions of a type turned out to need more than one round. */
    void takesRounds(int type) {
        severalRounds[type] = true;
    }

    /** Whether all of a type needed one round only, so far. */
    boolean isOneRound(int type) {
        return !severalRounds[type];
    }
}
