package org.breadboard.platform.mix;

import java.util.Collection;
import java.util.Locale;

/** What somebody who mistyped a word may have meant. */
public final class Suggestion {
    private Suggestion() {}

    /** The rest of a sentence: "; did you mean 'x'?", or what there is, where nothing is near. */
    public static String of(String word, Collection<String> known) {
        String nearest = nearest(word, known);
        if (nearest != null) {
            return "; did you mean '" + nearest + "'?";
        }
        if (known.isEmpty()) {
            return "; there are none.";
        }
        return "; there are: " + String.join(", ", known) + ".";
    }

    /** The nearest of the known words by edit distance, the first of several; null if all are far. */
    static String nearest(String word, Collection<String> known) {
        String best = null;
        int bestDistance = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
