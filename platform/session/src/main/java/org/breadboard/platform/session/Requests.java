// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What callers ask of the thread that drives a live cluster, which answers while all stages stand still. Any thread.
 */
final class Requests {
    private final Queue<FutureTask<?>> asked = new ConcurrentLinkedQueue<>();
    private final BooleanSupplier gone;

    /** {@code gone} tells whether the thread may have gone: callers answer themselves then. */
    Requests(BooleanSupplier gone) {
        this.gone = gone;
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    /** Answers all that is asked. */
    void answer() {
        for (FutureTask<?> task = asked.poll(); task != null; task = asked.poll()) {
            task.run();
        }
    }

    /** Asks, and waits for the answer; throws what that throws. */
    <T> T ask(Supplier<T> what) {
        FutureTask<T> task = new FutureTask<>(what::get);
        asked.add(task);
        if (gone.getAsBoolean()) {
            task.run();
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException hurry) {
                    interrupted = true;
                } catch (ExecutionException thrown) {
                    if (thrown.getCause() instanceof RuntimeException unchecked) {
                        throw unchecked;
                    }
                    throw (Error) thrown.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
