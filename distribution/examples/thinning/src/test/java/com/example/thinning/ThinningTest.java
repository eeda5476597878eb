package com.example.thinning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.p4switch.P4SwitchPlugin;
import org.breadboard.proto.nocc.NoccPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/** In a rack of one store and one machine with clients, which send what was lost again. */
class ThinningTest {
    private static final List<Plugin> PLUGINS =
            List.of(new ThinningPlugin(), new P4SwitchPlugin(), new NoccPlugin(), new WorkloadsPlugin());

    @Test
    void shouldDropPacketsAndHarmNobody() {
        TestOutcome outcome = rack().run(1);
        assertEquals(List.of(), outcome.findings());
        assertTrue(outcome.checked() > 100, outcome.checked() + " transactions were checked");
        assertTrue(outcome.counters().get("switch.thinning.dropped") > 0, outcome.counters() + "");
    }

    @Test
    void shouldHarmNobodyUnderManyInterleavings() {
        for (int seed = 0; seed < 5; seed++) {
            assertEquals(List.of(), rack().explore().run(seed).findings(), "seed " + seed);
        }
    }

    private static TestMix rack() {
        return TestMix.of(PLUGINS, "intel-82599", "occ", "counters")
                .cluster(1, 2, 1)
                .clients(1, 8)
                .switches(1, "tofino", "thinning")
                .program("every", 10)
                .protocol("timeoutUs", 2_000)
                .measureUs(20_000);
    }
}
