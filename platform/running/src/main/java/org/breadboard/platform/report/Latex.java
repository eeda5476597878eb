// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

/** Words as LaTeX takes them. */
final class Latex {
    private static final int LAST_OF_LATIN_1 = 0xff;

    private Latex() {}

    /** Text that shows as it is; of letters that LaTeX has not by itself those that reports use. */
    static String escaped(String words) {
        StringBuilder text = new StringBuilder();
        words.codePoints().forEach(letter -> text.append(escaped(letter)));
        return text.toString();
    }

    private static String escaped(int letter) {
        return switch (letter) {
            case '\\' -> "\\textbackslash{}";
            case '{', '}', '$', '&', '#', '_', '%' -> "\\" + (char) letter;
            case '~' -> "\\textasciitilde{}";
            case '^' -> "\\textasciicircum{}";
            case '<', '>', '|' -> "$" + (char) letter + "$";
            case '"' -> "\\textquotedbl{}";
            case '±' -> "$\\pm$";
            case '×' -> "$\\times$";
            case '−' -> "$-$";
            case '≤' -> "$\\le$";
            case '≥' -> "$\\ge$";
            case '→' -> "$\\to$";
            case 'µ', 'μ' -> "\\textmu{}";
            case '–' -> "--";
            case '…' -> "\\dots{}";
            case '\u00a0' -> "~";
            case '\n', '\r', '\t' -> " ";
            default -> letter < ' ' || letter > LAST_OF_LATIN_1 ? "?" : Character.toString(letter);
        };
    }
}
