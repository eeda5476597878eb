// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.Locale;
import java.util.Optional;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.mix.Mix;

/**
 * What an open loop brought while it was measured, and how much of it was done. A system that does less than comes has
 * a queue that grows, so its latencies are those of the queue.
 *
 * @param offered transactions that were to begin; 0 in a closed loop
 * @param completed those that committed, or gave up by themselves
 */
record Offered(double offered, double completed, long measuredNs) {
    /** What may be left at the end of a window, as a share of what came. */
    private static final double LEFT = 0.05;

    /** Of a run on so many stages that have clients. */
    static Offered of(Mix mix, int stages, Measured sum, long measuredNs) {
        double perSecond = stages * mix.load().ratePerNode() / mix.cluster().threads();
        return new Offered(
                perSecond * mix.load().phases().mean((double) measuredNs) * measuredNs / 1e9,
                sum.committed() + sum.aborted(AbortReason.APPLICATION),
                measuredNs);
    }

    /** Whether more came than was done, beyond what Poisson arrivals differ from their mean by chance. */
    private boolean grows() {
        return offered - completed > Math.max(LEFT * offered, 4 * Math.sqrt(offered));
    }

    /** What is to be said of a run that was offered too much, or nothing. */
    Optional<String> remark() {
        return grows()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "It was offered %s and completed %s: its queue grew all the while, so a longer window makes latencies"
                                + " longer. Quote them only where it is offered less (load.ratePerNode).",
                        rate(offered),
                        rate(completed)))
                : Optional.empty();
    }

    private String rate(double count) {
        double perSecond = count * 1e9 / measuredNs;
        return perSecond >= 1e6
                ? String.format(Locale.ROOT, "%.2f M/s", perSecond / 1e6)
                : String.format(Locale.ROOT, "%.1f k/s", perSecond / 1e3);
    }
}
