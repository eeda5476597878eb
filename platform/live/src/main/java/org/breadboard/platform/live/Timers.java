// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.Arrays;
import org.breadboard.api.runtime.Task;

/** The timers of one thread: a binary heap by deadline over plain arrays. */
final class Timers {
    private long[] deadlines = new long[64];
    private long[] attempts = new long[64];
    private Task[] tasks = new Task[64];
    private LiveStage[] stages = new LiveStage[64];
    private int size;

    /** When the next one is due, in ns since the run began; {@link Long#MAX_VALUE} if there is none. */
    long nextNs() {
        return size == 0 ? Long.MAX_VALUE : deadlines[0];
    }

    void add(long deadlineNs, LiveStage stage, Task task, long attempt) {
        if (size == deadlines.length) {
            deadlines = Arrays.copyOf(deadlines, size * 2);
            attempts = Arrays.copyOf(attempts, size * 2);
            tasks = Arrays.copyOf(tasks, size * 2);
            stages = Arrays.copyOf(stages, size * 2);
        }
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (deadlines[parent] <= deadlineNs) {
                break;
            }
            put(at, deadlines[parent], stages[parent], tasks[parent], attempts[parent]);
            at = parent;
        }
        put(at, deadlineNs, stage, task, attempt);
    }

    /** Wakes the tasks of all timers that are due. */
    void fire(long nowNs) {
        while (size > 0 && deadlines[0] <= nowNs) {
            LiveStage stage = stages[0];
            Task task = tasks[0];
            long attempt = attempts[0];
            removeFirst();
            stage.wakes(task, attempt);
        }
    }

    private void removeFirst() {
        int last = --size;
        long deadlineNs = deadlines[last];
        long attempt = attempts[last];
        Task task = tasks[last];
        LiveStage stage = stages[last];
        tasks[last] = null;
        stages[last] = null;
        if (last == 0) {
            return;
        }
        int at = 0;
        while (true) {
            int child = (at << 1) + 1;
            if (child >= last) {
                break;
            }
            if (child + 1 < last && deadlines[child + 1] < deadlines[child]) {
                child++;
            }
            if (deadlines[child] >= deadlineNs) {
                break;
            }
            put(at, deadlines[child], stages[child], tasks[child], attempts[child]);
            at = child;
        }
        put(at, deadlineNs, stage, task, attempt);
    }

    private void put(int at, long deadlineNs, LiveStage stage, Task task, long attempt) {
        deadlines[at] = deadlineNs;
        stages[at] = stage;
        tasks[at] = task;
        attempts[at] = attempt;
    }
}
