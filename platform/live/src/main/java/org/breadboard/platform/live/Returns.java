// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.breadboard.api.runtime.Task;

/** Calls that came back to one live thread, from threads of their own, in the order in which they did. */
final class Returns {
    private final Waiting reader;
    private final ConcurrentLinkedQueue<Return> queue = new ConcurrentLinkedQueue<>();

    /** What waits for a call. */
    private record Return(LiveStage stage, Task task, long attempt) {}

    /** An empty one; {@code reader} is where the live thread waits. */
    Returns(Waiting reader) {
        this.reader = reader;
    }

    /** A call has ended. Any thread. */
    void add(LiveStage stage, Task task, long attempt) {
        queue.add(new Return(stage, task, attempt));
        reader.rouse();
    }

    /** Makes the tasks ready whose calls have ended; says whether there was one. The live thread. */
    boolean take() {
        boolean any = false;
        for (Return next = queue.poll(); next != null; next = queue.poll()) {
            next.stage.wakes(next.task, next.attempt);
            any = true;
        }
        return any;
    }

    /** Whether none came back that was not taken. Any thread. */
    boolean isEmpty() {
        return queue.isEmpty();
    }
}
