package org.breadboard.proto.xenic.txn;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.LocalRecords;
import org.breadboard.api.txn.Transaction;

/** A coordinator thread of the host (Xenic 4.2, thread A): it starts transactions, hands them to its NIC, and hears how they end. */
final class HostThread implements StageProgram {
    private final XenicNode node;
    private final int number;
    private final TransactionSource source;
    private final NicCores.Channel channel;
    private final HostTransaction[] contexts;
    private final HostRecords records;
    private final LocalRecords locals;

    HostThread(XenicNode node, NodeContext scope, NicCores nic, int number) {
        this.node = node;
        this.number = number;
        Stage stage = scope.stage(new StageSpec("host" + number, 1, ""), this);
        source = scope.transactions(stage, number);
        int count = source.contexts();
        boolean gather = node.options().gather();
        channel = nic.openQueue(stage, number, new NicCores.ChannelSpec(4 * count + 4, 4 * count + 4, gather, gather));
        records = new HostRecords(node);
        locals = new LocalRecords(node.locals(), node.memoryCost());
        contexts = new HostTransaction[count];
        for (int context = 0; context < count; context++) {
            contexts[context] = new HostTransaction(this, source, context);
            stage.add(contexts[context]);
        }
    }

    @Override
    public void receive(Step step, Message message) {
        channel.polled(step, message);
        step.busy(node.options().itemNs() * Wire.records(message));
        contexts[HostWire.context(Wire.reference(message))].answered(step, message);
    }

    @Override
    public Transmit transmit(Step step) {
        return channel.transmit(step);
    }

    /**
     * Sends a message to the core that serves a context.
     *
     * @return false if there is no room: the message is still the caller's
     */
    boolean send(Step step, int context, Message message) {
        int core = (number * contexts.length + context) % node.cores();
        return channel.toCore(step, node.number(), core, message);
    }

    XenicNode node() {
        return node;
    }

    int number() {
        return number;
    }

    HostRecords records() {
        return records;
    }

    /** This thread's hands on ordered tables. */
    LocalRecords locals() {
        return locals;
    }

    Transaction transaction(int context) {
        return source.transaction(context);
    }
}
