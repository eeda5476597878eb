// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which points a formula means, by the values of their keys, and what tells those points apart. Immutable.
 *
 * @param wanted the value that each key must have, in which {@code *} stands for any letters
 */
public record Filter(Map<String, String> wanted) {
    /** Those keys whose values are globs. */
    public Map<String, String> globs() {
        return wanted.entrySet().stream()
                .filter(entry -> isGlob(entry.getValue()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static boolean isGlob(String value) {
        return value.indexOf('*') >= 0;
    }

    /**
     * Looks at one point.
     *
     * @param keys what tells it apart from others
     * @param more finds the values of its other keys, or null
     * @return {@code keys}, of globs only what their stars stood for; null if the point does not match
     */
    Map<String, String> match(Map<String, String> keys, UnaryOperator<String> more) {
        Map<String, String> label = new LinkedHashMap<>(keys);
        for (Map.Entry<String, String> entry : wanted.entrySet()) {
            String key = entry.getKey();
            String given = keys.getOrDefault(key, more.apply(key));
            if (isGlob(entry.getValue())) {
                String stood = stars(entry.getValue(), given);
                if (stood == null) {
                    return null;
                }
                label.put(key, stood);
            } else if (!same(entry.getValue(), given) && !same(entry.getValue(), more.apply(key))) {
                return null;
            }
        }
        return label;
    }

    /** What the stars of a glob stand for in a text; null if it does not match. */
    public static String stars(String glob, String text) {
        Matcher matcher =
                Pattern.compile("\\Q" + glob.replace("*", "\\E(.*)\\Q") + "\\E").matcher(text == null ? "" : text);
        if (text == null || !matcher.matches()) {
            return null;
        }
        List<String> stars = new ArrayList<>();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            stars.add(matcher.group(i));
        }
        return String.join("*", stars);
    }

    /** Leaves only the keys that differ, and globs; nothing of a point that is alone, unless a glob found it. */
    List<Map<String, String>> distinct(List<Map<String, String>> labels) {
        Set<String> globs = globs().keySet();
        if (labels.size() == 1 && globs.isEmpty()) {
            return List.of();
        }
        List<Map<String, String>> distinct = new ArrayList<>();
        for (Map<String, String> label : labels) {
            Map<String, String> kept = new LinkedHashMap<>(label);
            kept.entrySet()
                    .removeIf(entry -> !globs.contains(entry.getKey())
                            && labels.stream().allMatch(each -> entry.getValue().equals(each.get(entry.getKey()))));
            distinct.add(kept);
        }
        return distinct;
    }

    private static boolean same(String wanted, String given) {
        if (given == null) {
            return false;
        }
        Double a = number(wanted);
        return wanted.equals(given) || (a != null && a.equals(number(given)));
    }

    /** A text as a number, or null. */
    public static Double number(String text) {
        try {
            return text == null ? null : Double.valueOf(text);
        } catch (NumberFormatException word) {
            return null;
        }
    }

    @Override
    public String toString() {
        return show(wanted);
    }

    /** Keys and values as formulas have them. */
    static String show(Map<String, String> keys) {
        return keys.toString().replace('{', '[').replace('}', ']');
    }
}
