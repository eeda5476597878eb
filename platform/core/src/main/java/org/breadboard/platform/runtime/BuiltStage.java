// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RunQueue;
import org.breadboard.api.runtime.spi.RuntimeAccess;

/**
 * A stage of either runtime: who it is, what it is given while its node is built, and the ring and queue that it then
 * has.
 */
public abstract class BuiltStage implements Stage {
    private static final int ARRIVALS_PER_TASK = 2;

    private final int id;
    private final int node;
    private final int generation;
    private final String name;
    private final List<Task> tasks = new ArrayList<>();
    private final RunQueue runnable = RuntimeAccess.get().queue();
    private int slots;
    private Inbox inbox;

    /** A stage whose ring has {@code slots} beside those that are reserved. */
    protected BuiltStage(int id, int node, int generation, String name, int slots) {
        this.id = id;
        this.node = node;
        this.generation = generation;
        this.name = name;
        this.slots = slots;
    }

    /** Unique within a run, counted from 0 in the order of building. */
    public final int id() {
        return id;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int node() {
        return node;
    }

    @Override
    public final int generation() {
        return generation;
    }

    @Override
    public final void reserve(int more) {
        checkBuilding("reserve");
        slots = Math.addExact(slots, more);
    }

    @Override
    public final void add(Task task) {
        checkBuilding("add tasks");
        tasks.add(task);
        slots = Math.addExact(slots, ARRIVALS_PER_TASK);
    }

    private void checkBuilding(String what) {
        if (isStarted()) {
            throw new IllegalStateException(
                    "stage " + name + " of node " + node + " is running: " + what + " while building");
        }
    }

    /** The node is built: there is a ring, and all tasks are runnable. */
    protected final void open() {
        inbox = new Inbox(slots);
        tasks.forEach(runnable::add);
    }

    /** Whether its node is built. */
    public final boolean isStarted() {
        return inbox != null;
    }

    /** The ring; null while the node is built. */
    public final Inbox inbox() {
        return inbox;
    }

    /** Its runnable tasks. */
    public final RunQueue runnable() {
        return runnable;
    }

    /**
     * Puts something into the ring; {@code kind} is one of {@link Arrival}'s.
     *
     * @throws IllegalStateException if the ring is full
     */
    public final void offer(int kind, Message message, Task task, long attempt) {
        if (!inbox.offer(kind, message, task, attempt)) {
            throw new IllegalStateException("the ring of stage " + name + " of node " + node + " with " + inbox.slots()
                    + " slots overflows: a device or protocol delivers more than it reserved");
        }
    }
}
