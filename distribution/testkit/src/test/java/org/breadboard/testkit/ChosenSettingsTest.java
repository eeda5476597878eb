package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Setting;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class ChosenSettingsTest {
    private final List<Setting> declared = List.of(
            Setting.integer("valueBytes", "bytes", 40, 8, 100, "A size."),
            Setting.number("share", "", 0.5, 0, 1, "A share."),
            Setting.flag("fast", true, "A switch."),
            Setting.choice("kind", List.of("a", "b"), "A kind."));
    private final ChosenSettings settings = ChosenSettings.of(declared);

    @Test
    void shouldHoldDefaultsAndChoices() {
        assertEquals(40, settings.count("valueBytes"));
        assertEquals(40, settings.number("valueBytes"));
        assertEquals(8, settings.with("valueBytes", 8).integer("valueBytes"));
        assertEquals(0.25, settings.with("share", 0.25).number("share"));
        assertEquals("b", settings.with("kind", "b").choice("kind"));
        assertTrue(settings.flag("fast"));
    }

    @Test
    void shouldRefuseWhatThePlatformWouldRefuse() {
        assertThrows(IllegalArgumentException.class, () -> settings.with("valueBytes", 7));
        assertThrows(IllegalArgumentException.class, () -> settings.with("valueBytes", 8.5));
        assertThrows(IllegalArgumentException.class, () -> settings.with("share", Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> settings.with("fast", "yes"));
        assertThrows(IllegalArgumentException.class, () -> settings.with("kind", "c"));
        assertThrows(IllegalArgumentException.class, () -> settings.with("size", 8));
        assertThrows(IllegalArgumentException.class, () -> settings.integer("share"));
    }

    @Test
    void shouldFailOnIllegalDeclarations() {
        SettingRules.check("test", declared);
        assertIllegal(Setting.integer("value", "bytes", 40, 8, 100, "A unit that the name does not end with."));
        assertIllegal(Setting.integer("value-bytes", "bytes", 40, 8, 100, "Not in camelCase."));
        assertIllegal(Setting.integer("slots", "", 4, 8, 100, "A default out of range."));
        assertIllegal(Setting.flag("fast", true, " "));
    }

    private static void assertIllegal(Setting setting) {
        assertThrows(AssertionFailedError.class, () -> SettingRules.check("test", List.of(setting)));
    }
}
