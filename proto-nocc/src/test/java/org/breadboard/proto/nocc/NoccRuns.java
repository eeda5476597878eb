// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.p4switch.P4SwitchPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;

/** Small clusters of stores, one machine of clients and switches between them. */
final class NoccRuns {
    static final List<Plugin> PLUGINS = List.of(new NoccPlugin(), new P4SwitchPlugin(), new WorkloadsPlugin());
    static final String NIC = "intel-82599";
    static final String SWITCH = "tofino";
    static final String SERVED = "switch.nocc.readsServed";

    private NoccRuns() {}

    /** One store, eight clients, twenty milliseconds; switches have the protocol's program. */
    static TestMix mix(String protocol, String workload) {
        TestMix mix = TestMix.of(PLUGINS, NIC, protocol, workload)
                .cluster(1, 4, 1)
                .clients(1, 8)
                .contexts(2)
                .measureUs(20_000)
                .protocol("timeoutUs", 2_000);
        return protocol.equals("occ") ? mix : mix.switches(1, SWITCH, protocol);
    }

    /** Runs it, and fails if anything is found wrong or nothing happened. */
    static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.checked() > 0, mix + ", seed " + seed + ": " + outcome);
        assertEquals(0, outcome.unknown(), "transactions without an end, " + mix + ", seed " + seed);
        return outcome;
    }

    static long count(TestOutcome outcome, String counter) {
        return outcome.counters().getOrDefault(counter, 0L);
    }
}
