package org.breadboard.hw.htmbloom.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class FilterBenchmarkTest {
    private static final int TRIALS = 20_000;
    private static final Mix.Mode SIM = new Mix.Mode("sim", false, 0);

    @Test
    void shouldCountFalsePositivesNearTheory() {
        Map<String, Long> counters = run(Map.of("lines", 100), SIM, 1);
        assertEquals(TRIALS, counters.get("trials"));
        assertEquals(31_506_000, counters.get("theoryPerBillion"), 10_000);
        double expected = counters.get("theoryPerBillion") / 1e9 * TRIALS;
        assertEquals(expected, counters.get("falsePositives"), 4 * Math.sqrt(expected));
        assertEquals(0, counters.get("setsFound"), "read filters know of no sets");
    }

    @Test
    void shouldFindFiveSetsPerLineOfAWriteFilter() {
        Map<String, Long> counters = run(Map.of("filter", "write", "lines", 40), SIM, 1);
        double perLine = counters.get("setsFound") / (40.0 * TRIALS);
        assertEquals(5, perLine, 0.05, "4096 bits for five slices of 4096 sets");
    }

    @Test
    void shouldSayWhatANodeStores() {
        Map<String, Long> counters = run(Map.of(), SIM, 1);
        assertEquals(7_040, counters.get("storageCoreBytes"));
        assertEquals(11_140, counters.get("storageNicBytes"));
        assertEquals(4, counters.get("storageTagBits"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write"})
    void shouldDoTheSameForTheSameSeedAndOnRealThreads(String filter) {
        Map<String, Object> values = Map.of("filter", filter, "lines", 64, "runLines", 16, "writeBits", 64);
        Map<String, Long> once = run(values, SIM, 7);
        assertTrue(once.get("falsePositives") > 0);
        assertEquals(once, run(values, SIM, 7));
        assertNotEquals(once, run(values, SIM, 8));
        assertTrue(run(values, new Mix.Mode("live", false, 1), 7).get("trials") > 0);
    }

    @Test
    void shouldRefuseWhatCannotBeBuilt() {
        assertThrows(RefusedException.class, () -> run(Map.of("readBits", 1000), SIM, 1));
        assertThrows(RefusedException.class, () -> run(Map.of("writeHashes", 9), SIM, 1));
        RefusedException refused =
                assertThrows(RefusedException.class, () -> run(Map.of("lines", 10, "runLines", 4), SIM, 1));
        assertTrue(refused.getMessage().contains("runLines"), refused.getMessage());
    }

    private static Map<String, Long> run(Map<String, Object> values, Mix.Mode mode, long seed) {
        Settings settings = Settings.defaultsOf(FilterSettings.SETTINGS).with("trials", TRIALS);
        for (Map.Entry<String, Object> value : values.entrySet()) {
            settings = settings.with(value.getKey(), value.getValue());
        }
        Mix mix = new Mix(
                "test",
                new Mix.Cluster(1, 1, 1, 1),
                "rdma",
                "connectx5",
                sheet(),
                "filter-bench",
                settings,
                null,
                null,
                new Mix.Load(1, 0, Mix.Load.BACKOFF),
                // Wall-clock time: long enough for a busy machine to get round to it.
                new Mix.Time(0, mode.live() ? 300_000_000 : 300_000),
                new Mix.Network(0, 0, 0),
                mode,
                seed);
        RunResult result = TestMix.run(List.of(new RdmaPlugin(), new HtmBloomPlugin()), mix, null);
        assertNull(result.failure());
        assertEquals(List.of(), result.verdict().anomalies());
        return result.counters();
    }

    private static Settings sheet() {
        HardwareType hardware = new RdmaPlugin().hardware().get(0);
        try (InputStream in = hardware.openProfile("connectx5")) {
            Map<String, Map<String, Map<String, Object>>> sheet = new Yaml().load(in);
            Settings settings = Settings.defaultsOf(hardware.parameters());
            for (Setting<?> setting : hardware.parameters()) {
                settings = settings.with(
                        setting.name(),
                        sheet.get("parameters").get(setting.name()).get("value"));
            }
            return settings;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
