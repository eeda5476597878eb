package org.breadboard.proto.xenic.txn.nic;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/**
 * Host memory through one-sided verbs of the core's own NIC, which is all that an off-path NIC has (Xenic 3.1, 4.3.4).
 * Verbs complete in the order in which they are posted; what finds the send queue full waits.
 */
final class CoreVerbs extends HostMemory {
    private static final int SEND_SLOTS = 256;

    private final OneSidedVerbs.QueuePair queuePair;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    // What the verbs that are under way are for: never more than the send queue has slots.
    private final long[] posted = new long[SEND_SLOTS];
    private int first;
    private int count;
    private boolean unrung;

    private record Waiting(long what, String name, long address, Message from, int lengthBytes) {}

    CoreVerbs(OneSidedVerbs verbs, Stage core, Callback callback) {
        super(callback);
        queuePair = verbs.connect(core, core.node(), OneSidedVerbs.Transport.RC, SEND_SLOTS, 1);
        core.add(this);
    }

    @Override
    protected boolean completed(Step step, Message message) {
        queuePair.polled(step, message);
        long what = posted[first];
        first = (first + 1) % posted.length;
        count--;
        complete(step, what, message);
        return false;
    }

    @Override
    void read(Step step, int operation, int part, Region host, long address, int lengthBytes) {
        add(step, what(operation, part), host.name(), address, null, lengthBytes);
    }

    @Override
    void write(Step step, int operation, int part, Region host, long address, Message from) {
        add(step, what(operation, part), host.name(), address, from, 0);
    }

    private void add(Step step, long what, String name, long address, Message from, int lengthBytes) {
        if (!waiting.isEmpty() || !post(step, what, name, address, from, lengthBytes)) {
            waiting.add(new Waiting(what, name, address, from, lengthBytes));
        }
    }

    private boolean post(Step step, long what, String name, long address, Message from, int lengthBytes) {
        boolean taken = from == null
                ? queuePair.read(step, this, name, address, lengthBytes)
                : queuePair.write(step, this, name, address, from);
        if (taken) {
            posted[(first + count++) % posted.length] = what;
            unrung = true;
        }
        return taken;
    }

    private boolean post(Step step, Waiting one) {
        return post(step, one.what, one.name, one.address, one.from, one.lengthBytes);
    }

    @Override
    void submit(Step step) {
        while (!waiting.isEmpty() && post(step, waiting.peek())) {
            waiting.remove();
        }
        if (unrung) {
            queuePair.doorbell(step);
            unrung = false;
        }
    }

    @Override
    boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
