// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.retwis.Retwis;
import org.breadboard.workloads.smallbank.SmallBank;
import org.breadboard.workloads.tatp.Tatp;
import org.breadboard.workloads.tpcc.Tpcc;
import org.junit.jupiter.api.Test;

/** The weights of the workloads that have them. */
class TypeWeightsTest {
    private static final List<WorkloadType> WEIGHTED =
            List.of(new SmallBank(), new Tatp(), new Retwis(), Tpcc.fullMix());

    @Test
    void shouldDrawOnlyTypesWithAWeight() {
        for (WorkloadType type : WEIGHTED) {
            List<Setting<?>> weights = weights(type);
            Workload usual = type.create(Settings.defaultsOf(type.settings()), 3, 2, 0.01);
            assertEquals(usual.transactions().size(), weights.size(), type.id());
            for (int only = 0; only < weights.size(); only++) {
                Workload workload =
                        type.create(all(type, 0).with(weights.get(only).name(), 7), 3, 2, 0.01);
                String name = workload.transactions().get(only).name();
                assertEquals(Map.of(name, 200), drawn(workload, 200), type.id());
                String inMixes = weights.get(only).name().toLowerCase(Locale.ROOT);
                assertTrue(("weights." + name.replace("-", "")).startsWith(inMixes), inMixes);
            }
        }
    }

    @Test
    void shouldTakeWeightsRelativeToTheirSum() {
        Settings settings = all(new Retwis(), 0).with("weights.follow", 10).with("weights.addUser", 30);
        Map<String, Integer> drawn = drawn(new Retwis().create(settings, 3, 2, 0.01), 10_000);
        assertEquals(0.75, drawn.get("add-user") / 10_000.0, 0.02);
        assertEquals(0.25, drawn.get("follow") / 10_000.0, 0.02);
    }

    @Test
    void shouldRefuseToDrawNothingAndNameTheTypes() {
        for (WorkloadType type : WEIGHTED) {
            String refusal = assertThrows(RefusedException.class, () -> type.create(all(type, 0), 3, 2, 0.01))
                    .getMessage();
            weights(type)
                    .forEach(weight ->
                            assertTrue(refusal.contains(weight.name().substring("weights.".length())), refusal));
        }
    }

    @Test
    void shouldBeNamedInResultsOnlyWhereTheyAreSet() {
        assertTrue(weights(new SmallBank()).stream().allMatch(Setting::isOptional));
        assertFalse(new SmallBank().settings().get(0).isOptional());
    }

    private static List<Setting<?>> weights(WorkloadType type) {
        return type.settings().stream()
                .<Setting<?>>map(each -> each)
                .filter(each -> each.name().startsWith("weights."))
                .toList();
    }

    private static Settings all(WorkloadType type, int weight) {
        Settings settings = Settings.defaultsOf(type.settings());
        for (Setting<?> each : weights(type)) {
            settings = settings.with(each.name(), weight);
        }
        return settings;
    }

    private static Map<String, Integer> drawn(Workload workload, int draws) {
        Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(3, 1));
        Transaction transaction = new Transaction();
        var random = TestParts.random(1, 1);
        Map<String, Integer> drawn = new TreeMap<>();
        for (int i = 0; i < draws; i++) {
            generator.next(random, transaction.input());
            drawn.merge(transaction.logic().name(), 1, Integer::sum);
        }
        return drawn;
    }
}
