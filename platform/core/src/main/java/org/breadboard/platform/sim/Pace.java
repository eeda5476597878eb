// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.StageSpec;

/**
 * How long steps of a stage take. One thread.
 *
 * @param slowness how many times as long its work takes as on the reference core
 * @param faster how many times as fast it is in all that it does, memory included
 * @param crowd whom it shares cores with; null for nobody
 */
record Pace(double slowness, double faster, Crowd crowd) {
    /**
     * That of a new stage, which joins its crowd.
     *
     * @param drawn its speed beside that of the spec
     */
    static Pace of(StageSpec spec, double drawn, double faster, Crowd crowd) {
        if (crowd != null) {
            crowd.join();
        }
        return new Pace(1 / ((crowd == null ? spec.speed() : spec.speedAlone()) * drawn), faster, crowd);
    }

    /** How long a step takes that works and stalls for so long at the reference speed. */
    double tookNs(double busyNs, double stallNs) {
        double tookNs = busyNs * (crowd == null ? slowness : slowness * crowd.slowness()) + stallNs;
        return faster == 1 ? tookNs : tookNs / faster;
    }

    /** The stage is busy from now on. */
    void begin() {
        if (crowd != null) {
            crowd.begin();
        }
    }

    /** The stage is not busy any more. */
    void rest() {
        if (crowd != null) {
            crowd.rest();
        }
    }
}
