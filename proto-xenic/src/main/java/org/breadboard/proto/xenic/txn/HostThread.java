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
    /** The core that it has sent something to in this burst, or -1. */
    private int spokenTo = -1;
    /** The log that it tells its NIC of next: the ones of its number, and as many threads further on, are its own. */
    private int ring;

    HostThread(XenicNode node, NodeContext scope, NicCores nic, int number) {
        this.node = node;
        this.number = number;
        ring = number;
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
        acknowledge(step);
        return channel.transmit(step);
    }

    /** Appends to what it has sent in this burst how far one of its logs is applied: each of them in turn. */
    private void acknowledge(Step step) {
        if (spokenTo < 0 || number >= node.log().rings() || !node.options().gather()) {
            return;
        }
        step.stall(node.options().cachedNs());
        node.log().tell(step, channel, node.number(), spokenTo, ring);
        spokenTo = -1;
        ring += node.threads();
        ring = ring < node.log().rings() ? ring : number;
    }

    /**
     * Sends a message to the core that serves a context.
     *
     * @return false if there is no room: the message is still the caller's
     */
    boolean send(Step step, int context, Message message) {
        int core = node.coreOf(number, context);
        boolean sent = channel.toCore(step, node.number(), core, message);
        spokenTo = sent ? core : spokenTo;
        return sent;
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
