// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what somebody who mistyped a name probably meant. */
public final class Suggestion {
    /** More names than these make no sentence. */
    private static final int MOST_NAMED = 30;

    private Suggestion() {}

    /**
     * The name that is closest to what was typed.
     *
     * @return a name, or nothing if all of them differ by more than a third of their letters
     */
    public static Optional<String> closest(String typed, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(typed, name) <= Math.max(1, Math.max(typed.length(), name.length()) / 3))
                .min(Comparator.<String>comparingInt(name -> distance(typed, name))
                        .thenComparing(name -> name));
    }

    /** The middle of a sentence: {@code ", did you mean 'run'"}, or nothing. */
    public static String phrase(String typed, Collection<String> names) {
        return closest(typed, names)
                .map(name -> ", did you mean '" + name + "'")
                .orElse("");
    }

    /**
     * The end of a sentence about a name that is not there: the name that was probably meant, else all of them, else
     * the verb that shows them.
     *
     * @param shower a command line without {@code breadboard}, for example {@code list mixes}
     */
    public static String choices(String typed, Collection<String> names, String shower) {
        String meant = phrase(typed, names);
        if (!meant.isEmpty()) {
            return meant + "?";
        }
        List<String> sorted = names.stream().distinct().sorted().toList();
        if (sorted.size() > MOST_NAMED) {
            return "; there are " + sorted.size() + ", which '" + shower + "' shows.";
        }
        return sorted.isEmpty() ? "; there are none." : "; there are: " + String.join(", ", sorted) + ".";
    }

    /** How many letters must be inserted, removed, replaced, or exchanged with the next one. */
    private static int distance(String from, String to) {
        int[] before = new int[0];
        int[] above = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= from.length(); row++) {
            int[] here = new int[to.length() + 1];
            here[0] = row;
            for (int column = 1; column <= to.length(); column++) {
                int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                here[column] = Math.min(replaced, Math.min(above[column], here[column - 1]) + 1);
                if (row > 1
                        && column > 1
                        && from.charAt(row - 1) == to.charAt(column - 2)
                        && from.charAt(row - 2) == to.charAt(column - 1)) {
                    here[column] = Math.min(here[column], before[column - 2] + 1);
                }
            }
            before = above;
            above = here;
        }
        return above[to.length()];
    }
}
