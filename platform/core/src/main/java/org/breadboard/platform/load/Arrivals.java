// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.runtime.RandomStream;

/**
 * When transactions of one stage's clients are to begin: in a closed loop, whose clients may think, or in an open loop
 * of Poisson arrivals; either may change in {@link Phases}. The stage's thread.
 */
public final class Arrivals {
    private final double meanGapNs;
    private final double thinkNs;
    private final Phases phases;
    private final double stagger;
    private final long spreadNs;
    private final Window window;
    private double nextArrivalNs;

    /**
     * Arrivals of one stage.
     *
     * @param ratePerSecond of this stage's open loop, or 0 for a closed loop
     * @param thinkNs mean of the time from an outcome to the next transaction of a closed loop
     * @param phases how arrivals change while they are measured, or the contexts of a closed loop that take part
     * @param stagger where the stage stands among all that have clients, between 0 and 1: as the load changes, their
     *     contexts come in one after the other
     * @param spreadNs over which the contexts of a closed loop begin, evenly, so that they are not in step; 0 if all
     *     begin at once
     */
    public Arrivals(double ratePerSecond, double thinkNs, Phases phases, double stagger, long spreadNs, Window window) {
        this.meanGapNs = ratePerSecond > 0 ? 1e9 / ratePerSecond : 0;
        this.thinkNs = thinkNs;
        this.phases = phases;
        this.stagger = stagger;
        this.spreadNs = meanGapNs > 0 ? 0 : spreadNs;
        this.window = window;
    }

    /** Whether none begin any more. */
    boolean areOver(long nowNs) {
        return nowNs >= window.toNs();
    }

    /** Has clients wait for the beginning of their first transactions, where these are spread. */
    void spread(Client[] clients, RandomStream random) {
        if (spreadNs > 0) {
            double phase = random.nextDouble();
            for (Client client : clients) {
                client.waits((long) (spreadNs * (client.context + phase) / clients.length));
            }
        }
    }

    /** When the next transaction of one of so many contexts is to begin. */
    long nextNs(RandomStream random, int context, int contexts, long nowNs) {
        if (meanGapNs == 0) {
            return thoughtNs(random, context, contexts, nowNs);
        }
        double gapNs = -meanGapNs * Math.log1p(-random.nextDouble());
        nextArrivalNs = phases == Phases.STEADY ? nextArrivalNs + gapNs : phases.after(nextArrivalNs, gapNs, window);
        return (long) nextArrivalNs;
    }

    /** When a client that begins to think now, or waits for its phase, is ready. */
    private long thoughtNs(RandomStream random, int context, int contexts, long nowNs) {
        double readyAt = nowNs;
        if (thinkNs > 0) {
            readyAt -= thinkNs * Math.log1p(-random.nextDouble());
        }
        if (phases != Phases.STEADY) {
            readyAt = phases.above(Phases.share(context, stagger, contexts), readyAt, window);
        }
        return (long) Math.ceil(Math.min(readyAt, (double) window.toNs()));
    }
}
