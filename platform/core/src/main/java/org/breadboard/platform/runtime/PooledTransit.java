// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/**
 * What hops can do in either runtime: messages come from a pool and go back to it, and stages have inboxes. One thread.
 */
public abstract class PooledTransit implements Transit {
    private final MessagePool pool;

    /** Takes messages from {@code pool}. */
    protected PooledTransit(MessagePool pool) {
        this.pool = pool;
    }

    /** Something arrives at a stage; {@code kind} is one of {@link Arrival}'s. */
    protected abstract void arrive(Stage stage, int kind, Message message, Task task, long attempt);

    /** Where messages come from. */
    protected final MessagePool pool() {
        return pool;
    }

    @Override
    public final void deliver(Stage stage, Message message) {
        arrive(stage, Arrival.MESSAGE, message, null, 0);
    }

    @Override
    public final void complete(Stage stage, Message message) {
        arrive(stage, Arrival.COMPLETION, message, message.task(), message.attempt());
    }

    @Override
    public final void wake(Stage stage, Task task, long attempt) {
        arrive(stage, Arrival.WAKE, null, task, attempt);
    }

    @Override
    public final void squash(Stage stage, Task task, long attempt) {
        arrive(stage, Arrival.SQUASH, null, task, attempt);
    }

    @Override
    public final void drop(Message message, Counter reason) {
        reason.add(1);
        release(message);
    }

    @Override
    public final Message copy(Message message) {
        Message copy = take(message.capacityBytes());
        copy.copyOf(message);
        return copy;
    }

    @Override
    public Message take(int capacityBytes) {
        return pool.take(capacityBytes);
    }

    @Override
    public void release(Message message) {
        pool.give(message);
    }
}
