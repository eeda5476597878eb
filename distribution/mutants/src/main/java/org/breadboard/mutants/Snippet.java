// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

/** A piece of source text that is found wherever lines break and however they are indented. Immutable. */
final class Snippet {
    private final String text;

    Snippet(String text) {
        this.text = withoutBlanks(text);
        if (this.text.isEmpty()) {
            throw new IllegalArgumentException("a snippet is empty");
        }
    }

    /** How often a source has it. */
    int countIn(String source) {
        String bare = withoutBlanks(source);
        int count = 0;
        for (int at = bare.indexOf(text); at >= 0; at = bare.indexOf(text, at + 1)) {
            count++;
        }
        return count;
    }

    /** A source that has something else in the place of the first one. */
    String replacedIn(String source, String put) {
        int from = withoutBlanks(source).indexOf(text);
        int begin = place(source, from);
        int end = place(source, from + text.length() - 1) + 1;
        return source.substring(0, begin) + put + source.substring(end);
    }

    /** Where in a source the character is that is the {@code index}th without blanks. */
    private static int place(String source, int index) {
        int left = index;
        for (int at = 0; at < source.length(); at++) {
            if (!Character.isWhitespace(source.charAt(at)) && left-- == 0) {
                return at;
            }
        }
        throw new IllegalArgumentException("the source has no character " + index);
    }

    private static String withoutBlanks(String of) {
        StringBuilder bare = new StringBuilder(of.length());
        of.chars().filter(character -> !Character.isWhitespace(character)).forEach(each -> bare.append((char) each));
        return bare.toString();
    }
}
