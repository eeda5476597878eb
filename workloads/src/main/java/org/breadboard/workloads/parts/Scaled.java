// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.RefusedException;

/** Sizes of populations under the cluster's scale. */
public final class Scaled {
    private Scaled() {}

    /**
     * A population after scaling, rounded to the nearest number.
     *
     * @param what the plural name for the refusal
     * @param full how many there are at scale 1
     * @throws RefusedException if fewer than {@code least} are left
     */
    public static long population(String what, long full, double scale, long least) {
        long scaled = (long) StrictMath.floor(full * scale + 0.5);
        if (scaled < least) {
            throw new RefusedException("scale " + scale + " leaves " + scaled + " of " + full + " " + what
                    + ", but the workload needs at least " + least + ".");
        }
        return scaled;
    }
}
