// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/**
 * The RPC micro-benchmark of FaSST 3.3 and 4.5 (Figs 1 and 4): every worker of every node sends batches of fixed-size
 * requests to other nodes, and checks the bytes that come back. It runs on the very RPC layer that transactions use.
 */
public final class FasstRpcType implements ProtocolType {
    private static final int ECHO = 0;

    /** The kind; it has no state. */
    public FasstRpcType() {}

    @Override
    public String id() {
        return "fasst-rpc";
    }

    @Override
    public String description() {
        return "FaSST RPC micro-benchmark: batches of fixed-size requests to other nodes (FaSST 3.3, 4.5)";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE).tolerating(Fault.LOSS, Fault.REORDERING);
    }

    @Override
    public List<Setting<?>> settings() {
        return EchoSettings.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Collections.singleton(DatagramTransport.class);
    }

    @Override
    public int maxValueBytes() {
        return 0;
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return new RpcOptions(settings).maxWorkers(nodes);
    }

    @Override
    public Protocol create(ProtocolContext context) {
        RpcOptions options = new RpcOptions(context.settings());
        EchoSettings echo = EchoSettings.of(context.settings(), context.nodes());
        options.receivesNeeded(context.nodes(), context.contexts());
        return node -> build(node, context, options, echo);
    }

    private static ProtocolNode build(
            NodeContext scope, ProtocolContext context, RpcOptions options, EchoSettings echo) {
        DatagramTransport transport = scope.capability(DatagramTransport.class);
        int largest = RpcWire.ENTRY_HEADER_BYTES + Math.max(echo.requestBytes(), echo.responseBytes());
        if (largest > transport.maxPayloadBytes()) {
            throw new RefusedException("a FaSST message of " + largest + " B is larger than the MTU of "
                    + transport.maxPayloadBytes() + " B (FaSST 4.4): lower requestBytes or responseBytes");
        }
        for (int thread = 0; thread < context.threads(); thread++) {
            RpcThread who = new RpcThread(thread, context.contexts());
            RpcEndpoint endpoint = new RpcEndpoint(
                    scope, options, who, stage -> new DatagramPort(scope, transport, options, stage, who));
            endpoint.register(ECHO, new EchoHandler(echo.responseBytes()), echo.responseBytes());
            Operations operations = scope.operations(endpoint.stage());
            for (int i = 0; i < context.contexts(); i++) {
                new EchoWorker(endpoint, operations, echo, ECHO, scope.node(), scope.nodes());
            }
        }
        return (copy, visitor) -> {};
    }
}
