package org.breadboard.platform.load;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;

/** What one stage's clients measured within the window. */
public final class Measured {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final AbortReason[] REASONS = AbortReason.values();

    private final Window window;
    /** Grows with what is recorded: for the longest latency it would take 200 KB, and a cluster has many of them. */
    private final Histogram latencyNs = new Histogram(3);

    private final long[] batches = new long[Window.BATCHES];
    private final long[] aborts = new long[REASONS.length];
    private final long[] types;
    private final long[] abortsOfTypes;
    private long allCommitted;

    /** Nothing measured yet, for transactions of so many types. */
    public Measured(Window window, int types) {
        this.window = window;
        this.types = new long[Math.max(1, types)];
        abortsOfTypes = new long[this.types.length];
    }

    /** One is complete that was meant to begin at {@code intendedNs}. */
    public void committed(int type, long intendedNs, long nowNs) {
        allCommitted++;
        int batch = window.batch(nowNs);
        if (batch >= 0) {
            batches[batch]++;
            types[type]++;
            latencyNs.recordValue(Math.min(Math.max(0, nowNs - intendedNs), LONGEST_NS));
        }
    }

    /** An attempt did not commit. */
    public void aborted(int type, AbortReason reason, long nowNs) {
        if (window.batch(nowNs) >= 0) {
            abortsOfTypes[type]++;
            aborts[reason.ordinal()]++;
        }
    }

    /** Forgets what was counted while the window was rehearsed; how many have committed in all stays. */
    public void forget() {
        latencyNs.reset();
        Arrays.fill(batches, 0);
        Arrays.fill(aborts, 0);
        Arrays.fill(types, 0);
        Arrays.fill(abortsOfTypes, 0);
    }

    /** Adds what another stage measured. */
    public void add(Measured other) {
        latencyNs.add(other.latencyNs);
        allCommitted += other.allCommitted;
        addAll(batches, other.batches);
        addAll(aborts, other.aborts);
        addAll(types, other.types);
        addAll(abortsOfTypes, other.abortsOfTypes);
    }

    private static void addAll(long[] to, long[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] += from[i];
        }
    }

    /** Latencies from the intended start, in ns. */
    public Histogram latencyNs() {
        return latencyNs;
    }

    /** How many completed in the window. */
    public long committed() {
        long sum = 0;
        for (long batch : batches) {
            sum += batch;
        }
        return sum;
    }

    /** How many completed so far, in the window or not. */
    public long allCommitted() {
        return allCommitted;
    }

    /** How many attempts were aborted for a reason. */
    public long aborted(AbortReason reason) {
        return aborts[reason.ordinal()];
    }

    /** How many of a type completed. */
    public long ofType(int type) {
        return types[type];
    }

    /** How many attempts of a type were aborted. */
    public long abortedOfType(int type) {
        return abortsOfTypes[type];
    }

    /** Half the width of the 95% confidence interval of the rate per second, from the means of the batches. */
    public double rateCi95PerSecond() {
        double batchSeconds = window.lengthNs() / 1e9 / Window.BATCHES;
        double mean = (double) committed() / Window.BATCHES;
        double squares = 0;
        for (long batch : batches) {
            squares += (batch - mean) * (batch - mean);
        }
        double deviation = Math.sqrt(squares / (Window.BATCHES - 1));
        return STUDENT_19 * deviation / Math.sqrt(Window.BATCHES) / batchSeconds;
    }

    /** Student's t for 19 degrees of freedom, 97.5%. */
    private static final double STUDENT_19 = 2.093;
}
