package org.breadboard.proto.xenic.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class LookupBenchmarkTest {
    private static final int LOOKUPS = 60_000;
    private static final Mix.Mode SIM = new Mix.Mode("sim", false, 0);

    @Test
    void shouldReadWholeBucketsOfAChainedTable() {
        Map<String, Long> counters = run("chained", Map.of("bucketSlots", 8), SIM, 1);
        assertEquals(LOOKUPS, counters.get("lookups"));
        assertEquals(8 * counters.get("roundTrips"), counters.get("objectsRead"));
        assertEquals(counters.get("objectsRead"), counters.get("objectsReadByOwnPlace"), "there is no hint");
        double roundTrips = counters.get("roundTrips") / (double) LOOKUPS;
        assertTrue(roundTrips > 1.05 && roundTrips < 1.2, "a tenth of the keys is in linked buckets: " + roundTrips);
    }

    @Test
    void shouldReadANeighbourhoodOfAHopscotchTable() {
        Map<String, Long> counters = run("hopscotch", Map.of(), SIM, 1);
        long repeated = counters.get("roundTrips") - LOOKUPS;
        assertTrue(repeated > LOOKUPS / 100 && repeated < LOOKUPS / 10, repeated + " second round trips");
        assertEquals(8 * LOOKUPS + 4 * repeated, counters.get("objectsRead"));
    }

    @Test
    void shouldFollowTheHintsOfARobinHoodTable() {
        Map<String, Long> unlimited = run("robin-hood", Map.of("displacementLimit", 0), SIM, 1);
        assertEquals(LOOKUPS, unlimited.get("roundTrips"), "the hints are never wrong");
        assertEquals(0, unlimited.get("insertionsOverflown"));
        Map<String, Long> exact = run("robin-hood", Map.of("displacementLimit", 0, "hintSlackSlots", 0), SIM, 1);
        assertEquals(unlimited.get("objectsRead") - LOOKUPS, exact.get("objectsRead"), "k = 1 is one object more");
        assertTrue(unlimited.get("objectsReadByOwnPlace") < unlimited.get("objectsRead"));
        assertEquals(unlimited.get("objectsToFound") + LOOKUPS, unlimited.get("objectsReadByOwnPlace"), "k = 1 more");
        Map<String, Long> limited = run("robin-hood", Map.of(), SIM, 1);
        Map<String, Long> unswapped = run("robin-hood", Map.of("swap", false), SIM, 1);
        assertTrue(unswapped.get("roundTrips") > limited.get("roundTrips"), "more keys overflow");
        assertTrue(unswapped.get("objectsReadByOwnPlace") < limited.get("objectsReadByOwnPlace"));
        assertTrue(limited.get("objectsRead") < unlimited.get("objectsRead"));
        assertTrue(limited.get("roundTrips") > LOOKUPS && limited.get("roundTrips") < 1.1 * LOOKUPS);
        assertTrue(limited.get("hintsRaisedByMore") < limited.get("hintsRaised"));
        assertEquals(200, limited.get("insertionsMeasured"), "the last hundredth of 20,000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"robin-hood", "hopscotch", "chained"})
    void shouldDoTheSameForTheSameSeedAndOnRealThreads(String store) {
        Map<String, Long> once = run(store, Map.of(), SIM, 7);
        assertEquals(once, run(store, Map.of(), SIM, 7));
        assertTrue(!once.equals(run(store, Map.of(), SIM, 8)));
        Map<String, Long> live = run(store, Map.of(), new Mix.Mode("live", false, 1), 7);
        assertTrue(live.get("lookups") > 0);
    }

    @Test
    void shouldRefuseATableThatCannotHoldItsKeys() {
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> run("robin-hood", Map.of("occupancyPercent", 99, "overflowPercent", 0), SIM, 1));
        assertTrue(refused.getMessage().contains("overflowPercent"), refused.getMessage());
    }

    private static Map<String, Long> run(String store, Map<String, Object> values, Mix.Mode mode, long seed) {
        Settings settings = Settings.defaultsOf(LookupSettings.SETTINGS)
                .with("store", store)
                .with("keys", 20_000)
                .with("lookups", LOOKUPS);
        for (Map.Entry<String, Object> value : values.entrySet()) {
            settings = settings.with(value.getKey(), value.getValue());
        }
        Mix mix = new Mix(
                "test",
                new Mix.Cluster(1, 1, 1, 1),
                "rdma",
                "connectx5",
                sheet(),
                "store-lookups",
                settings,
                null,
                null,
                new Mix.Load(1, 0, Mix.Load.BACKOFF),
                // Wall-clock time: long enough for a busy machine to get round to it.
                new Mix.Time(0, mode.live() ? 300_000_000 : 300_000),
                new Mix.Network(0, 0, 0),
                mode,
                seed);
        RunResult result = TestMix.run(List.of(new RdmaPlugin(), new XenicPlugin()), mix, null);
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
