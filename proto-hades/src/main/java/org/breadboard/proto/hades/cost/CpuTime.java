// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.cost;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Step;

/**
 * Counts for what a stage is kept, in whole ns of one counter per {@link CpuCategory}. What calls into hardware, stores
 * and memory charge is counted by giving them a {@linkplain #metered metered} step. One stage's thread.
 */
public final class CpuTime {
    private static final CpuCategory[] CATEGORIES = CpuCategory.values();

    private final Counter[] counters = new Counter[CATEGORIES.length];
    private final double[] fractionsNs = new double[CATEGORIES.length];
    private final MeteredStep meter = new MeteredStep(this);

    /** For one stage of a node. Only while the node is built. */
    public CpuTime(NodeScope scope) {
        for (int i = 0; i < CATEGORIES.length; i++) {
            counters[i] = scope.counter(CATEGORIES[i].counter());
        }
    }

    /**
     * The same step, of which every ns that keeps the stage is counted for a category. Valid until the next call, or
     * until the step ends.
     */
    public Step metered(Step step, CpuCategory category) {
        return meter.begin(step, category);
    }

    /** What has kept the stage through the last {@link #metered} step so far, in ns. */
    public double spentNs() {
        return meter.spentNs();
    }

    /** Keeps the stage busy for so long, 0 or more. */
    public void charge(Step step, CpuCategory category, double ns) {
        step.busy(ns);
        count(category, ns);
    }

    /**
     * Charges what is left of a cost that includes the posts and the memory that the work took, which are counted
     * already.
     *
     * @param costNs all that it costs; nothing is left if that is less than what was spent
     */
    public void chargeBeyond(Step step, CpuCategory category, double costNs, double spentNs) {
        charge(step, category, Math.max(0, costNs - spentNs));
    }

    /** Counts what has kept the stage. */
    void count(CpuCategory category, double ns) {
        int i = category.ordinal();
        double sum = fractionsNs[i] + ns;
        long whole = (long) sum;
        fractionsNs[i] = sum - whole;
        counters[i].add(whole);
    }
}
