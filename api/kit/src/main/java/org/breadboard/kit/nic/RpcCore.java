// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.nic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What runs on a core of a NIC that handles RPCs ({@link RpcPlace#NIC}): it begins an operation for each request that
 * has arrived, which goes on when host memory has been read or written, and replies. What a burst asks of host memory,
 * and what it replies, leaves together. One core.
 *
 * @param <O> what is kept of a request in work; made as more are needed, and used again
 */
@ConsumerType
public abstract class RpcCore<O> implements StageProgram, HostMemory.Callback {
    private final Stage stage;
    private final NicCores.Channel channel;
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();
    private final List<O> operations = new ArrayList<>();
    private int[] free = new int[16];
    private int freeCount;

    /**
     * Puts itself on a core. Only while the node is built.
     *
     * @param callersPerCore how many coroutines of each node ask it, each with one message at a time
     */
    protected RpcCore(NodeContext scope, NicCores nic, int core, int callersPerCore) {
        stage = nic.core(core, this);
        int messages = scope.nodes() * callersPerCore;
        channel = nic.openFlow(stage, core, NicCores.ChannelSpec.gathering(messages, messages));
    }

    /** The core. */
    protected final Stage stage() {
        return stage;
    }

    /** The way to the memory of its host. */
    protected abstract HostMemory memory();

    /** Makes room for one more request, which it is to know by its number. */
    protected abstract O operation(int number);

    /** Begins what a message asks for; who needs its bytes later keeps it. */
    protected abstract void begin(Step step, O operation, Message request);

    /** A read or write of host memory is complete. */
    protected abstract void completed(Step step, O operation, int part, Message message);

    /** Has an operation reply to a thread of a node, and ends it. */
    protected final void reply(Step step, int operation, int node, int thread, Message reply) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = operation;
        reply.targetNode(node);
        reply.port(thread);
        if (!unsent.isEmpty() || !offer(step, reply)) {
            unsent.add(reply);
        }
    }

    private boolean offer(Step step, Message reply) {
        return channel.toHost(step, reply.targetNode(), reply.port(), reply);
    }

    @Override
    public final void receive(Step step, Message message) {
        channel.polled(step, message);
        begin(step, take(), message);
    }

    private O take() {
        if (freeCount > 0) {
            return operations.get(free[--freeCount]);
        }
        O operation = operation(operations.size());
        operations.add(operation);
        return operation;
    }

    @Override
    public final void completed(Step step, int operation, int part, Message message) {
        completed(step, operations.get(operation), part, message);
    }

    @Override
    public final void woken() {
        // No timer is set.
    }

    @Override
    public final Transmit transmit(Step step) {
        memory().submit(step);
        while (!unsent.isEmpty() && offer(step, unsent.peek())) {
            unsent.remove();
        }
        Transmit done = channel.transmit(step);
        boolean left = memory().isWaiting() || !unsent.isEmpty();
        return done == Transmit.IDLE && left ? Transmit.FULL : done;
    }
}
