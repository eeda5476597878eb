// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.live.Spread;
import org.breadboard.platform.sim.SimEngine;

/**
 * The runtimes that a test runs on: in virtual time, and live on fewer threads than nodes and on more than there may be
 * cores.
 */
enum Runtimes {
    FIGURES,
    EXPLORE,
    ONE_THREAD,
    TWO_THREADS,
    FOUR_THREADS_ACROSS_NODES;

    Engine engine(long seed) {
        return switch (this) {
            case FIGURES -> new SimEngine(seed, false);
            case EXPLORE -> new SimEngine(seed, true);
            case ONE_THREAD -> live(seed, 1, Spread.BY_NODE);
            case TWO_THREADS -> live(seed, 2, Spread.BY_NODE);
            case FOUR_THREADS_ACROSS_NODES -> live(seed, 4, Spread.ACROSS_NODES);
        };
    }

    private static Engine live(long seed, int threads, Spread spread) {
        return new LiveEngine(seed, threads, spread, LiveEngine.DEFAULT_HANG_NS);
    }

    /** How many messages are taken and not given back. */
    static long messagesOut(Engine of) {
        return of instanceof SimEngine sim ? sim.messagesOut() : ((LiveEngine) of).messagesOut();
    }

    /** How many arrivals came too late for their attempt. */
    static long staleArrivals(Engine of) {
        return of instanceof SimEngine sim ? sim.staleArrivals() : ((LiveEngine) of).staleArrivals();
    }
}
