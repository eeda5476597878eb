// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.RpcPlace;

/**
 * From a thread to cores of NICs, and back. A coroutine speaks with the core of one number on every node, which it
 * shares with its neighbours; what a burst sends gathers in packets (Xenic 4.3.2). A message's kind names its thread,
 * to which the answer goes, and its immediate data are its last bytes: cores have no immediate data.
 */
public final class CorePort implements RpcPort {
    private final NicCores.Channel channel;
    private final RpcThread who;
    private final int callersPerCore;
    private final int maxMessageBytes;

    /**
     * Opens the queue of a thread. Only while the node is built.
     *
     * @param largestBytes the largest message, with its immediate data
     * @param callersPerCore how many coroutines of neighbouring numbers share a core
     */
    public CorePort(NodeScope scope, NicCores nic, Stage stage, RpcThread who, int largestBytes, int callersPerCore) {
        this.who = who;
        this.callersPerCore = callersPerCore;
        maxMessageBytes = largestBytes - RpcWire.IMMEDIATE_BYTES;
        int messages = who.workers() * Math.min(scope.nodes(), RpcOptions.MAX_MESSAGES);
        channel = nic.openQueue(stage, who.number(), NicCores.ChannelSpec.gathering(messages, messages));
    }

    /** The kind of a message between a core and the thread of that number; not 0, and below all immediate data. */
    public static int kindOf(int thread) {
        return thread + 1;
    }

    /** The thread that a message of a kind is from, or goes to. */
    public static int thread(int kind) {
        return kind - 1;
    }

    @Override
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** Half of it: the core that serves the request bears the other. */
    @Override
    public double entryShare() {
        return RpcPlace.CALLERS_SHARE;
    }

    @Override
    public void polled(Step step, Message message) {
        channel.polled(step, message);
        message.kind(RpcWire.lastImmediate(message));
        message.lengthBytes(message.lengthBytes() - RpcWire.IMMEDIATE_BYTES);
    }

    @Override
    public boolean replenish(Step step) {
        return false;
    }

    @Override
    public boolean post(Step step, Message message) {
        int caller = who.number() * who.workers() + RpcWire.coroutine(message.kind()) - 1;
        int node = message.targetNode();
        Message framed = RpcWire.appendImmediate(step, message, message.kind());
        framed.kind(kindOf(who.number()));
        if (!channel.toCore(step, node, caller / callersPerCore, framed)) {
            throw new IllegalStateException("thread " + who.number() + " has more requests under way than it can");
        }
        return true;
    }

    @Override
    public void doorbell(Step step) {
        // One at the end of the burst.
    }

    @Override
    public Transmit flush(Step step) {
        return channel.transmit(step);
    }
}
