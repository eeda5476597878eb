// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.breadboard.api.runtime.spi.RunQueue;

/** A queue that is linked through its tasks, so that nothing is allocated. */
final class TaskQueue extends RunQueue {
    private Task head;
    private Task tail;
    private int size;

    @Override
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

    @Override
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

    @Override
    public int size() {
        return size;
    }
}
