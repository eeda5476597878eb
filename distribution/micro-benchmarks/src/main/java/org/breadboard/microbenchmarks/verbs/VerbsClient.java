// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** One context: it posts a batch to one queue pair, rings, and does so again when all of it is complete. */
final class VerbsClient extends Task {
    private final VerbsSettings settings;
    private final Targets targets;
    private final Operations operations;
    private final int ordinal;
    private final long regionBytes;
    private final long[] addresses;
    /** WRITE: the number of the last one to each node and place of the batch. */
    private final int[] lastWritten;
    /** CAS: what each word of each node is believed to hold. */
    private final long[] believed;

    private final long[] expected;

    private QueuePair queuePair;
    private int node;
    private int outstanding;
    private int answered;
    private long startedNs;
    private int sequence;
    private long succeeded;

    VerbsClient(
            VerbsSettings settings, Targets targets, Operations operations, int nodes, int ordinal, long regionBytes) {
        this.settings = settings;
        this.targets = targets;
        this.operations = operations;
        this.ordinal = ordinal;
        this.regionBytes = regionBytes;
        addresses = new long[settings.batch()];
        boolean writes = settings.verb() == VerbsSettings.Verb.WRITE;
        boolean swaps = settings.verb() == VerbsSettings.Verb.CAS;
        lastWritten = new int[writes ? nodes * settings.batch() : 0];
        expected = new long[settings.batch()];
        believed = new long[swaps ? nodes * (int) (regionBytes / Long.BYTES) : 0];
    }

    @Override
    protected Next step(Step step) {
        if (operations.stopping(step)) {
            return Next.DONE;
        }
        int drawn = targets.draw(step.random());
        node = targets.node(drawn);
        queuePair = targets.queuePair(drawn);
        startedNs = step.nowNs();
        answered = 0;
        outstanding = 0;
        while (outstanding < settings.batch() && post(step, outstanding)) {
            outstanding++;
            if (!settings.oneDoorbell()) {
                queuePair.doorbell(step);
            }
        }
        queuePair.doorbell(step);
        return outstanding == 0 ? Next.AGAIN : Next.AWAIT;
    }

    private boolean post(Step step, int index) {
        return switch (settings.verb()) {
            case READ -> {
                int places = (int) ((regionBytes - settings.valueBytes()) / Long.BYTES) + 1;
                addresses[index] = (long) step.random().nextInt(places) * Long.BYTES;
                yield queuePair.read(step, this, VerbsBenchmark.REGION, addresses[index], settings.valueBytes());
            }
            case WRITE -> postWrite(step, index);
            case CAS -> {
                long held = believed[word(step, index)];
                expected[index] = held;
                yield queuePair.compareAndSwap(step, this, VerbsBenchmark.REGION, addresses[index], held, held + 1);
            }
            case FAA -> {
                word(step, index);
                yield queuePair.fetchAndAdd(step, this, VerbsBenchmark.REGION, addresses[index], 1);
            }
        };
    }

    /** Draws a word for an atomic; its place among those of all nodes. */
    private int word(Step step, int index) {
        int words = (int) (regionBytes / Long.BYTES);
        int word = step.random().nextInt(words);
        addresses[index] = (long) word * Long.BYTES;
        return node * words + word;
    }

    private boolean postWrite(Step step, int index) {
        Message payload = step.take(settings.strideBytes());
        for (int i = 0; i < settings.strideBytes(); i += Long.BYTES) {
            payload.putLong(i, Pattern.written(ordinal, sequence + 1));
        }
        payload.lengthBytes(settings.valueBytes());
        boolean silent = settings.oneCompletion() && index < settings.batch() - 1;
        if (!queuePair.write(step, silent ? null : this, VerbsBenchmark.REGION, place(index), payload)) {
            step.release(payload);
            return false;
        }
        sequence++;
        lastWritten[node * settings.batch() + index] = sequence;
        return true;
    }

    /** Where this client's WRITE of a place in the batch goes, at every node. */
    long place(int index) {
        return ((long) ordinal * settings.batch() + index) * settings.strideBytes();
    }

    @Override
    protected boolean completed(Step step, Message message) {
        queuePair.polled(step, message);
        check(step, message, answered);
        int done = settings.oneCompletion() ? outstanding : 1;
        for (int i = 0; i < done; i++) {
            operations.completed(step, startedNs);
        }
        answered += done;
        return answered == outstanding;
    }

    private void check(Step step, Message message, int index) {
        switch (settings.verb()) {
            case READ -> {
                int wrong = message.lengthBytes() == settings.valueBytes()
                        ? Pattern.firstWrong(message.bytes(), settings.valueBytes(), addresses[index])
                        : message.lengthBytes();
                if (wrong >= 0) {
                    operations.wrong(
                            step,
                            "A READ of " + settings.valueBytes() + " B at " + addresses[index] + " of node " + node
                                    + " came back wrong from byte " + wrong + " on.");
                }
            }
            case CAS -> {
                int word = node * (int) (regionBytes / Long.BYTES) + (int) (addresses[index] / Long.BYTES);
                long old = message.getLong(0);
                if (old == expected[index]) {
                    succeeded++;
                    believed[word] = old + 1;
                } else {
                    believed[word] = old;
                }
            }
            case FAA -> succeeded++;
            default -> {}
        }
    }

    /** How many atomics changed a word. */
    long succeeded() {
        return succeeded;
    }

    /** The number of the last WRITE to a place at a node, or 0. */
    int lastWritten(int node, int index) {
        return lastWritten[node * settings.batch() + index];
    }

    int ordinal() {
        return ordinal;
    }
}
