// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/** Draws types of transactions by their weights. Immutable; any thread. */
public final class TransactionMix {
    private final int[] ends;

    /**
     * A mix.
     *
     * @param weights of each type, in the order of types: whole numbers, not negative, of which one is above 0
     */
    public TransactionMix(int... weights) {
        ends = new int[weights.length];
        int end = 0;
        for (int type = 0; type < weights.length; type++) {
            if (weights[type] < 0) {
                throw new IllegalArgumentException("weight " + weights[type] + " of type " + type);
            }
            end = Math.addExact(end, weights[type]);
            ends[type] = end;
        }
        if (end == 0) {
            throw new IllegalArgumentException("all weights are 0");
        }
    }

    /** The next type. */
    public int next(RandomStream random) {
        int drawn = random.nextInt(ends[ends.length - 1]);
        int type = 0;
        while (drawn >= ends[type]) {
            type++;
        }
        return type;
    }
}
