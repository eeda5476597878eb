package org.breadboard.platform.run;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.breadboard.platform.runtime.Tainted;

/**
 * Runs a simulation on a thread of its own, and gives that up once a step does not return. It adds up only time in which the watching
 * thread was awake too, so that a machine that was suspended accuses nobody.
 */
final class StepWatch {
    private static final long LOOK_NS = 100_000_000;
    private static final long STACK_BYTES = 64L << 20;

    private final long limitNs;
    private final AtomicLong beats = new AtomicLong();
    private volatile boolean stepping;
    private volatile Function<String, RunResult> lastWords;

    /** A watch that gives a step up after {@code limitNs}. */
    StepWatch(long limitNs) {
        this.limitNs = limitNs;
    }

    /** Takes how to make a result of what was measured, should a step from here on never return. */
    void lastWords(Function<String, RunResult> result) {
        lastWords = result;
    }

    /** Says that steps begin or end. */
    void stepping(boolean now) {
        stepping = now;
    }

    /** The same question, which an engine asks between steps, as a sign of life. */
    BooleanSupplier asked(BooleanSupplier question) {
        return () -> {
            beats.lazySet(beats.getPlain() + 1);
            return question.getAsBoolean();
        };
    }

    /** Calls, and returns the result, or that of what was measured until a step did not return. */
    RunResult call(Callable<RunResult> run) {
        FutureTask<RunResult> task = new FutureTask<>(run);
        Thread thread = new Thread(null, task, "simulation", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        long seen = -1;
        long stuckNs = 0;
        try {
            while (true) {
                try {
                    return task.get(LOOK_NS, TimeUnit.NANOSECONDS);
                } catch (TimeoutException goesOn) {
                    long now = beats.get();
                    stuckNs = stepping && now == seen ? stuckNs + LOOK_NS : 0;
                    seen = now;
                    if (stuckNs >= limitNs) {
                        return givenUp(thread);
                    }
                } catch (InterruptedException hurried) {
                    // A run is stopped by its cancellation, and then ends by itself.
                    interrupted = true;
                }
            }
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown.getCause();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RunResult givenUp(Thread thread) {
        String at = PluginFault.place(thread.getStackTrace())
                .map(place -> " at " + place)
                .orElse("");
        String sentence = "A step did not return for " + limitNs / 1_000_000_000.0 + " s" + at
                + "; its thread was given up, so start again before trusting any figure.";
        Tainted.mark("simulation", sentence);
        return lastWords.apply(sentence);
    }
}
