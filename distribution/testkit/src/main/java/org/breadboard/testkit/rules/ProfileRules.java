// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.HardwareType;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What makes a data sheet legal. */
public final class ProfileRules {
    private static final Set<String> TOP = Set.of("device", "description", "parameters");
    private static final Set<String> ENTRY = Set.of("value", "kind", "source");
    private static final Set<String> KINDS = Set.of("published", "derived", "assumed");

    private ProfileRules() {}

    /** Fails the test if a profile of the hardware is not legal. */
    public static void check(HardwareType type) throws IOException {
        assertFalse(type.profiles().isEmpty(), type.id() + " has no profile");
        assertEquals(
                type.profiles().size(),
                new HashSet<>(type.profiles()).size(),
                type.id() + " has two profiles of one name");
        for (String profile : type.profiles()) {
            try (InputStream sheet = type.openProfile(profile)) {
                assertNotNull(sheet, profile + " opens as null");
                check(type, profile, new Yaml(new SafeConstructor(strict())).load(sheet));
            }
        }
    }

    private static void check(HardwareType type, String profile, Object document) {
        Map<?, ?> top = map(profile, document);
        assertEquals(TOP, top.keySet(), profile + ": the keys of a data sheet");
        text(profile + ", device", top.get("device"));
        text(profile + ", description", top.get("description"));
        Map<?, ?> parameters = map(profile + ", parameters", top.get("parameters"));
        Set<Object> known = new LinkedHashSet<>();
        for (Setting<?> setting : type.parameters()) {
            known.add(setting.name());
            String where = profile + ", " + setting.name();
            Map<?, ?> entry = map(where, parameters.get(setting.name()));
            assertEquals(ENTRY, entry.keySet(), where + ": what a parameter says of itself");
            assertTrue(
                    KINDS.contains(entry.get("kind")),
                    where + ": its kind is " + entry.get("kind") + ", not one of " + KINDS);
            text(where + ", source", entry.get("source"));
            assertNull(SettingRules.illegalValue(setting, plain(setting, entry.get("value"))), where);
        }
        Set<Object> unknown = new LinkedHashSet<>(parameters.keySet());
        unknown.removeAll(known);
        assertEquals(Set.of(), unknown, profile + ": parameters that " + type.id() + " does not know");
    }

    /** YAML reads 1000.0 as a number with a fraction, which a whole number may be written as. */
    public static String plain(Setting<?> setting, Object value) {
        return setting.type() == Setting.Type.INTEGER && value instanceof Double number && number == Math.rint(number)
                ? Long.toString(number.longValue())
                : String.valueOf(value);
    }

    private static Map<?, ?> map(String where, Object value) {
        return assertInstanceOf(Map.class, value, where + " is missing or no map");
    }

    private static void text(String where, Object value) {
        assertFalse(value == null || String.valueOf(value).isBlank(), where + " is missing");
    }

    private static LoaderOptions strict() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return options;
    }
}
