package org.breadboard.api;

import java.util.List;

/**
 * Something that a mix can set on a plug-in: its name, unit and what values it takes. The platform checks the user's value
 * against it before anything is built, so that a plug-in sees legal values only.
 *
 * @param name camelCase, with the unit last where there is one, for example {@code hotFraction} or {@code timeoutNs}
 * @param type what kind of value it takes
 * @param unit the unit in words, or {@code ""} where there is none
 * @param defaultValue the value where a mix says nothing, in the textual form of {@code type}
 * @param min the smallest legal number (numbers only)
 * @param max the largest legal number (numbers only)
 * @param choices the legal words ({@link Type#CHOICE} only, otherwise empty)
 * @param description one sentence for lists and errors
 */
public record Setting(
        String name,
        Type type,
        String unit,
        String defaultValue,
        double min,
        double max,
        List<String> choices,
        String description) {

    /** What kind of value a setting takes. */
    public enum Type {
        /** A whole number of at most 2^53. */
        INTEGER,
        /** A finite number. */
        NUMBER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** One of a list of words. */
        CHOICE
    }

    /** A whole number between {@code min} and {@code max}, both legal. */
    public static Setting integer(String name, String unit, long defaultValue, long min, long max, String description) {
        return new Setting(name, Type.INTEGER, unit, Long.toString(defaultValue), min, max, List.of(), description);
    }

    /** A number between {@code min} and {@code max}, both legal. */
    public static Setting number(
            String name, String unit, double defaultValue, double min, double max, String description) {
        return new Setting(name, Type.NUMBER, unit, Double.toString(defaultValue), min, max, List.of(), description);
    }

    /** A switch. */
    public static Setting flag(String name, boolean defaultValue, String description) {
        return new Setting(name, Type.FLAG, "", Boolean.toString(defaultValue), 0, 0, List.of(), description);
    }

    /** One word of {@code choices}; the first is the default. */
    public static Setting choice(String name, List<String> choices, String description) {
        return new Setting(name, Type.CHOICE, "", choices.get(0), 0, 0, List.copyOf(choices), description);
    }
}
