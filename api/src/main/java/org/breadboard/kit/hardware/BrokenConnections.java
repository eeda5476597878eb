package org.breadboard.kit.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.breadboard.api.hardware.Connections;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/** Which nodes a device has given up, and who wants to know. */
public final class BrokenConnections implements Connections {
    private final AtomicIntegerArray broken;
    private final List<Listener> listeners = new ArrayList<>();

    private record Listener(Stage stage, Task task) {}

    /** None of a node's connections to so many nodes has broken. */
    public BrokenConnections(int nodes) {
        broken = new AtomicIntegerArray(nodes);
    }

    @Override
    public boolean isBroken(int node) {
        return broken.get(node) != 0;
    }

    @Override
    public void whenBroken(Stage stage, Task task) {
        stage.reserve(broken.length());
        listeners.add(new Listener(stage, task));
    }

    /**
     * A connection to a node has broken; only the first one of each node is told of. Any thread that serves the node.
     */
    public void broke(Transit transit, int node) {
        if (broken.getAndSet(node, 1) == 0) {
            for (Listener listener : listeners) {
                transit.wake(listener.stage, listener.task, listener.task.attempt());
            }
        }
    }
}
