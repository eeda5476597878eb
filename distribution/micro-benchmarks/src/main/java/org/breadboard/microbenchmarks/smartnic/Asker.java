// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** A thread or core that keeps each of its contexts' one request on the way to node 0. */
final class Asker implements StageProgram {
    private final BenchSettings settings;
    private final int thread;
    private final int ordinal;
    private final boolean writes;
    private final boolean reads;
    private final long[] startedNs;
    private final int[] sequence;
    /** Contexts whose request found no room, to be tried again. */
    private final int[] waiting;

    private int waitingCount;
    private Way way;
    private Operations operations;

    Asker(BenchSettings settings, int thread, int ordinal, int contexts) {
        this.settings = settings;
        this.thread = thread;
        this.ordinal = ordinal;
        writes = settings.pattern == BenchSettings.Pattern.NIC_WRITE
                || settings.pattern == BenchSettings.Pattern.HOST_WRITE;
        reads = settings.pattern == BenchSettings.Pattern.HOST_READ;
        startedNs = new long[contexts];
        sequence = new int[contexts];
        waiting = new int[contexts];
    }

    void open(Way chosen, Operations counted) {
        way = chosen;
        operations = counted;
    }

    /** The task that makes the first requests. */
    Task beginning() {
        return new Task() {
            @Override
            protected Next step(Step step) {
                for (int context = 0; context < startedNs.length; context++) {
                    ask(step, context);
                }
                return Next.DONE;
            }
        };
    }

    private void ask(Step step, int context) {
        int header = writes || reads ? Request.ADDRESS_HEADER_BYTES : Request.TAG_BYTES;
        int words = words(header);
        Message message = step.take(header + settings.strideBytes());
        message.kind(settings.fromHost ? Request.FROM_HOST : 0);
        message.putInt(0, Request.tag(thread, context));
        if (writes || reads) {
            message.putLong(Request.TAG_BYTES, address(context));
        }
        for (int i = 0; i < words; i++) {
            message.putLong(header + i * Long.BYTES, word(sequence[context] + 1));
        }
        message.lengthBytes(lengthBytes(header));
        if (way.send(step, (ordinal * startedNs.length + context) % settings.serverCores, message)) {
            sequence[context]++;
            startedNs[context] = step.nowNs();
        } else {
            step.release(message);
            waiting[waitingCount++] = context;
        }
    }

    private int words(int header) {
        if (reads) {
            return 0;
        }
        return writes ? settings.strideBytes() / Long.BYTES : (settings.valueBytes - header) / Long.BYTES;
    }

    private int lengthBytes(int header) {
        if (reads) {
            return header;
        }
        return writes ? header + settings.valueBytes : Math.max(header, settings.valueBytes);
    }

    @Override
    public void receive(Step step, Message message) {
        way.polled(step, message);
        int context = Request.context(message);
        if (reads) {
            check(step, context, "A read", message, Request.stored(address(context)));
        } else if (!writes && settings.valueBytes >= Request.TAG_BYTES + Long.BYTES) {
            check(step, context, "An echo", message, word(sequence[context]));
        }
        operations.completed(step, startedNs[context]);
        if (!operations.stopping(step)) {
            ask(step, context);
        }
    }

    private void check(Step step, int context, String what, Message message, long expected) {
        long value = message.getLong(Request.TAG_BYTES);
        if (value != expected) {
            operations.wrong(
                    step,
                    what + " of context " + context + " of asker " + ordinal + " returned " + Long.toHexString(value)
                            + " instead of " + Long.toHexString(expected) + ".");
        }
    }

    @Override
    public Transmit transmit(Step step) {
        int tries = waitingCount;
        waitingCount = 0;
        for (int i = 0; i < tries; i++) {
            ask(step, waiting[i]);
        }
        Transmit did = way.transmit(step);
        return did == Transmit.IDLE && waitingCount > 0 ? Transmit.FULL : did;
    }

    private long word(int count) {
        return (long) ordinal << Integer.SIZE | count;
    }

    private long address(int context) {
        return (long) (ordinal * startedNs.length + context) * settings.strideBytes();
    }

    /**
     * Where {@code context} writes, what it wrote last, and how many contexts there are: for the check after the run.
     */
    int contexts() {
        return startedNs.length;
    }

    long place(int context) {
        return address(context);
    }

    long lastWritten(int context) {
        if (reads) {
            return Request.stored(address(context));
        }
        return writes && sequence[context] > 0 ? word(sequence[context]) : 0;
    }
}
