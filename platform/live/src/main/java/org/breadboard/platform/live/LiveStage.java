// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.Arrival;
import org.breadboard.platform.runtime.BuiltStage;
import org.breadboard.platform.runtime.Inbox;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A stage on a live thread, which gives it a {@link Burst} again and again. Other threads see where it runs, and
 * whether it is dead.
 */
final class LiveStage extends BuiltStage {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private final StageSpec spec;
    private final StageProgram program;
    private final RandomStream random;
    private final Hop delivered = (transit, message) -> transit.deliver(this, message);
    private final Hop completed = (transit, message) -> transit.complete(this, message);
    private final Hop woken = (transit, message) -> {
        transit.wake(this, message.task(), message.attempt());
        transit.release(message);
    };
    private final Hop squashed = (transit, message) -> {
        transit.squash(this, message.task(), message.attempt());
        transit.release(message);
    };
    private int thread = -1;
    private volatile boolean dead;

    private boolean full;
    private long steps;
    private long received;
    private long stale;

    LiveStage(int id, int node, int generation, StageSpec spec, StageProgram program, long seed) {
        super(id, node, generation, spec.name(), 1);
        this.spec = spec;
        this.program = program;
        this.random = new SeededStream(seed, id);
    }

    String affinity() {
        return spec.affinity();
    }

    /**
     * Makes the ring and all tasks runnable, on the thread of this index. The control thread, while all threads stand
     * still.
     */
    void start(int onThread) {
        thread = onThread;
        open();
    }

    /** Nothing of it happens any more. The control thread, while all threads stand still. */
    void die() {
        dead = true;
    }

    /** Empties the inbox of a dead stage into {@code pool}. */
    void clearInbox(MessagePool pool) {
        if (!isStarted()) {
            return;
        }
        Inbox inbox = inbox();
        for (int left = inbox.available(); left > 0; left--) {
            Message message = inbox.message();
            inbox.free();
            if (message != null) {
                pool.give(message);
            }
        }
    }

    // For senders.

    boolean isDead() {
        return dead;
    }

    /** The hop on this stage's own thread at which an arrival of a kind becomes one. */
    Hop threshold(int kind) {
        return switch (kind) {
            case Arrival.MESSAGE -> delivered;
            case Arrival.COMPLETION -> completed;
            case Arrival.WAKE -> woken;
            default -> squashed;
        };
    }

    /** The index of its thread. */
    int thread() {
        return thread;
    }

    // For its thread.

    StageProgram program() {
        return program;
    }

    RandomStream random() {
        return random;
    }

    void ready(Task task) {
        runnable().add(task);
    }

    /** A timer of a task is due, or a call that it waits for has ended. */
    void wakes(Task task, long attempt) {
        if (dead) {
            return;
        }
        received++;
        if (!countIfStale(task, attempt)) {
            runnable().add(task);
        }
    }

    /** Whether its last transmit left something for want of room, which may come without an arrival that says so. */
    boolean isFull() {
        return full;
    }

    void full(boolean left) {
        full = left;
    }

    void countReceived() {
        received++;
    }

    void countStep() {
        steps++;
    }

    /** Whether something comes too late for its attempt; then it is counted. */
    boolean countIfStale(Task task, long attempt) {
        boolean late = task.attempt() != attempt || ACCESS.isDone(task);
        if (late) {
            stale++;
        }
        return late;
    }

    // Reports, while all threads stand still.

    long steps() {
        return steps;
    }

    long received() {
        return received;
    }

    long stale() {
        return stale;
    }
}
