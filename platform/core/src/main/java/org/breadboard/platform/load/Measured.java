// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import java.util.Arrays;
import java.util.Objects;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.breadboard.api.observe.AbortReason;

/**
 * What clients measured within the window, by type of transaction and by phase of the load. In virtual time all stages
 * share one, live each has its own. Written by one thread at a time, and read while it stands still.
 */
public final class Measured {
    /** Of latencies of all transactions, and of those of each kind where memory allows it: three significant digits. */
    public static final int DIGITS = 3;

    /** Of latencies of each kind where every stage has its own: two, which take a tenth of the memory. */
    public static final int FEW_DIGITS = 2;

    private static final long LONGEST_NS = 60_000_000_000L;
    private static final AbortReason[] REASONS = AbortReason.values();

    private final Window window;
    private final Phases phases;
    private final int types;
    private final int digits;
    /** Grows with what is recorded: for the longest latency it would take 200 KB, and a cluster has many of them. */
    private final Histogram latencyNs = new Histogram(DIGITS);

    /** Of latencies since they were taken, if somebody takes them. */
    private AbstractHistogram takenNs;

    private final long[] batches = new long[Window.BATCHES];
    /** By kind: type, and phase within it. Made when the first of the kind commits. */
    private final Histogram[] latencies;
    /** By kind, and reason within it. */
    private final long[] aborts;

    private long allCommitted;

    /**
     * Nothing measured yet.
     *
     * @param types how many types of transactions there are
     * @param phases how the load changes in the window
     * @param digits significant digits of the latencies of a kind
     */
    public Measured(Window window, int types, Phases phases, int digits) {
        this.window = window;
        this.phases = phases;
        this.types = Math.max(1, types);
        this.digits = digits;
        latencies = new Histogram[this.types * phases.count()];
        aborts = new long[latencies.length * REASONS.length];
    }

    /** Nothing measured yet, of the same kinds in the same window. */
    public Measured none() {
        return new Measured(window, types, phases, digits);
    }

    /** One is complete that was meant to begin at {@code intendedNs}. */
    public void committed(int type, long intendedNs, long nowNs) {
        allCommitted++;
        int batch = window.batch(nowNs);
        if (batch >= 0) {
            long tookNs = Math.min(Math.max(0, nowNs - intendedNs), LONGEST_NS);
            batches[batch]++;
            latencyNs.recordValue(tookNs);
            if (takenNs != null) {
                takenNs.recordValue(tookNs);
            }
            latency(kind(type, nowNs)).recordValue(tookNs);
        }
    }

    /** An attempt did not commit. */
    public void aborted(int type, AbortReason reason, long nowNs) {
        if (window.batch(nowNs) >= 0) {
            aborts[kind(type, nowNs) * REASONS.length + reason.ordinal()]++;
        }
    }

    private int kind(int type, long nowNs) {
        return type * phases.count() + phases.at(nowNs - window.fromNs());
    }

    private Histogram latency(int kind) {
        if (latencies[kind] == null) {
            latencies[kind] = new Histogram(digits);
        }
        return latencies[kind];
    }

    /** Forgets what was counted while the window was rehearsed; how many have committed in all stays. */
    public void forget() {
        latencyNs.reset();
        takenNs = null;
        Arrays.fill(batches, 0);
        Arrays.fill(aborts, 0);
        Arrays.stream(latencies).filter(Objects::nonNull).forEach(Histogram::reset);
    }

    /** Adds what another stage measured. */
    public void add(Measured other) {
        latencyNs.add(other.latencyNs);
        allCommitted += other.allCommitted;
        addAll(batches, other.batches);
        addAll(aborts, other.aborts);
        for (int kind = 0; kind < latencies.length; kind++) {
            if (other.latencies[kind] != null) {
                latency(kind).add(other.latencies[kind]);
            }
        }
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

    /**
     * Latencies since this was called before, in ns, which are the caller's; none the first time. Up to 200 of them are
     * kept, so they are as small as they can be.
     */
    public AbstractHistogram takeLatencies() {
        AbstractHistogram taken = takenNs;
        takenNs = new IntCountsHistogram(DIGITS);
        return taken == null ? new IntCountsHistogram(DIGITS) : taken;
    }

    /** How many types of transactions there are. */
    public int types() {
        return types;
    }

    /** How the load changes in the window. */
    public Phases phases() {
        return phases;
    }

    /** Those of one type in one phase; a histogram of the caller's own. */
    public Histogram latencyNs(int type, int phase) {
        Histogram own = latencies[type * phases.count() + phase];
        return own == null ? new Histogram(digits) : own.copy();
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
        long sum = 0;
        for (int type = 0; type < types; type++) {
            for (int phase = 0; phase < phases.count(); phase++) {
                sum += aborted(type, phase, reason);
            }
        }
        return sum;
    }

    /** How many attempts of one type were aborted in one phase for a reason. */
    public long aborted(int type, int phase, AbortReason reason) {
        return aborts[(type * phases.count() + phase) * REASONS.length + reason.ordinal()];
    }

    /** How many of a type completed. */
    public long ofType(int type) {
        long sum = 0;
        for (int phase = 0; phase < phases.count(); phase++) {
            Histogram own = latencies[type * phases.count() + phase];
            sum += own == null ? 0 : own.getTotalCount();
        }
        return sum;
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
