// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import java.util.Arrays;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.kit.hardware.Slots;

/**
 * A reliable connection of a host thread or a core. A request keeps its place until its completion is taken off the
 * ring.
 */
final class VerbQueuePair implements QueuePair, Place, MessageReader {
    private final NicParameters parameters;
    private final Hop way;
    private final Stage stage;
    private final boolean onCore;
    private final int node;
    private final int target;
    private final Slots places;
    private final Message[] waiting;
    private int waitingCount;
    private int posted;
    /** Read by threads that serve the target. */
    private volatile String[] names = new String[4];

    private int nameCount;

    // The requester's side of answers; live, one thread brings them all.
    private final Sequence answers;
    // The responder's side; live, one thread that serves the target.
    private final Sequence requests;
    private boolean executing;

    /** {@code first} is the number of its first request. */
    VerbQueuePair(
            NicParameters parameters,
            Hop way,
            Stage stage,
            boolean onCore,
            int node,
            int target,
            int sendSlots,
            int first) {
        this.parameters = parameters;
        this.way = way;
        this.stage = stage;
        this.onCore = onCore;
        this.node = node;
        this.target = target;
        places = new Slots(sendSlots);
        waiting = new Message[sendSlots];
        posted = first;
        answers = new Sequence(sendSlots, first);
        requests = new Sequence(sendSlots, first);
    }

    /** Whether a core posts to it; otherwise a host thread. */
    boolean isOnCore() {
        return onCore;
    }

    String regionName(Message message) {
        return names[Verb.region(message)];
    }

    @Override
    public Reading read(Message message) {
        int operation = Verb.operation(message);
        if (Verb.isAnswer(message)) {
            String answer = operation == Verb.READ
                    ? "the bytes"
                    : operation == Verb.WRITE ? "written" : "the word that was there";
            return new Reading(Reading.UNNAMED, answer);
        }
        String words = switch (operation) {
            case Verb.READ -> "read " + Verb.copiedBytes(message) + " B of ";
            case Verb.WRITE -> "write " + Verb.copiedBytes(message) + " B to ";
            case Verb.SWAP -> "compare and swap a word of ";
            default -> "fetch and add a word of ";
        };
        return new Reading(Reading.UNNAMED, words + regionName(message));
    }

    private int index(String name) {
        for (int i = 0; i < nameCount; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        if (nameCount == names.length) {
            names = Arrays.copyOf(names, 2 * nameCount);
        }
        names[nameCount] = name;
        return nameCount++;
    }

    private boolean post(
            Step step, Task task, int operation, String name, long address, Message message, int lengthBytes) {
        Verb.address(message, operation, index(name), node, target, address);
        Verb.number(message, lengthBytes, posted++);
        message.owner(this);
        message.completeTo(task);
        message.place(this);
        waiting[waitingCount++] = message;
        packet(step);
        return true;
    }

    private void packet(Step step) {
        if (onCore) {
            step.stall(parameters.corePacketNs);
        } else {
            step.busy(parameters.cpuPacketNs);
        }
    }

    @Override
    public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
        if (!places.take()) {
            return false;
        }
        return post(step, task, Verb.READ, name, address, step.take(lengthBytes), lengthBytes);
    }

    @Override
    public boolean write(Step step, Task task, String name, long address, Message payload) {
        return places.take() && post(step, task, Verb.WRITE, name, address, payload, 0);
    }

    @Override
    public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
        return places.take() && post(step, task, Verb.SWAP, name, address, operands(step, expected, value), 0);
    }

    @Override
    public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
        return places.take() && post(step, task, Verb.ADD, name, address, operands(step, delta, 0), 0);
    }

    private static Message operands(Step step, long first, long second) {
        Message message = step.take(2 * Long.BYTES);
        message.putLong(0, first);
        message.putLong(Long.BYTES, second);
        message.lengthBytes(2 * Long.BYTES);
        return message;
    }

    @Override
    public void doorbell(Step step) {
        if (waitingCount == 0) {
            return;
        }
        if (onCore) {
            packet(step);
        } else {
            step.busy(parameters.cpuDoorbellNs);
        }
        for (int i = 0; i < waitingCount; i++) {
            step.leave(way, waiting[i]);
            waiting[i] = null;
        }
        waitingCount = 0;
    }

    @Override
    public void polled(Step step, Message message) {
        packet(step);
    }

    @Override
    public void target(int other) {
        throw new IllegalStateException("only DC queue pairs change their target (FaSST 7.1)");
    }

    /** An answer has reached the stage's side; completions keep the order of posting. */
    void complete(Transit transit, Message message, Counter repeatedAnswers) {
        if (!answers.put(Verb.number(message), message)) {
            transit.drop(message, repeatedAnswers);
            return;
        }
        for (Message next = answers.poll(); next != null; next = answers.poll()) {
            if (next.task() == null) {
                transit.release(next);
            } else {
                transit.complete(stage, next);
            }
        }
    }

    /** A request is at the responder's side; false if it has been there before. */
    boolean accept(Message message) {
        return requests.put(Verb.number(message), message);
    }

    /**
     * The request that may be executed now, or null: each once and in the order of posting, and if so wished one at a
     * time.
     */
    Message next(boolean oneByOne) {
        Message next = executing ? null : requests.poll();
        executing |= oneByOne && next != null;
        return next;
    }

    /** What {@link #next} gave has been executed. */
    void executed() {
        executing = false;
    }

    @Override
    public void free() {
        places.free();
    }
}
