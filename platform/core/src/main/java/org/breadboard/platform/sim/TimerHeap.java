// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/** Timers, which come in no order: a binary heap by (time, order of setting). */
final class TimerHeap {
    private long[] times = new long[64];
    private long[] orders = new long[64];
    private long[] attempts = new long[64];
    private Task[] tasks = new Task[64];
    private Stage[] stages = new Stage[64];
    private int size;
    private long count;

    boolean isEmpty() {
        return size == 0;
    }

    long nextTimeNs() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** Forgets all of them. */
    void clear() {
        Arrays.fill(tasks, null);
        Arrays.fill(stages, null);
        size = 0;
    }

    /** Sets the timers that a stage's step has given out; they run from its end. */
    void addAll(StepOutput output, Stage stage, long endNs) {
        for (int i = 0; i < output.timers(); i++) {
            add(endNs + (long) output.delayNs(i), stage, output.timer(i), output.attempt(i));
        }
        output.timersSet();
    }

    void add(long timeNs, Stage stage, Task task, long attempt) {
        if (size == times.length) {
            int more = size * 2;
            times = Arrays.copyOf(times, more);
            orders = Arrays.copyOf(orders, more);
            attempts = Arrays.copyOf(attempts, more);
            tasks = Arrays.copyOf(tasks, more);
            stages = Arrays.copyOf(stages, more);
        }
        long order = count++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (times[parent] <= timeNs) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, timeNs, order, attempt, task, stage);
    }

    /** Takes the first timer and wakes its task through the ring of its stage. */
    void fire(Transit transit) {
        Stage stage = stages[0];
        Task task = tasks[0];
        long attempt = attempts[0];
        size--;
        int last = size;
        long timeNs = times[last];
        long order = orders[last];
        long lastAttempt = attempts[last];
        Task lastTask = tasks[last];
        Stage lastStage = stages[last];
        tasks[last] = null;
        stages[last] = null;
        if (size > 0) {
            int at = 0;
            while (true) {
                int child = (at << 1) + 1;
                if (child >= size) {
                    break;
                }
                if (child + 1 < size && before(child + 1, times[child], orders[child])) {
                    child++;
                }
                if (!before(child, timeNs, order)) {
                    break;
                }
                move(child, at);
                at = child;
            }
            put(at, timeNs, order, lastAttempt, lastTask, lastStage);
        }
        transit.wake(stage, task, attempt);
    }

    private boolean before(int index, long timeNs, long order) {
        return times[index] < timeNs || times[index] == timeNs && orders[index] < order;
    }

    private void move(int from, int to) {
        put(to, times[from], orders[from], attempts[from], tasks[from], stages[from]);
    }

    private void put(int at, long timeNs, long order, long attempt, Task task, Stage stage) {
        times[at] = timeNs;
        orders[at] = order;
        attempts[at] = attempt;
        tasks[at] = task;
        stages[at] = stage;
    }
}
