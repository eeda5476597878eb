// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Calls of a live cluster to what is outside of it, each on a thread of its own. Its queue to a live thread is
 * {@link Returns}. Any thread.
 */
final class LiveCalls implements BlockingCalls {
    private final LiveControl control;
    private final LiveThread[] threads;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
    private final ExecutorService pool = Executors.newCachedThreadPool(call -> {
        Thread thread = new Thread(call, "breadboard-call-" + made.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    });

    /** {@code threads} in the order of their indices. */
    LiveCalls(LiveControl control, LiveThread[] threads) {
        this.control = control;
        this.threads = threads;
    }

    @Override
    public void run(Step step, Task task, Runnable call) {
        LiveStage stage = (LiveStage) step.stage();
        long attempt = task.attempt();
        underWay.incrementAndGet();
        pool.execute(() -> {
            try {
                call.run();
                threads[stage.thread()].returns().add(stage, task, attempt);
            } catch (Throwable t) {
                control.failed(stage, t);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    @Override
    public void atEnd(AutoCloseable what) {
        open.add(what);
    }

    /** Whether no call is under way. */
    boolean isQuiet() {
        return underWay.get() == 0;
    }

    /** Closes what is open, and gives the calls a while to come back. When the live threads have ended. */
    @SuppressWarnings("EmptyCatch") // What is closed badly is closed.
    void close(long waitMs) {
        for (AutoCloseable next = open.poll(); next != null; next = open.poll()) {
            try {
                next.close();
            } catch (Exception closed) {
                // It is not needed any more.
            }
        }
        pool.shutdownNow();
        try {
            pool.awaitTermination(waitMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
