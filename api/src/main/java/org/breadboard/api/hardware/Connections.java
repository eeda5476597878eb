package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;

/**
 * What a device with reliable connections says of them. A connection sends again what is not acknowledged in time; when
 * all its tries have failed it is broken for good: what it held never completes, and it takes nothing more. Who sees to
 * recovery is told here.
 */
public interface Connections extends Capability {
    /** Whether a connection of this node to {@code node} has broken. Any thread. */
    boolean isBroken(int node);

    /**
     * Makes {@code task} runnable, through the ring of its stage, each time when a connection of this node breaks; its
     * attempt must be the current one of that time. Reserves the ring for one such wake-up of each node. Only while
     * building.
     */
    void whenBroken(Stage stage, Task task);
}
