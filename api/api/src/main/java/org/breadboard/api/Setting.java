// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Something that a mix can set on a plug-in: its name, unit, default and legal values. A plug-in declares it once, as a
 * constant, and reads it through that constant ({@link Settings#get}). The platform checks the user's value against it
 * before anything is built, so that a plug-in sees legal values only. Immutable; any thread.
 *
 * @param <T> what a plug-in reads
 */
public final class Setting<T> {
    private static final double MOST_INTEGER = 0x1p53;

    /** What kind of value a setting takes. */
    public enum Type {
        /** A whole number of at most 2^53. */
        INTEGER,
        /** A finite number. */
        NUMBER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** One of a list of words. */
        CHOICE,
        /** Any text, or none. */
        TEXT,
        /** A file that there is, by its absolute path, or none. */
        FILE
    }

    private final String name;
    private final Type type;
    private final String unit;
    private final String defaultValue;
    private final double min;
    private final double max;
    private final List<String> choices;
    private final String description;
    private final Function<String, T> reader;
    private final boolean optional;
    private final List<String> withoutPromises;

    private Setting(
            String name,
            Type type,
            String unit,
            String defaultValue,
            double min,
            double max,
            List<String> choices,
            String description,
            Function<String, T> reader,
            boolean optional,
            List<String> withoutPromises) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
        this.choices = choices;
        this.description = description;
        this.reader = reader;
        this.optional = optional;
        this.withoutPromises = withoutPromises;
    }

    /** A whole number between {@code min} and {@code max}, both legal. */
    public static Setting<Long> integer(
            String name, String unit, long defaultValue, long min, long max, String description) {
        String text = Long.toString(defaultValue);
        return new Setting<>(
                name, Type.INTEGER, unit, text, min, max, List.of(), description, Long::valueOf, false, List.of());
    }

    /** As {@link #integer}, read as an {@code int}. */
    public static Setting<Integer> count(
            String name, String unit, int defaultValue, int min, int max, String description) {
        String text = Integer.toString(defaultValue);
        return new Setting<>(
                name, Type.INTEGER, unit, text, min, max, List.of(), description, Integer::valueOf, false, List.of());
    }

    /** A number between {@code min} and {@code max}, both legal. */
    public static Setting<Double> number(
            String name, String unit, double defaultValue, double min, double max, String description) {
        String text = Double.toString(defaultValue);
        return new Setting<>(
                name, Type.NUMBER, unit, text, min, max, List.of(), description, Double::valueOf, false, List.of());
    }

    /** A switch. */
    public static Setting<Boolean> flag(String name, boolean defaultValue, String description) {
        String text = Boolean.toString(defaultValue);
        return new Setting<>(
                name, Type.FLAG, "", text, 0, 0, List.of(), description, Boolean::valueOf, false, List.of());
    }

    /** One word of {@code choices}; the first is the default. */
    public static Setting<String> choice(String name, List<String> choices, String description) {
        List<String> words = List.copyOf(choices);
        return new Setting<>(
                name, Type.CHOICE, "", words.get(0), 0, 0, words, description, word -> word, false, List.of());
    }

    /**
     * One of an enum's constants; the first is the default. In a mix, {@code SKIP_LOCK} is called {@code skip-lock}.
     */
    public static <E extends Enum<E>> Setting<E> choice(String name, Class<E> choices, String description) {
        return choice(name, EnumSet.allOf(choices), description);
    }

    /** One of {@code choices}, constants of an enum; the first in the order of the enum is the default. */
    public static <E extends Enum<E>> Setting<E> choice(String name, Set<E> choices, String description) {
        Class<E> type = choices.iterator().next().getDeclaringClass();
        List<String> words = choices.stream().sorted().map(Setting::word).toList();
        return new Setting<>(
                name,
                Type.CHOICE,
                "",
                words.get(0),
                0,
                0,
                words,
                description,
                word -> constant(type, word),
                false,
                List.of());
    }

    /** Any text on one line; empty by default. */
    public static Setting<String> text(String name, String description) {
        return new Setting<>(name, Type.TEXT, "", "", 0, 0, List.of(), description, text -> text, false, List.of())
                .optional();
    }

    /**
     * A file that the plug-in reads. A mix names it relative to its own folder, a command line relative to the working
     * folder; the plug-in is given the absolute path of a file that exists, or null where the mix names none.
     */
    public static Setting<Path> file(String name, String description) {
        return new Setting<>(
                        name,
                        Type.FILE,
                        "",
                        "",
                        0,
                        0,
                        List.of(),
                        description,
                        text -> text.isEmpty() ? null : Path.of(text),
                        false,
                        List.of())
                .optional();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> word(each).equals(word))
                .findFirst()
                .orElseThrow();
    }

    /** The same with another default. */
    public Setting<T> withDefault(T value) {
        return new Setting<>(
                name, type, unit, text(value), min, max, choices, description, reader, optional, withoutPromises);
    }

    /** The same with another sentence. */
    public Setting<T> withDescription(String sentence) {
        return new Setting<>(
                name, type, unit, defaultValue, min, max, choices, sentence, reader, optional, withoutPromises);
    }

    /**
     * The same, but named in a result only where the mix sets it: for one of many that most mixes leave alone, and for
     * one that comes to a plug-in whose results are kept and compared.
     */
    public Setting<T> optional() {
        return new Setting<>(
                name, type, unit, defaultValue, min, max, choices, description, reader, true, withoutPromises);
    }

    /**
     * The same, whose plug-in does not keep all of its promises with some values: rules that are left out on purpose,
     * or a reading that is not live. Campaigns and contracts, which try promises, do not draw these.
     */
    public Setting<T> withoutPromises(Collection<T> values) {
        List<String> words = values.stream().map(Setting::text).toList();
        return new Setting<>(name, type, unit, defaultValue, min, max, choices, description, reader, optional, words);
    }

    private static String text(Object value) {
        return value instanceof Enum<?> constant ? word(constant) : value.toString();
    }

    /** Values, as texts, with which the plug-in does not keep all of its promises. */
    public List<String> withoutPromises() {
        return withoutPromises;
    }

    /** Whether results name it only where the mix sets it. */
    public boolean isOptional() {
        return optional;
    }

    /**
     * In camelCase, with the unit last where there is one, for example {@code hotFraction} or {@code timeoutNs}. What
     * belongs together may have a group before it, as {@code weights.balance}. One that is read from another tool's
     * file is called as there, with underscores, too.
     */
    public String name() {
        return name;
    }

    /** What kind of value it takes. */
    public Type type() {
        return type;
    }

    /** The unit in words, or {@code ""} where there is none. */
    public String unit() {
        return unit;
    }

    /** The value where a mix says nothing, in the textual form of {@link #type}. */
    public String defaultValue() {
        return defaultValue;
    }

    /** The smallest legal number (numbers only). */
    public double min() {
        return min;
    }

    /** The largest legal number (numbers only). */
    public double max() {
        return max;
    }

    /** The legal words ({@link Type#CHOICE} only, otherwise empty). */
    public List<String> choices() {
        return choices;
    }

    /**
     * One sentence for lists and errors. Where its default is from stands in parentheses, as a rule at the end: paper
     * and section, or {@code assumed} and why; {@code describe} shows it as the source.
     */
    public String description() {
        return description;
    }

    /**
     * Reads a value.
     *
     * @param text in the textual form of {@link #type}
     * @throws IllegalArgumentException if it is not legal; the message says what would be
     */
    public T read(String text) {
        String legal = legal(text);
        if (legal != null) {
            throw new IllegalArgumentException("Setting " + name + " cannot be " + text + ": it is " + legal + ".");
        }
        return reader.apply(text);
    }

    /** Null if a text is legal, otherwise what would be. */
    private String legal(String text) {
        return switch (type) {
            case FLAG -> text.equals("true") || text.equals("false") ? null : "true or false";
            case CHOICE -> choices.contains(text) ? null : "one of " + choices;
            case TEXT -> text.lines().count() <= 1 ? null : "one line";
            case FILE -> text.isEmpty() || Files.isRegularFile(Path.of(text)) ? null : "a file that there is";
            case INTEGER ->
                text.matches("-?[0-9]{1,16}") && Math.abs(Double.parseDouble(text)) <= MOST_INTEGER
                        ? within(Double.parseDouble(text))
                        : "a whole number of at most 2^53";
            case NUMBER -> {
                try {
                    yield within(Double.parseDouble(text));
                } catch (NumberFormatException none) {
                    yield "a number";
                }
            }
        };
    }

    private String within(double number) {
        return number >= min && number <= max ? null : "from " + min + " to " + max;
    }

    @Override
    public String toString() {
        return name;
    }
}
