// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.breadboard.platform.runtime.Hang;

/**
 * The thread that virtual time runs on, so that a plug-in that never returns does not take its caller along: whoever
 * calls waits, looks now and then whether events still happen, and gives the thread up when they do not.
 */
final class SimThread implements AutoCloseable {
    private static final long LOOK_MS = 100;

    /** No more counts for one look, so that a process that was stopped meanwhile accuses nobody. */
    private static final long MOST_PER_LOOK_NS = 4 * LOOK_MS * 1_000_000;

    private final long hangNs;
    private final LongSupplier clockNs;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "sim");
        thread.setDaemon(true);
        runner = thread;
        return thread;
    });
    private volatile Thread runner;
    private long beats;
    private volatile long beat;

    /** A thread that is given up after {@code hangNs} of wall-clock time without a {@link #beat}. */
    SimThread(long hangNs) {
        this(hangNs, System::nanoTime);
    }

    SimThread(long hangNs, LongSupplier clockNs) {
        this.hangNs = hangNs;
        this.clockNs = clockNs;
    }

    /** The thread itself; null before its first work. */
    Thread runner() {
        return runner;
    }

    /** Says that events still happen. Called by the work. */
    void beat() {
        beats++;
        beat = beats;
    }

    /**
     * Does the work and returns what it returns.
     *
     * @param stop whether the user wants to stop: then patience is a tenth
     * @param suspect the thread that the work waits for if it does not go on; null for its own
     * @throws Hang if the work was given up
     */
    <T> T run(Callable<T> work, BooleanSupplier stop, Supplier<Thread> suspect) {
        Future<T> done = executor.submit(work);
        long lastBeat = beat;
        long lastLookNs = clockNs.getAsLong();
        long stuckNs = 0;
        while (true) {
            try {
                return done.get(LOOK_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillRunning) {
                long nowNs = clockNs.getAsLong();
                stuckNs += Math.min(nowNs - lastLookNs, MOST_PER_LOOK_NS);
                lastLookNs = nowNs;
                long limitNs = stop.getAsBoolean() ? hangNs / 10 : hangNs;
                if (beat != lastBeat) {
                    lastBeat = beat;
                    stuckNs = 0;
                } else if (stuckNs > limitNs) {
                    Thread other = suspect.get();
                    throw new Hang(limitNs, other == null ? runner : other);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while virtual time ran", e);
            } catch (ExecutionException e) {
                throw rethrown(e.getCause());
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
