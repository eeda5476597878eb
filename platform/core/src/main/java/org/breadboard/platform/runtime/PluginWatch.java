// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.breadboard.api.Plugin;

/**
 * Does work that calls plug-ins outside of steps (resolving a mix, building a cluster, judging a run) on a thread that
 * can be given up. The caller waits; if the thread is in a plug-in's code for too long without a {@link #beat}, the
 * caller gets a {@link Hang} and goes on, and the process counts as tainted. What the platform itself does may take as
 * long as it likes.
 *
 * <p>The work should yield a value and change nothing else, since it may go on after it was given up.
 */
public final class PluginWatch {
    /** How long a plug-in may take outside of steps. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How often it is looked whether the work goes on. */
    static final long LOOK_MS = 50;

    /** No more counts for one look, so that a machine that was suspended accuses nobody. */
    private static final long MOST_PER_LOOK_NS = 4 * LOOK_MS * 1_000_000;
    /** Somebody who pressed Ctrl-C has less patience. */
    private static final int HURRY = 10;

    private final Function<StackTraceElement[], Optional<PluginCode.Place>> place;
    private final long patienceNs;
    private final BooleanSupplier hurried;
    private final Runnable waiting;

    /**
     * A watch over calls into these plug-ins.
     *
     * @param patience how long a plug-in may take
     * @param hurried whether the user wants to stop: then patience is a tenth
     */
    public PluginWatch(Collection<? extends Plugin> plugins, Duration patience, BooleanSupplier hurried) {
        this(plugins, patience, hurried, () -> {});
    }

    /** The same; {@code waiting} is called by the caller's thread now and then while it waits. */
    public PluginWatch(
            Collection<? extends Plugin> plugins, Duration patience, BooleanSupplier hurried, Runnable waiting) {
        this(new PluginCode(plugins)::innermost, patience, hurried, waiting);
    }

    private PluginWatch(
            Function<StackTraceElement[], Optional<PluginCode.Place>> place,
            Duration patience,
            BooleanSupplier hurried,
            Runnable waiting) {
        this.place = place;
        patienceNs = patience.toNanos();
        this.hurried = hurried;
        this.waiting = waiting;
    }

    /** A watch over plug-ins that call the platform, which may take as long as it likes for them. */
    public static PluginWatch ofCallers(
            Collection<? extends Plugin> plugins, Duration patience, BooleanSupplier hurried) {
        return new PluginWatch(new PluginCode(plugins)::culprit, patience, hurried, () -> {});
    }

    /** What is done on the watched thread. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Does it. */
        T get() throws E;
    }

    /** Says that work goes on, where a plug-in is called again and again. On other threads it does nothing. */
    public static void beat() {
        if (Thread.currentThread() instanceof Watched watched) {
            watched.beats.lazySet(++watched.count);
        }
    }

    /**
     * Does the work and returns what it returns, or throws what it throws.
     *
     * @throws Hang if it was given up
     */
    public <T, E extends Exception> T call(Work<T, E> work) throws E {
        FutureTask<T> task = new FutureTask<>(work::get);
        Watched thread = new Watched(task);
        thread.start();
        boolean interrupted = false;
        Patience patience = new Patience(thread);
        try {
            while (true) {
                try {
                    return task.get(LOOK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException stillRunning) {
                    patience.look();
                    waiting.run();
                } catch (InterruptedException hurry) {
                    interrupted = true;
                    thread.interrupt();
                } catch (ExecutionException thrown) {
                    if (thrown.getCause() instanceof Error error) {
                        throw error;
                    }
                    if (thrown.getCause() instanceof RuntimeException unchecked) {
                        throw unchecked;
                    }
                    @SuppressWarnings("unchecked") // the work declares which checked exceptions it throws
                    E checked = (E) thrown.getCause();
                    throw checked;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Watched extends Thread {
        private final AtomicLong beats = new AtomicLong();
        private long count;

        Watched(Runnable work) {
            super(work, "breadboard-plugin-calls");
            setDaemon(true);
        }
    }

    /** How long a thread has been in a plug-in's code without a beat. */
    private final class Patience {
        private final Watched thread;
        private long lastBeat;
        private long lastLookNs = System.nanoTime();
        private long stuckNs;

        Patience(Watched thread) {
            this.thread = thread;
        }

        void look() {
            long nowNs = System.nanoTime();
            stuckNs += Math.min(nowNs - lastLookNs, MOST_PER_LOOK_NS);
            lastLookNs = nowNs;
            long beat = thread.beats.get();
            if (beat != lastBeat) {
                lastBeat = beat;
                stuckNs = 0;
            }
            long limitNs = hurried.getAsBoolean() ? patienceNs / HURRY : patienceNs;
            if (stuckNs <= limitNs / 2) {
                return;
            }
            // From half of the time on it is looked where the thread is: one look outside of plug-ins clears them.
            Optional<PluginCode.Place> stuck = place.apply(thread.getStackTrace());
            if (stuck.isEmpty()) {
                stuckNs = 0;
            } else if (stuckNs > limitNs) {
                throw giveUp(stuck.get(), limitNs);
            }
        }

        private Hang giveUp(PluginCode.Place where, long limitNs) {
            String sentence = "Plug-in '" + where.plugin() + "' did not return for " + limitNs / 1e9 + " s ("
                    + where.method() + "), so its thread was given up.";
            Hang hang = new Hang(sentence, thread);
            Tainted.mark("plug-in '" + where.plugin() + "'", sentence.substring(0, sentence.length() - 1), thread);
            thread.interrupt();
            return hang;
        }
    }
}
