package org.breadboard.api.runtime;

/**
 * The runnable tasks of one stage in first-in-first-out order; a task is in it at most once. For runtimes. One thread.
 */
public final class RunQueue {
    private Task head;
    private Task tail;
    private int size;

    /** An empty queue. */
    public RunQueue() {}

    /** Adds a task, unless it is in the queue already or is done; says whether it was added. */
    public boolean add(Task task) {
        if (task.queued || task.isDone()) {
            return false;
        }
        task.queued = true;
        if (tail == null) {
            head = task;
        } else {
            tail.nextInQueue = task;
        }
        tail = task;
        size++;
        return true;
    }

    /** Takes the first task, or returns null. */
    public Task poll() {
        Task task = head;
        if (task != null) {
            head = task.nextInQueue;
            if (head == null) {
                tail = null;
            }
            task.nextInQueue = null;
            task.queued = false;
            size--;
        }
        return task;
    }

    /** How many tasks are in the queue. */
    public int size() {
        return size;
    }
}
