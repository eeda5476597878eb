// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.Locale;

/**
 * Tells when the rate of a live run has become steady: when that of the last second differs by less than 5%, and what
 * chance makes of few transactions, from that of the second before, twice in a row. A JVM compiles what runs often, so
 * the first seconds of a run are several times slower than the rest. For the thread that drives the run.
 */
final class WarmUp {
    /** How long the run goes on between two looks. */
    static final long SLICE_NS = 250_000_000L;

    /** After so long a run is measured, steady or not. */
    static final long MOST_NS = 10_000_000_000L;

    private static final double STEADY = 0.05;
    private static final int SPAN = 4;
    private static final int SLICES = (int) (MOST_NS / SLICE_NS);

    private final long[] committed = new long[SLICES + 1];
    private final long[] atNs = new long[SLICES + 1];
    private int slices;
    private int steadyLooks;

    /** The run has got as far as this. */
    void add(long committedSoFar, long nowNs) {
        slices++;
        committed[slices] = committedSoFar;
        atNs[slices] = nowNs;
        steadyLooks = slices >= 2 * SPAN && Math.abs(change()) < bound() ? steadyLooks + 1 : 0;
    }

    /** Whether the rate is steady, or it does not become so. */
    boolean isOver() {
        return slices == SLICES || isSteady();
    }

    /** How much of the time that it may take has passed. */
    double share() {
        return (double) slices / SLICES;
    }

    boolean isSteady() {
        return steadyLooks >= 2;
    }

    /** What counts as steady: the few transactions of a slow run differ more from second to second, by chance alone. */
    private double bound() {
        return STEADY + 2 * Math.sqrt(2.0 / (committed[slices] - committed[slices - SPAN]));
    }

    /** By how much the rate of the last second is above that of the one before, as a share of it. */
    private double change() {
        return rate(slices) / rate(slices - SPAN) - 1;
    }

    private double rate(int last) {
        return (double) (committed[last] - committed[last - SPAN]) / (atNs[last] - atNs[last - SPAN]);
    }

    /** What is to be said of it, once it is over. */
    String remark() {
        double seconds = atNs[slices] / 1e9;
        if (committed[slices] == committed[slices - SPAN]) {
            return String.format(Locale.ROOT, "Nothing committed in the last of %.1f s of warming up.", seconds);
        }
        return isSteady()
                ? String.format(
                        Locale.ROOT,
                        "It warmed up for %.1f s: until the rate of a second was within 5%% of that of the one before.",
                        seconds)
                : String.format(
                        Locale.ROOT,
                        "Its rate was not steady after %.1f s of warming up: in the last second it changed by %.0f%%."
                                + " Quote it only with a longer one (time.warmupUs).",
                        seconds,
                        change() * 100);
    }
}
