// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.nic;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.proto.drtm.rpc.Post;
import org.breadboard.proto.drtm.rpc.Rpc;

/**
 * From a host thread to cores of NICs, and back. A coroutine speaks with the core of one number on every node, which it
 * shares with its neighbours; what a burst sends gathers in packets. A request's kind is the number of its thread, to
 * which the reply goes.
 */
public final class CorePost implements Post {
    private final NicCores.Channel channel;
    private final int number;
    private final int contexts;
    private final int callersPerCore;
    private final int maxMessageBytes;

    /**
     * Opens the queue of a thread. Only while the node is built.
     *
     * @param messages the most requests that it has under way
     * @param contexts how many coroutines a thread has
     * @param callersPerCore how many of them share a core
     */
    public CorePost(
            NicCores nic,
            Stage stage,
            int number,
            int messages,
            int contexts,
            int callersPerCore,
            int maxMessageBytes) {
        this.number = number;
        this.contexts = contexts;
        this.callersPerCore = callersPerCore;
        this.maxMessageBytes = maxMessageBytes;
        channel = nic.openQueue(stage, number, NicCores.ChannelSpec.gathering(messages, messages));
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
    }

    @Override
    public boolean replenish(Step step) {
        return false;
    }

    @Override
    public boolean post(Step step, Message message) {
        int caller = number * contexts + Rpc.coroutine(message);
        message.kind(number);
        if (!channel.toCore(step, message.targetNode(), caller / callersPerCore, message)) {
            throw new IllegalStateException("thread " + number + " has more requests under way than it can");
        }
        return true;
    }

    @Override
    public Transmit flush(Step step) {
        return channel.transmit(step);
    }
}
