// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.Map;

/**
 * What a run took of the wall clock, phase by phase, and what it did in it: figures of Breadboard itself, and of
 * nothing that it runs.
 *
 * @param buildingNs building nodes and filling tables
 * @param warmingNs the warm-up
 * @param measuringNs the measured window: in virtual time, simulating it
 * @param restingNs until nothing was under way any more
 * @param judgingNs checking what was recorded and what is left in memory
 * @param messages messages and completions that stages took in, over the whole run
 * @param messagesMeasured those of the window
 * @param eventsMeasured events of the window in virtual time; 0 on real threads, which have none
 * @param gains by how many threads, how many times as fast as one they could be at most; empty where that was not
 *     counted
 */
public record Work(
        long buildingNs,
        long warmingNs,
        long measuringNs,
        long restingNs,
        long judgingNs,
        long messages,
        long messagesMeasured,
        long eventsMeasured,
        Map<Integer, Double> gains) {

    /** All of it. */
    public long wallNs() {
        return buildingNs + warmingNs + measuringNs + restingNs + judgingNs;
    }

    /** Messages of the window by a second of measuring it; NaN if nothing was measured. */
    public double messagesPerSecond() {
        return perSecond(messagesMeasured);
    }

    /** Events of the window by a second of measuring it; NaN if there were none. */
    public double eventsPerSecond() {
        return eventsMeasured == 0 ? Double.NaN : perSecond(eventsMeasured);
    }

    private double perSecond(long count) {
        return measuringNs == 0 ? Double.NaN : count * 1e9 / measuringNs;
    }
}
