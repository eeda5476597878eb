// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.yaml;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.Setting;

/**
 * Reads and writes the values of settings as text. What does not fit is refused in one sentence that says what would.
 */
public final class SettingText {
    private static final Pattern NUMBER =
            Pattern.compile("([-+]?(?:[0-9][0-9_]*)?\\.?[0-9][0-9_]*(?:[eE][-+]?[0-9]{1,3})?)\\s*(.*)");
    private static final Map<String, String> UNITS = Map.of(
            "us", "microseconds",
            "ns", "nanoseconds",
            "ms", "milliseconds",
            "s", "seconds");

    private SettingText() {}

    /**
     * Checks a value and brings it into one form.
     *
     * @param key what the user calls the setting
     * @return the value as {@link Setting#defaultValue} would give it
     */
    public static String read(Setting<?> setting, String key, String text, Where where) {
        String trimmed = text.trim();
        return switch (setting.type()) {
            case INTEGER -> number(setting, key, trimmed, where, true);
            case NUMBER -> number(setting, key, trimmed, where, false);
            case FLAG -> {
                if (!trimmed.equals("true") && !trimmed.equals("false")) {
                    throw where.refuse("'" + key + "' takes true or false, not '" + trimmed + "'.");
                }
                yield trimmed;
            }
            case TEXT -> trimmed;
            case FILE -> file(key, trimmed, where).toString();
            case CHOICE -> {
                if (!setting.choices().contains(trimmed)) {
                    throw where.refuse("'" + key + "' takes " + String.join(" or ", setting.choices()) + ", not '"
                            + trimmed + "'.");
                }
                yield trimmed;
            }
        };
    }

    /**
     * The absolute path of a file that a place names.
     *
     * @throws org.breadboard.api.RefusedException if there is none
     */
    public static Path file(String key, String text, Where where) {
        try {
            Path path = where.folder().resolve(text).toAbsolutePath().normalize();
            if (!text.isEmpty() && Files.isRegularFile(path)) {
                return path;
            }
            throw where.refuse("'" + key + "' takes a file, but there is no file '" + path + "'.");
        } catch (InvalidPathException impossible) {
            throw where.refuse("'" + key + "' takes a file, but '" + text + "' is no path.");
        }
    }

    private static String number(Setting<?> setting, String key, String text, Where where, boolean whole) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            throw where.refuse("'" + key + "' takes " + kind(setting, whole) + ", not '" + text + "'.");
        }
        String unit = matcher.group(2).replace("µs", "us");
        if (!unit.isEmpty() && !unit.equals(setting.unit())) {
            throw where.refuse("'" + key + "' takes " + kind(setting, whole) + ", not '" + text + "'.");
        }
        BigDecimal value = new BigDecimal(matcher.group(1).replace("_", ""));
        if (whole && value.stripTrailingZeros().scale() > 0) {
            throw where.refuse("'" + key + "' takes " + kind(setting, true) + ", not '" + text + "'.");
        }
        if (value.compareTo(BigDecimal.valueOf(setting.min())) < 0
                || value.compareTo(BigDecimal.valueOf(setting.max())) > 0) {
            throw where.refuse("'" + key + "' must lie between " + plain(setting.min()) + " and "
                    + plain(setting.max()) + (setting.unit().isEmpty() ? "" : " " + setting.unit()) + ", but is "
                    + text + ".");
        }
        return plain(value);
    }

    private static String kind(Setting<?> setting, boolean whole) {
        String number = whole ? "a whole number" : "a number";
        return setting.unit().isEmpty() ? number : number + " in " + UNITS.getOrDefault(setting.unit(), setting.unit());
    }

    /** A number without an exponent and without needless zeros. */
    public static String plain(double value) {
        return plain(BigDecimal.valueOf(value));
    }

    private static String plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0).toPlainString() : stripped.toPlainString();
    }
}
