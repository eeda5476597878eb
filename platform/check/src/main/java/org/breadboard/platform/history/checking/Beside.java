// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Does two things at once, and leaves no thread behind. */
final class Beside {
    private Beside() {}

    /**
     * Does both, and returns when both have ended. What the second throws is thrown, or else what the first throws.
     *
     * @param work is done on a thread of its own, and has to end whatever becomes of the other: nobody watches it, so
     *     it calls no plug-ins
     * @param own is done on the caller's thread
     * @return what the work returns
     */
    static <T> T call(Supplier<T> work, Runnable own) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(task, "breadboard-graph");
        thread.setDaemon(true);
        thread.start();
        try {
            own.run();
        } finally {
            awaitEnd(thread);
        }
        return result(task);
    }

    private static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException hurry) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T result(FutureTask<T> ended) {
        try {
            return ended.get();
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown.getCause();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException("It has ended, so nobody waits.", impossible);
        }
    }
}
