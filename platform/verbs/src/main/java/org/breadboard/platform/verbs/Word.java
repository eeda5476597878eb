// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.util.Locale;
import java.util.stream.Stream;
import org.breadboard.platform.console.Suggestion;
import picocli.CommandLine.TypeConversionException;

/** Reads one of a fixed set of lower-case words. */
public final class Word {
    private Word() {}

    /**
     * The constant of an enum that a word names.
     *
     * @throws TypeConversionException if it names none, with the words that there are
     */
    public static <E> E read(Class<E> type, String word) {
        return Stream.of(type.getEnumConstants())
                .filter(constant -> lower((Enum<?>) constant).equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(unknown(type, word)));
    }

    private static String unknown(Class<?> type, String word) {
        var words = Stream.of(type.getEnumConstants())
                .map(constant -> lower((Enum<?>) constant))
                .toList();
        return '\'' + word + "' is not " + (words.size() == 1 ? "" : "one of ") + String.join(", ", words)
                + Suggestion.phrase(word, words);
    }

    /** As it is typed. */
    public static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
