// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.junit.jupiter.api.Test;

class PlantedFaultsTest {
    private enum Rule {
        NONE,
        SKIP_LOCK,
        SKIP_VALIDATION
    }

    @Test
    void shouldLeaveNothingOutUnlessAMixSaysSo() {
        Setting<Rule> setting = PlantedFaults.of(Rule.class);
        assertEquals(Rule.NONE, Settings.defaultsOf(List.of(setting)).get(setting));
        Settings settings = Settings.of(List.of(setting), Map.of("breakage", "skip-validation"));
        assertEquals(Rule.SKIP_VALIDATION, settings.get(setting));
    }

    @Test
    void shouldOfferOnlyWhatCanBePlanted() {
        assertEquals(
                List.of("none", "skip-lock"),
                PlantedFaults.of(EnumSet.of(Rule.NONE, Rule.SKIP_LOCK)).choices());
        assertEquals(List.of("none"), PlantedFaults.of(List.of("none")).choices());
    }

    /** So that campaigns and contracts, which try what is promised, do not draw them. */
    @Test
    void shouldPromiseNothingWithAFault() {
        List<String> faults = List.of("skip-lock", "skip-validation");
        assertEquals(faults, PlantedFaults.of(Rule.class).withoutPromises());
        assertEquals(
                faults,
                PlantedFaults.of(Rule.class)
                        .withDescription("what to leave out")
                        .optional()
                        .withoutPromises());
        assertEquals(List.of("b"), PlantedFaults.of(List.of("a", "b")).withoutPromises());
        assertEquals(List.of(), Setting.flag("lock", true, "Whether it locks.").withoutPromises());
    }
}
