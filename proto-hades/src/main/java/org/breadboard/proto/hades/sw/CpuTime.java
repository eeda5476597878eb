package org.breadboard.proto.hades.sw;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Step;

/**
 * Keeps a stage busy and counts for what, in whole ns of one counter per {@link CpuCategory}. What a NIC's driver charges by itself for
 * doorbells and polls is not in the counters. One stage's thread.
 */
public final class CpuTime {
    private static final CpuCategory[] CATEGORIES = CpuCategory.values();

    private final Counter[] counters = new Counter[CATEGORIES.length];
    private final double[] fractionsNs = new double[CATEGORIES.length];

    /** For one stage of a node. Only while the node is built. */
    public CpuTime(NodeScope scope) {
        for (int i = 0; i < CATEGORIES.length; i++) {
            counters[i] = scope.counter(CATEGORIES[i].counter());
        }
    }

    /** Keeps the stage busy for so long, 0 or more. */
    public void charge(Step step, CpuCategory category, double ns) {
        step.busy(ns);
        count(category, ns);
    }

    /** Counts what has kept the stage already. */
    public void count(CpuCategory category, double ns) {
        int i = category.ordinal();
        double sum = fractionsNs[i] + ns;
        long whole = (long) sum;
        fractionsNs[i] = sum - whole;
        counters[i].add(whole);
    }

    /**
     * Counts what has kept the stage already, and charges what is left of a cost that includes it.
     *
     * @param spentNs posts and memory that the work took
     * @param costNs all that it costs; nothing is left if that is less
     */
    public void chargeRest(Step step, CpuCategory category, double costNs, double spentNs) {
        count(category, spentNs);
        charge(step, category, Math.max(0, costNs - spentNs));
    }
}
