// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

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

    /** Thread {@code number} of a node. */
    public HostThread(HostSetup setup, NodeContext scope, NicCores nic, int number) {
        itemNs = setup.options().itemNs;
        Stage stage = scope.stage(new StageSpec("host" + number, 1, ""), this);
        source = scope.transactions(stage, number);
        int count = source.contexts();
        boolean gather = setup.options().aggregation;
        queue = new NicQueue(
                setup,
                nic.openQueue(stage, number, new NicCores.ChannelSpec(4 * count + 4, 4 * count + 4, gather, gather)),
                number);
        HostRecords records =
                new HostRecords(setup.shard(), setup.options().memory.memoryNs());
        LocalRecords locals = new LocalRecords(setup.shard().locals(), setup.options().memory);
        contexts = new HostTransaction[count];
        for (int context = 0; context < count; context++) {
            contexts[context] = new HostTransaction(setup, queue, records, locals, source, context);
            stage.add(contexts[context]);
        }
    }

    @Override
    public void receive(Step step, Message message) {
        queue.polled(step, message);
        step.busy(itemNs * Wire.records(message));
        contexts[HostWire.context(Wire.reference(message))].answered(step, message);
    }

    @Override
    public Transmit transmit(Step step) {
        return queue.transmit(step);
    }

    /** The client's transaction of a context. */
    public Transaction transaction(int context) {
        return source.transaction(context);
    }
}
