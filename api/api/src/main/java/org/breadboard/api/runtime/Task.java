// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something that runs on a stage in steps and waits between them: a coroutine, a chain of DMA callbacks, a transaction,
 * a packet's passes. A task belongs to one stage, whose thread makes all calls.
 *
 * <p>What a task waits for reaches it through the ring of its stage and carries the attempt that asked for it. An
 * arrival of an older attempt is dropped by the runtime and counted, so a task that gives up its attempt calls
 * {@link #restart()}, and never sees what it asked for before.
 */
@ConsumerType
public abstract class Task {
    /** What a task does after a step. */
    public enum Next {
        /** Wait: it runs again when something makes it ready. */
        AWAIT,
        /** Run again in the stage's next burst, after what has arrived meanwhile. */
        AGAIN,
        /** Never run again. */
        DONE
    }

    private long attempt = 1;
    private boolean done;
    boolean queued;
    Task nextInQueue;

    /** For subclasses. */
    protected Task() {}

    /**
     * One step: it acts at one instant, {@link Step#nowNs()}. To see memory after time has passed, return and run
     * again.
     *
     * @return what to do next; never null
     */
    protected abstract Next step(Step step);

    /**
     * Something that the current attempt asked for is complete. The message's bytes live until this returns.
     *
     * @return whether the task is ready to run
     */
    protected boolean completed(Step step, Message message) {
        return true;
    }

    /**
     * Hardware squashed the current attempt. The runtime has not changed anything: the task undoes what it must and
     * usually calls {@link #restart()}.
     *
     * @return whether the task is ready to run
     */
    protected boolean squashed(Step step) {
        restart();
        return true;
    }

    /** The current attempt, unique within this task. */
    public final long attempt() {
        return attempt;
    }

    /** Whether the last step returned {@link Next#DONE}. */
    final boolean isDone() {
        return done;
    }

    /** Begins a new attempt: whatever the old one still waits for will be dropped. */
    protected final void restart() {
        attempt++;
    }

    /** Runs one step. */
    final Next run(Step step) {
        Next next = step(step);
        done = next == Next.DONE;
        return next;
    }
}
