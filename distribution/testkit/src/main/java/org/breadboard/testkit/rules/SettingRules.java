// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.rules;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.breadboard.api.Setting;
import org.junit.jupiter.api.Assertions;

/** What makes a list of settings legal. */
public final class SettingRules {
    private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9_]*(\\.[a-z][a-zA-Z0-9_]*)*");

    /** Units that a name must end with. */
    private static final Map<String, String> ENDINGS = Map.ofEntries(
            Map.entry("ns", "Ns"),
            Map.entry("us", "Us"),
            Map.entry("ms", "Ms"),
            Map.entry("s", "Seconds"),
            Map.entry("bytes", "Bytes"),
            Map.entry("B", "Bytes"),
            Map.entry("Gbps", "Gbps"),
            Map.entry("Gbit/s", "Gbps"),
            Map.entry("percent", "Percent"));

    private SettingRules() {}

    /** Fails the test if a setting is not legal. {@code of} says whose settings these are. */
    public static void check(String of, List<Setting<?>> settings) {
        Set<String> names = new HashSet<>();
        for (Setting<?> setting : settings) {
            String where = of + ", setting " + setting.name() + ": ";
            Assertions.assertTrue(
                    NAME.matcher(setting.name()).matches(),
                    where
                            + "the name must be camelCase without hyphens (of another tool, with its underscores); a dot separates"
                            + " a group from its members");
            Assertions.assertTrue(
                    names.add(setting.name().toLowerCase(Locale.ROOT)), where + "two settings share this name");
            Assertions.assertFalse(setting.description().isBlank(), where + "a description is missing");
            Assertions.assertNotNull(setting.unit(), where + "the unit is null instead of empty");
            String ending = ENDINGS.getOrDefault(setting.unit(), "");
            Assertions.assertTrue(
                    setting.name().endsWith(ending) || setting.name().equalsIgnoreCase(ending),
                    where + "its unit is " + setting.unit() + ", so the name must end with " + ending);
            String illegal = illegalValue(setting, setting.defaultValue());
            Assertions.assertNull(illegal, () -> where + "illegal default: " + illegal);
        }
    }

    /** Null if the value is legal for the setting, otherwise one sentence. */
    public static String illegalValue(Setting<?> setting, String value) {
        try {
            setting.read(value);
            return null;
        } catch (IllegalArgumentException illegal) {
            return illegal.getMessage();
        }
    }
}
