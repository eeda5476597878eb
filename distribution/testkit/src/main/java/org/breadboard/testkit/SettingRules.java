package org.breadboard.testkit;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.breadboard.api.Setting;
import org.junit.jupiter.api.Assertions;

/** What makes a list of settings legal. */
final class SettingRules {
    private static final Pattern NAME = Pattern.compile("[a-z][a-zA-Z0-9]*");
    private static final double MOST_INTEGER = 0x1p53;

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
    static void check(String of, List<Setting> settings) {
        Set<String> names = new HashSet<>();
        for (Setting setting : settings) {
            String where = of + ", setting " + setting.name() + ": ";
            Assertions.assertTrue(
                    NAME.matcher(setting.name()).matches(),
                    where + "the name must be camelCase without dots or hyphens");
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
    static String illegalValue(Setting setting, String value) {
        String sentence = "setting " + setting.name() + " cannot be " + value + ": ";
        switch (setting.type()) {
            case FLAG -> {
                return value.equals("true") || value.equals("false") ? null : sentence + "it is true or false.";
            }
            case CHOICE -> {
                return setting.choices().contains(value) ? null : sentence + "it is one of " + setting.choices() + ".";
            }
            default -> {
                return illegalNumber(setting, value, sentence);
            }
        }
    }

    private static String illegalNumber(Setting setting, String value, String sentence) {
        double number;
        try {
            number = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return sentence + "it is a number.";
        }
        if (setting.type() == Setting.Type.INTEGER
                && (number != Math.rint(number) || Math.abs(number) > MOST_INTEGER || !value.matches("-?[0-9]+"))) {
            return sentence + "it is a whole number of at most 2^53.";
        }
        if (!(number >= setting.min() && number <= setting.max())) {
            return sentence + "it is from " + setting.min() + " to " + setting.max() + ".";
        }
        return null;
    }
}
