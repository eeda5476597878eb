// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls code that may never return. Java cannot stop a thread, so a call that outlives its patience is left to itself
 * on a daemon thread, and the process counts as tainted from then on: the thread may burn a core, and spoil whatever is
 * measured.
 */
public final class Watchdog {
    private final Duration patience;
    private volatile boolean tainted;

    /** A watchdog that waits this long. */
    public Watchdog(Duration patience) {
        this.patience = patience;
    }

    /**
     * Calls on a thread of its own, and waits.
     *
     * @param name what is called, as the thread's name
     * @return what it returned
     * @throws TimeoutException if it did not return in time; it goes on, and the process is tainted
     * @throws ExecutionException if it threw, with what it threw as the cause
     * @throws InterruptedException if the calling thread was interrupted while it waited; the call goes on, and the
     *     process is tainted
     */
    public <T> T call(String name, Callable<T> code) throws TimeoutException, ExecutionException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(code);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | InterruptedException abandoned) {
            tainted = true;
            thread.interrupt();
            throw abandoned;
        }
    }

    /** Whether a call was ever abandoned. */
    public boolean tainted() {
        return tainted;
    }

    /** How long it waits. */
    public Duration patience() {
        return patience;
    }
}
