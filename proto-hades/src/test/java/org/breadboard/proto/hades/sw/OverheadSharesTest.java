package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shares of CPU time of HADES Fig. 3, with five requests to records of 1 KB on four nodes; there they are 59, 65 and 71 %. */
class OverheadSharesTest {
    private static final List<Plugin> PLUGINS = List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin());

    @ParameterizedTest
    @CsvSource({"5, 59", "0, 71"})
    void shouldSpendWhatThePaperSays(int writes, double percent) {
        TestMix mix = TestMix.of(PLUGINS, "hades-node", "sw-impl", "object-store")
                .cluster(4, 2, 1)
                .scale(0.01)
                .workload("reads", 5)
                .workload("writes", writes)
                .workload("valueBytes", 1000)
                .contexts(2)
                .measureUs(1_000);
        TestOutcome outcome = mix.run(1);
        Map<String, Long> counters = outcome.counters();
        double all = 0;
        StringBuilder shares = new StringBuilder();
        for (CpuCategory category : CpuCategory.values()) {
            all += counters.get(category.counter());
        }
        for (CpuCategory category : CpuCategory.values()) {
            shares.append(category)
                    .append(' ')
                    .append(100 * counters.get(category.counter()) / all)
                    .append(' ');
        }
        System.out.println(shares);
        double overheads = 100 * (1 - counters.get(CpuCategory.OTHER.counter()) / all);
        assertEquals(percent, overheads, 3, shares.toString());
    }
}
