// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What leaves a core, for cores of its number on other nodes and for threads of its host. What finds no room waits in
 * order. One core.
 */
final class Outbox {
    private final NicCores.Channel channel;
    private final CoreCosts costs;
    private final int node;
    private final int core;
    private final RecordBatch batch = new RecordBatch();
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();

    Outbox(NicCores.Channel channel, CoreCosts costs, int node, int core) {
        this.channel = channel;
        this.costs = costs;
        this.node = node;
        this.core = core;
    }

    /** An empty batch for what is about to be sent: it is in use until then. */
    RecordBatch batch() {
        batch.clear();
        return batch;
    }

    /** Sends records to the core of this number on another node. */
    void toNode(Step step, int kind, long reference, Outcome outcome, int to, int with, RecordBatch records) {
        toNode(step, to, message(step, kind, reference, outcome, with, records), records.count());
    }

    /** Sends a message with so many records to the core of this number on another node. */
    void toNode(Step step, int to, Message message, int records) {
        costs.message(step, records);
        send(step, to, message);
    }

    /** Sends records to a thread of the own host. */
    void toHost(Step step, int kind, long reference, Outcome outcome, int thread, int with, RecordBatch records) {
        Message message = message(step, kind, reference, outcome, with, records);
        costs.message(step, records.count());
        send(step, -1 - thread, message);
    }

    private static Message message(
            Step step, int kind, long reference, Outcome outcome, int with, RecordBatch records) {
        Message message = step.take(Wire.HEADER_BYTES + records.encodedBytes());
        Wire.header(message, kind, reference, outcome.ordinal(), records.count(), with);
        Wire.append(message, records);
        return message;
    }

    private void send(Step step, int to, Message message) {
        message.targetNode(to);
        if (!unsent.isEmpty() || !offer(step, message)) {
            unsent.add(message);
        }
    }

    private boolean offer(Step step, Message message) {
        int to = message.targetNode();
        return to < 0 ? channel.toHost(step, node, -1 - to, message) : channel.toCore(step, to, core, message);
    }

    /** Tries again to send what has found no room. */
    void retry(Step step) {
        while (!unsent.isEmpty() && offer(step, unsent.peek())) {
            unsent.remove();
        }
    }

    /** Whether something has found no room. */
    boolean isWaiting() {
        return !unsent.isEmpty();
    }

    /** Transmits what has gathered. */
    StageProgram.Transmit transmit(Step step) {
        return channel.transmit(step);
    }
}
