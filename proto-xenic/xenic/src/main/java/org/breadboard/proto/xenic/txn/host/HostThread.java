// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * A coordinator thread of the host (Xenic 4.2, thread A): it starts transactions, hands them to its NIC, and hears how
 * they end.
 */
public final class HostThread implements StageProgram {
    private final double itemNs;
    private final TransactionSource source;
    private final NicQueue queue;
    private final HostTransaction[] contexts;
    private final RangeServer ranges;
    /** Answers about parts of ranges that have found no room. */
    private final ArrayDeque<Message> unsent = new ArrayDeque<>();

    /** Thread {@code number} of a node. */
    public HostThread(HostSetup setup, NodeContext scope, NicCores nic, int number) {
        itemNs = setup.options().itemNs;
        Stage stage = scope.stage(new StageSpec("host" + number, 1, ""), this);
        source = scope.transactions(stage, number);
        int count = source.contexts();
        boolean gather = setup.options().aggregation;
        // Those of other hosts ask it as often as it asks each of them, and are answered.
        int parts = setup.catalog().hasSpread() ? RangeSearch.WINDOW * count * (scope.nodes() + 1) : 0;
        int slots = 4 * count + 4 + parts;
        queue = new NicQueue(
                setup, nic.openQueue(stage, number, new NicCores.ChannelSpec(slots, slots, gather, gather)), number);
        HostRecords records =
                new HostRecords(setup.shard(), setup.options().memory.memoryNs());
        LocalRecords locals = new LocalRecords(setup.shard().locals(), setup.options().memory);
        ranges = new RangeServer(locals);
        contexts = new HostTransaction[count];
        for (int context = 0; context < count; context++) {
            contexts[context] =
                    new HostTransaction(setup, queue, records, locals, source, context, nic.maxMessageBytes());
            stage.add(contexts[context]);
        }
    }

    @Override
    public void receive(Step step, Message message) {
        queue.polled(step, message);
        step.busy(itemNs * Wire.records(message));
        if (message.kind() == Wire.RANGE) {
            serve(step, message);
            return;
        }
        if (message.kind() == Wire.RANGE_PART) {
            contexts[HostWire.context(Wire.reference(message))].partAnswered(step, message);
            return;
        }
        contexts[HostWire.context(Wire.reference(message))].answered(step, message);
    }

    private void serve(Step step, Message request) {
        int most = ranges.mostAnswerBytes(request.bytes(), Wire.HEADER_BYTES);
        Message answer = step.take(Wire.HEADER_BYTES + most);
        int length = ranges.serve(step, request.bytes(), Wire.HEADER_BYTES, answer.bytes(), Wire.HEADER_BYTES);
        Wire.header(answer, Wire.RANGE_PART, Wire.reference(request), 0, 1, Wire.number(request));
        answer.lengthBytes(Wire.HEADER_BYTES + length);
        answer.targetNode(request.sourceNode());
        unsent.add(answer);
    }

    @Override
    public Transmit transmit(Step step) {
        while (!unsent.isEmpty() && queue.sendToHost(step, unsent.peek().targetNode(), unsent.peek())) {
            unsent.remove();
        }
        Transmit done = queue.transmit(step);
        return done == Transmit.IDLE && !unsent.isEmpty() ? Transmit.FULL : done;
    }

    /** The client's transaction of a context. */
    public Transaction transaction(int context) {
        return source.transaction(context);
    }
}
