// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.runtime.StepEnds;

/** What a step has given out, and what happens when it ends: messages leave, and timers begin. One stage's. */
final class StepOutput {
    private Hop[] hops = new Hop[16];
    private Message[] messages = new Message[16];
    private int outs;
    private StepEnds.Listener[] listeners = new StepEnds.Listener[1];
    private int listening;
    private Task[] tasks = new Task[4];
    private double[] delaysNs = new double[4];
    private long[] attempts = new long[4];
    private int timers;

    /** A message is to leave. */
    void add(Hop hop, Message message) {
        if (outs == hops.length) {
            hops = Arrays.copyOf(hops, outs * 2);
            messages = Arrays.copyOf(messages, outs * 2);
        }
        hops[outs] = hop;
        messages[outs++] = message;
    }

    /** A task is to run again, so long after the step's end. */
    void add(Task task, double delayNs) {
        if (timers == tasks.length) {
            tasks = Arrays.copyOf(tasks, timers * 2);
            delaysNs = Arrays.copyOf(delaysNs, timers * 2);
            attempts = Arrays.copyOf(attempts, timers * 2);
        }
        tasks[timers] = task;
        attempts[timers] = task.attempt();
        delaysNs[timers++] = delayNs;
    }

    int timers() {
        return timers;
    }

    Task timer(int index) {
        return tasks[index];
    }

    double delayNs(int index) {
        return delaysNs[index];
    }

    long attempt(int index) {
        return attempts[index];
    }

    /** The timers are set. */
    void timersSet() {
        Arrays.fill(tasks, 0, timers, null);
        timers = 0;
    }

    /** Somebody is to be told that it has ended. */
    void add(StepEnds.Listener listener) {
        if (listening == listeners.length) {
            listeners = Arrays.copyOf(listeners, listening * 2);
        }
        listeners[listening++] = listener;
    }

    /** Whether there is anybody to tell, or a message. */
    boolean isAny() {
        return listening + outs > 0;
    }

    /**
     * The step has ended: those who are to be told are, and messages leave.
     *
     * @param observer or null
     * @param stage whose step it was
     * @param step that stage, between two steps
     * @return whether there was {@linkplain #isAny any}
     */
    boolean send(Transit transit, SimObserver observer, Stage stage, Step step, long nowNs) {
        boolean any = isAny();
        for (int i = 0; i < listening; i++) {
            listeners[i].stepEnded(step);
        }
        listening = 0;
        for (int i = 0; i < outs; i++) {
            Hop hop = hops[i];
            Message message = messages[i];
            messages[i] = null;
            if (observer != null) {
                observer.leaves(stage, nowNs, message);
            }
            hop.arrive(transit, message);
        }
        outs = 0;
        return any;
    }

    /** The stage has crashed before the step's end. */
    void drop(Transit transit) {
        listening = 0;
        for (int i = 0; i < outs; i++) {
            transit.release(messages[i]);
            messages[i] = null;
        }
        outs = 0;
    }
}
