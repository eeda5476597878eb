// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;

/**
 * Told of what happens in virtual time, while it happens and in its order; it changes nothing, so that a run yields the
 * same whether somebody is told or not. Times are in ns since the run began. By the engine's thread.
 */
public interface SimObserver {
    /**
     * A stage begins a step.
     *
     * @param message what it takes from its ring, or null
     * @param task whose step it is, or which the message completes, or null; a step without either transmits
     */
    void stepBegins(Stage stage, long nowNs, Message message, Task task);

    /** The step that began last has been done, and keeps its stage until then. */
    void stepEnds(long untilNs);

    /** A task was made ready, or its timer set, by the step or hop that goes on. */
    void readied(Task task);

    /** A message was taken, empty, by the step or hop that goes on. */
    void taken(Message message);

    /** A message ends; its content is still there. */
    void released(Message message);

    /** A message leaves a stage. */
    void leaves(Stage stage, long nowNs, Message message);

    /** A message has passed a resource, and is at the hop behind it; null if a timer runs out instead. */
    void atHop(Message message);

    /**
     * A message comes to a resource.
     *
     * @param node of the resource, or -1
     * @param beginsNs when its service begins
     * @param servedNs when its service is done with it
     * @param leavesNs when it reaches the next hop, having travelled
     */
    void serves(
            int node, String resource, Message message, long nowNs, double beginsNs, double servedNs, long leavesNs);

    /**
     * Something comes to the ring of a stage.
     *
     * @param message or null
     * @param task that it is for, or null
     */
    void arrives(Stage stage, long nowNs, Message message, Task task);
}
