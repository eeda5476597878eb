// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/** Where a node's hardware sends from: from within a step of one of its cores, or from a hop of its NIC. One thread. */
public final class Outlet {
    private final Hop squashing = Outlet::squash;
    private Step step;
    private Transit transit;

    /** What follows happens in this step. */
    public void use(Step now) {
        step = now;
        transit = null;
    }

    /** What follows happens at this hop. */
    public void use(Transit now) {
        step = null;
        transit = now;
    }

    /** An empty message. */
    public Message take(int capacityBytes) {
        return step != null ? step.take(capacityBytes) : transit.take(capacityBytes);
    }

    /** Now from a hop, at the end of the step from a step. */
    public void leave(Hop hop, Message message) {
        if (step != null) {
            step.leave(hop, message);
        } else {
            hop.arrive(transit, message);
        }
    }

    /** Squashes an attempt through the ring of its stage. */
    public void squash(Stage stage, Task task, long attempt) {
        if (transit != null) {
            transit.squash(stage, task, attempt);
            return;
        }
        Message message = step.take(0);
        message.owner(stage);
        message.completeTo(task, attempt);
        step.leave(squashing, message);
    }

    private static void squash(Transit transit, Message message) {
        transit.squash((Stage) message.owner(), message.task(), message.attempt());
        transit.release(message);
    }
}
