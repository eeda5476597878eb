// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.hw.htmbloom.wire.Outlet;

/**
 * A transaction of this node as its directory knows it: where its attempt stands, and what the shared cache holds of
 * its stores. Whoever conflicts with it squashes it here. One thread: that of the node's stages.
 */
public final class OwnTransaction {
    private final Directory directory;
    private final Outlet outlet;
    private final Stage stage;
    private final Task task;
    private final int core;
    private final int tag;
    private final SpeculativeLines stores = new SpeculativeLines();

    private long attempt;
    private long taskAttempt;
    private boolean active;
    private boolean squashed;
    private boolean agreed;
    private boolean watched;
    private boolean lockedFirst;
    private AbortReason reason;

    /**
     * Gives it a tag.
     *
     * @param outlet by which its task is told that it was squashed
     */
    public OwnTransaction(Directory directory, Outlet outlet, Stage stage, Task task) {
        this.directory = directory;
        this.outlet = outlet;
        this.stage = stage;
        this.task = task;
        core = directory.core(stage);
        tag = directory.add(this);
        attempt = directory.firstAttempt();
    }

    /** The number of its core. */
    public int core() {
        return core;
    }

    /** What names it on its node. */
    public int tag() {
        return tag;
    }

    /** Its number in the cluster. */
    public int number() {
        return directory.number(tag);
    }

    /** The stage that it runs on. */
    public Stage stage() {
        return stage;
    }

    /** What it has stored to memory of its node. */
    public SpeculativeLines stores() {
        return stores;
    }

    /** The number of its latest attempt. */
    public long attempt() {
        return attempt;
    }

    /** Whether an attempt is under way. */
    public boolean isActive() {
        return active;
    }

    /** Whether an attempt is under way that may still commit. */
    public boolean isCurrent(long ofAttempt) {
        return active && !squashed && attempt == ofAttempt;
    }

    /** Whether its attempt was squashed. */
    public boolean isSquashed() {
        return squashed;
    }

    /** Whether its accesses to its own node's memory are watched; if not, it declares them. */
    public boolean isWatched() {
        return watched;
    }

    /** Whether its lines are locked since before it executes. */
    public boolean hasLockedFirst() {
        return lockedFirst;
    }

    /** Says whether its lines are locked since before it executes. */
    public void lockedFirst(boolean hasLockedFirst) {
        lockedFirst = hasLockedFirst;
    }

    /** Why its latest attempt was squashed. */
    public AbortReason reason() {
        return reason;
    }

    /** An attempt begins. */
    public void begin(boolean isWatched) {
        watched = isWatched;
        attempt++;
        taskAttempt = task.attempt();
        active = true;
        squashed = false;
        agreed = false;
    }

    /** All nodes have agreed to its commit: nobody squashes it any more. */
    public void agree() {
        agreed = true;
    }

    /** The attempt is over. */
    public void end() {
        active = false;
        stores.clear();
    }

    /** The shared cache forgets what it has stored. */
    public void drop() {
        stores.drop(directory.caches());
    }

    /** It gives itself up: its step is told by the answer. */
    public void squash(Counter counter, AbortReason why) {
        counter.add(1);
        squashed = true;
        reason = why;
        drop();
    }

    /** Somebody else squashes it, if that is still possible: its task is told through the ring. */
    public void squashedByOther(Counter counter, AbortReason why) {
        if (active && !squashed && !agreed) {
            squash(counter, why);
            outlet.squash(stage, task, taskAttempt);
        }
    }

    /**
     * A line that it has stored leaves the shared cache. That squashes it, unless all have agreed to its commit: then
     * the line is no longer speculative, and memory may have it early, behind the lock.
     */
    void evicted(Counter counter) {
        if (agreed) {
            stores.writtenBack();
        } else {
            squashedByOther(counter, AbortReason.EXHAUSTED);
        }
    }

    /** Makes a message complete to its task. */
    public void addressTo(Message message) {
        message.completeTo(task, taskAttempt);
    }
}
