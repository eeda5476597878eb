// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.junit.jupiter.api.Test;

/** How evenly the events of windows fall on threads, in clusters of which all machines work, or one does. */
class BalanceTest {
    private static final int NODES = 5;
    private static final double ONE_WAY_NS = 400;
    private static final long END_NS = 60_000;
    private static final StageProgram SILENT = (step, message) -> {};

    @Test
    void shouldTellWhatThreadsCouldGain() {
        Map<Integer, Double> even = gains(NODES, false);
        Map<Integer, Double> uneven = gains(1, false);
        assertEquals(List.of(2, 4, 8, 16), List.copyOf(even.keySet()));
        for (int threads : even.keySet()) {
            assertTrue(even.get(threads) > 1.3 && even.get(threads) <= Math.min(threads, NODES + 1), even.toString());
            assertEquals(1, uneven.get(threads), 0.05, "only one machine has anything to do");
        }
        assertEquals(even.get(8), even.get(16), "there are fewer processes than that");
        assertEquals(Map.of(), gains(NODES, true), "on several threads nobody counts");
    }

    /** Of as many machines that work by themselves. */
    private static Map<Integer, Double> gains(int working, boolean threads) {
        try (SimEngine engine = new SimEngine(1, false)) {
            SwitchFabric fabric = new SwitchFabric(
                    engine, NODES, Mix.Network.PLAIN, new Nemesis(Faults.NONE, 1, NODES, NODES, name -> new Tally()));
            for (int node = 0; node < NODES; node++) {
                fabric.attach(node, 80, ONE_WAY_NS, (transit, packet) -> transit.release(packet));
                engine.stage(node, 0, StageSpec.named("core"), SILENT).add(node < working ? new Ticking() : new Idle());
            }
            fabric.seal();
            engine.threads(threads ? 2 : 1);
            engine.start();
            engine.runUntil(END_NS, () -> false);
            return engine.gains();
        }
    }

    private static final class Ticking extends Task {
        @Override
        protected Next step(Step step) {
            step.busy(20);
            return Next.AGAIN;
        }
    }

    private static final class Idle extends Task {
        @Override
        protected Next step(Step step) {
            return Next.DONE;
        }
    }
}
