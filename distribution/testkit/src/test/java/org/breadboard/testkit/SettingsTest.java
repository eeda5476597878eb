// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class SettingsTest {
    private enum Fault {
        NONE,
        SKIP_LOCK
    }

    private static final Setting<Integer> VALUE_BYTES = Setting.count("valueBytes", "bytes", 40, 8, 100, "A size.");
    private static final Setting<Double> SHARE = Setting.number("share", "", 0.5, 0, 1, "A share.");
    private static final Setting<Boolean> FAST = Setting.flag("fast", true, "A switch.");
    private static final Setting<String> KIND = Setting.choice("kind", List.of("a", "b"), "A kind.");
    private static final Setting<Fault> FAULT = Setting.choice("fault", Fault.class, "A fault.");

    private final List<Setting<?>> declared = List.of(VALUE_BYTES, SHARE, FAST, KIND, FAULT);
    private final Settings settings = Settings.defaultsOf(declared);

    @Test
    void shouldHoldDefaultsAndChoices() {
        assertEquals(40, settings.get(VALUE_BYTES));
        assertEquals(8, settings.with("valueBytes", 8).get(VALUE_BYTES));
        assertEquals(0.25, settings.with("share", 0.25).get(SHARE));
        assertEquals("b", settings.with("kind", "b").get(KIND));
        assertTrue(settings.get(FAST));
        assertEquals(Fault.NONE, settings.get(FAULT));
        assertEquals(Fault.SKIP_LOCK, settings.with("fault", "skip-lock").get(FAULT));
        assertEquals("40", settings.text("valueBytes"));
        assertEquals(9, Settings.of(declared, Map.of("valueBytes", "9")).get(VALUE_BYTES));
    }

    @Test
    void shouldHaveADefaultOfItsOwnWhereItIsDeclaredWithOne() {
        Settings other = Settings.defaultsOf(List.of(VALUE_BYTES.withDefault(60), FAULT.withDefault(Fault.SKIP_LOCK)));
        assertEquals(60, other.get(VALUE_BYTES));
        assertEquals(Fault.SKIP_LOCK, other.get(FAULT));
        assertThrows(IllegalArgumentException.class, () -> other.get(SHARE));
    }

    @Test
    void shouldRefuseWhatThePlatformWouldRefuse() {
        assertThrows(IllegalArgumentException.class, () -> settings.with("valueBytes", 7));
        assertThrows(IllegalArgumentException.class, () -> settings.with("valueBytes", 8.5));
        assertThrows(IllegalArgumentException.class, () -> settings.with("share", Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> settings.with("fast", "yes"));
        assertThrows(IllegalArgumentException.class, () -> settings.with("kind", "c"));
        assertThrows(IllegalArgumentException.class, () -> settings.with("fault", "SKIP_LOCK"));
        assertThrows(IllegalArgumentException.class, () -> settings.with("size", 8));
        assertThrows(
                IllegalArgumentException.class,
                () -> settings.get(Setting.integer("share", "", 0, 0, 1, "Of another type.")));
    }

    @Test
    void shouldFailOnIllegalDeclarations() {
        SettingRules.check("test", declared);
        assertIllegal(Setting.integer("value", "bytes", 40, 8, 100, "A unit that the name does not end with."));
        assertIllegal(Setting.integer("value-bytes", "bytes", 40, 8, 100, "Not in camelCase."));
        assertIllegal(Setting.integer("slots", "", 4, 8, 100, "A default out of range."));
        assertIllegal(Setting.flag("fast", true, " "));
    }

    private static void assertIllegal(Setting<?> setting) {
        assertThrows(AssertionFailedError.class, () -> SettingRules.check("test", List.of(setting)));
    }
}
