// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime.spi;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ProviderType;

/** The members of messages and tasks that are for runtimes alone. */
@ProviderType
public abstract class RuntimeAccess {
    private static RuntimeAccess access;

    static {
        try {
            // The one implementation lies beside messages and tasks, since it sees what nobody else does.
            Class.forName("org.breadboard.api.runtime.Access");
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For the one implementation. */
    protected RuntimeAccess() {}

    /** The one implementation has been initialised. */
    protected static void open(RuntimeAccess one) {
        access = one;
    }

    /** The access. */
    public static RuntimeAccess get() {
        return access;
    }

    /** A message of no pool that can carry {@code capacityBytes}. */
    public abstract Message message(int capacityBytes);

    /** A pool hands a message out. */
    public abstract void issue(Message message);

    /**
     * A pool gets a message back: its place is free, and all but its bytes forgotten.
     *
     * @throws IllegalStateException if it is in a pool already: two owners would write to it
     */
    public abstract void giveBack(Message message);

    /** A message is taken off a ring: frees its place there, if it has one. */
    public abstract void leavePlace(Message message);

    /** Whether its receiver kept a message, which is then forgotten. */
    public abstract boolean takeKept(Message message);

    /** An empty queue. */
    public abstract RunQueue queue();

    /** Runs one step of a task. */
    public abstract Task.Next run(Task task, Step step);

    /** Whether a task is done: its last step said so. */
    public abstract boolean isDone(Task task);

    /** Hands over a completion of the task's current attempt; says whether the task is ready to run. */
    public abstract boolean offer(Task task, Step step, Message message);

    /** Hands over a squash of the task's current attempt; says whether the task is ready to run. */
    public abstract boolean offerSquash(Task task, Step step);
}
