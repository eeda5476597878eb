// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.Setting;

/**
 * One setting of what is described.
 *
 * @param value the default, or what the described mix, testbed or data sheet says: a number, an answer, a word, or null
 * @param unit or {@code ""}
 * @param min the smallest legal number, or null
 * @param max the largest legal number, or null
 * @param choices the legal words or answers; empty for numbers
 * @param description one sentence
 * @param source where the value is from: a paper and section, an assumption, or who says it
 * @param kind how far a number of a data sheet is known: published, derived, assumed or user; null elsewhere
 */
record Described(
        String name,
        Object value,
        String unit,
        Number min,
        Number max,
        List<?> choices,
        String description,
        String source,
        String kind) {
    private static final int MOST_SHOWN = 6;

    /** By convention the sentence of a setting has, mostly at its end, where its default is from, in parentheses. */
    private static final Pattern SOURCE =
            Pattern.compile("\\s*\\(([^()]*\\b(?:assumed|published|derived|calibrated|source|"
                    + "default|[A-Z][A-Za-z+-]*[^()]* [0-9IVX][0-9A-Z.]*)\\b[^()]*)\\)");

    /** A setting that is at its default; who declares it answers for it where its sentence does not. */
    static Described byDefault(Setting<?> setting, String declaredBy) {
        String sentence = setting.description();
        String source = declaredBy;
        for (Matcher each = SOURCE.matcher(setting.description()); each.find(); ) {
            source = each.group(1);
            String behind = setting.description().substring(each.end());
            if (behind.isEmpty() || behind.equals(".")) {
                sentence = setting.description().substring(0, each.start());
            }
        }
        return new Described(
                setting.name(),
                typed(setting, setting.defaultValue()),
                setting.unit(),
                number(setting, setting.min()),
                number(setting, setting.max()),
                choices(setting),
                sentence,
                source,
                null);
    }

    /** A setting that somebody has set. */
    static Described set(Setting<?> setting, String name, String text, String source, String kind) {
        return new Described(
                name,
                typed(setting, text),
                setting.unit(),
                number(setting, setting.min()),
                number(setting, setting.max()),
                choices(setting),
                setting.description(),
                source,
                kind);
    }

    /** Its source, and before it how far that is known, where somebody says it. */
    String known() {
        return kind == null ? source : kind + ": " + source;
    }

    /** A choice by name. */
    static Described choice(String name, String chosen, List<?> names, String description, String source) {
        return new Described(name, chosen, "", null, null, names, description, source, null);
    }

    /** A setting's value as a number, an answer or a word; a word too where a number may be one. */
    static Object typed(Setting<?> setting, String text) {
        return switch (setting.type()) {
            case INTEGER, NUMBER -> text.matches("[-+0-9.].*") ? number(new BigDecimal(text)) : text;
            case FLAG -> text.isEmpty() ? null : Boolean.valueOf(text);
            case CHOICE, TEXT, FILE -> text;
        };
    }

    private static Number number(Setting<?> setting, double bound) {
        return isNumber(setting) ? number(BigDecimal.valueOf(bound)) : null;
    }

    private static boolean isNumber(Setting<?> setting) {
        return setting.type() == Setting.Type.INTEGER || setting.type() == Setting.Type.NUMBER;
    }

    private static Number number(BigDecimal value) {
        boolean whole = value.stripTrailingZeros().scale() <= 0
                && value.abs().compareTo(BigDecimal.valueOf(2).pow(53)) <= 0;
        return whole ? (Number) value.longValueExact() : (Number) value.doubleValue();
    }

    private static List<?> choices(Setting<?> setting) {
        return setting.type() == Setting.Type.FLAG ? List.of(true, false) : setting.choices();
    }

    /** What is legal, for people. */
    String legal() {
        if (min != null) {
            return plain(min) + " to " + plain(max);
        }
        return choices.size() > MOST_SHOWN
                ? "one of " + choices.size()
                : String.join(" | ", choices.stream().map(String::valueOf).toList());
    }

    private static String plain(Number number) {
        return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("default", value);
        json.put("unit", unit);
        json.put("min", min);
        json.put("max", max);
        json.put("choices", choices);
        json.put("description", description);
        json.put("source", source);
        if (kind != null) {
            json.put("kind", kind);
        }
        return json;
    }
}
