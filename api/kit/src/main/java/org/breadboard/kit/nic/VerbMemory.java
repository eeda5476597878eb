// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.nic;

import java.util.ArrayDeque;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;

/**
 * Host memory through one-sided verbs of the core's own NIC, which is all that an off-path NIC has (Xenic 3.1, 4.3.4).
 * Verbs are executed and complete in the order in which they are posted; what finds the send queue full waits.
 */
public final class VerbMemory extends HostMemory {
    private static final int SEND_SLOTS = 256;

    private final OneSidedVerbs.QueuePair queuePair;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    // What the verbs that are under way are for: never more than the send queue has slots.
    private final long[] posted = new long[SEND_SLOTS];
    private int first;
    private int count;
    private boolean unrung;

    private enum Verb {
        READ,
        WRITE,
        SWAP
    }

    /** A verb; {@code first} is the length of a READ, and what a compare-and-swap expects. */
    private record Waiting(long what, Verb verb, String name, long address, Message from, long first, long second) {}

    /** Of a core, to its own node. */
    public VerbMemory(OneSidedVerbs verbs, Stage core, Callback callback) {
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
    public void read(Step step, int operation, int part, Region host, long address, int lengthBytes) {
        add(step, new Waiting(what(operation, part), Verb.READ, host.name(), address, null, lengthBytes, 0));
    }

    @Override
    public void write(Step step, int operation, int part, Region host, long address, Message from) {
        add(step, new Waiting(what(operation, part), Verb.WRITE, host.name(), address, from, 0, 0));
    }

    /**
     * Compares and swaps a word, atomically with other verbs of this NIC and with nothing else; the completion has the
     * old value as 8 bytes.
     */
    public void compareAndSwap(
            Step step, int operation, int part, Region host, long address, long expected, long value) {
        add(step, new Waiting(what(operation, part), Verb.SWAP, host.name(), address, null, expected, value));
    }

    private void add(Step step, Waiting one) {
        if (!waiting.isEmpty() || !post(step, one)) {
            waiting.add(one);
        }
    }

    private boolean post(Step step, Waiting one) {
        boolean taken = switch (one.verb) {
            case READ -> queuePair.read(step, this, one.name, one.address, (int) one.first);
            case WRITE -> queuePair.write(step, this, one.name, one.address, one.from);
            case SWAP -> queuePair.compareAndSwap(step, this, one.name, one.address, one.first, one.second);
        };
        if (taken) {
            posted[(first + count++) % posted.length] = one.what;
            unrung = true;
        }
        return taken;
    }

    @Override
    public void submit(Step step) {
        while (!waiting.isEmpty() && post(step, waiting.peek())) {
            waiting.remove();
        }
        if (unrung) {
            queuePair.doorbell(step);
            unrung = false;
        }
    }

    @Override
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }
}
