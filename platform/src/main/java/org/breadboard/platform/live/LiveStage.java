package org.breadboard.platform.live;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RunQueue;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.Arrival;
import org.breadboard.platform.runtime.Inbox;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.SeededStream;

/** A stage on a live thread, which gives it a {@link Burst} again and again. Other threads see where it runs, and whether it is dead. */
final class LiveStage implements Stage {
    private static final int ARRIVALS_PER_TASK = 2;

    private final int id;
    private final int node;
    private final int generation;
    private final StageSpec spec;
    private final StageProgram program;
    private final RandomStream random;
    private final List<Task> tasks = new ArrayList<>();
    private final RunQueue runnable = RuntimeAccess.get().queue();
    private int slots = 1;
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
    private Inbox inbox;
    private int thread = -1;
    private volatile boolean dead;

    private boolean full;
    private long steps;
    private long received;
    private long stale;

    LiveStage(int id, int node, int generation, StageSpec spec, StageProgram program, long seed) {
        this.id = id;
        this.node = node;
        this.generation = generation;
        this.spec = spec;
        this.program = program;
        this.random = new SeededStream(seed, id);
    }

    // Building.

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public int node() {
        return node;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public void reserve(int more) {
        checkBuilding("reserve");
        slots = Math.addExact(slots, more);
    }

    @Override
    public void add(Task task) {
        checkBuilding("add tasks");
        tasks.add(task);
        slots = Math.addExact(slots, ARRIVALS_PER_TASK);
    }

    private void checkBuilding(String what) {
        if (inbox != null) {
            throw new IllegalStateException(
                    "stage " + name() + " of node " + node + " is running: " + what + " while building");
        }
    }

    String affinity() {
        return spec.affinity();
    }

    boolean isStarted() {
        return inbox != null;
    }

    /** Makes the ring and all tasks runnable, on the thread of this index. The control thread, while all threads stand still. */
    void start(int onThread) {
        inbox = new Inbox(slots);
        thread = onThread;
        for (Task task : tasks) {
            runnable.add(task);
        }
    }

    /** Nothing of it happens any more. The control thread, while all threads stand still. */
    void die() {
        dead = true;
    }

    /** Empties the inbox of a dead stage into {@code pool}. */
    void clearInbox(MessagePool pool) {
        if (inbox == null) {
            return;
        }
        for (int left = inbox.available(); left > 0; left--) {
            Message message = inbox.next().message();
            inbox.free(inbox.next());
            if (message != null) {
                pool.give(message);
            }
        }
    }

    // For senders.

    boolean isDead() {
        return dead;
    }

    Inbox inbox() {
        return inbox;
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

    String overflow() {
        return "the ring of stage " + name() + " of node " + node + " with " + inbox.slots()
                + " slots overflows: a device or protocol delivers more than it reserved";
    }

    // For its thread.

    StageProgram program() {
        return program;
    }

    RandomStream random() {
        return random;
    }

    RunQueue runnable() {
        return runnable;
    }

    void ready(Task task) {
        runnable.add(task);
    }

    void timerFired(Task task, long attempt) {
        if (dead) {
            return;
        }
        received++;
        if (!countIfStale(task, attempt)) {
            runnable.add(task);
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
        boolean late = task.attempt() != attempt || task.isDone();
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
