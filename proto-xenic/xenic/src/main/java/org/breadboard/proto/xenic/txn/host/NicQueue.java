// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.txn.shard.HostLog;

/**
 * A coordinator thread's way to its NIC. To what it sends it appends how far workers have applied the host's log (Xenic
 * 4.2 step 7): each of its own workers in turn. One thread.
 */
final class NicQueue {
    private final HostSetup setup;
    private final NicCores.Channel channel;
    private final HostLog log;
    private final int thread;
    /** The core that it has sent something to in this burst, or -1. */
    private int spokenTo = -1;
    /** The worker that it tells its NIC of next: those of its number, and as many threads further on, are its own. */
    private int worker;

    /** The way of thread {@code thread}. */
    NicQueue(HostSetup setup, NicCores.Channel channel, int thread) {
        this.setup = setup;
        this.channel = channel;
        this.thread = thread;
        log = setup.shard().log();
        worker = thread;
    }

    /** The number of the thread. */
    int thread() {
        return thread;
    }

    /**
     * Sends a message to the core that serves a context.
     *
     * @return false if there is no room: the message is still the caller's
     */
    boolean send(Step step, int context, Message message) {
        int core = coreOf(context);
        boolean sent = channel.toCore(step, setup.node(), core, message);
        spokenTo = sent ? core : spokenTo;
        return sent;
    }

    /** Sends a message to the thread of this number on another host; false as for {@link #send}. */
    boolean sendToHost(Step step, int node, Message message) {
        return channel.toHost(step, node, thread, message);
    }

    /** Takes note that a message has come. */
    void polled(Step step, Message message) {
        channel.polled(step, message);
    }

    /** Transmits what has gathered in this burst. */
    StageProgram.Transmit transmit(Step step) {
        acknowledge(step);
        return channel.transmit(step);
    }

    private void acknowledge(Step step) {
        if (spokenTo < 0 || thread >= log.workers() || !setup.options().aggregation) {
            return;
        }
        step.stall(setup.options().memory.cachedNs());
        log.tell(step, channel, setup.node(), spokenTo, worker);
        spokenTo = -1;
        worker += setup.threads();
        worker = worker < log.workers() ? worker : thread;
    }

    /**
     * The core that serves a context: those of a thread lie side by side, so that what they send and get shares packets
     * (Xenic 4.3.2).
     */
    private int coreOf(int context) {
        return coreOf(thread * setup.contexts() + context, setup.threads() * setup.contexts(), setup.cores());
    }

    /** The core of one of so many contexts, spread over so many cores in blocks as even as may be. */
    static int coreOf(int context, int contexts, int cores) {
        return (int) ((long) context * cores / contexts);
    }
}
