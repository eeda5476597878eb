// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is printed on a terminal: a line that is wider goes on in the next one, broken between words and indented as its
 * text is. A word stays whole, however long. What is flushed before its line ends, such as a question, is shown as it
 * is. For one thread at a time.
 */
public final class Screen extends PrintStream {
    private static final Pattern BETWEEN_WORDS = Pattern.compile(" ");
    private static final String GAP = "  ";
    private static final int PARAGRAPH_COLUMNS = 100;

    private final PrintStream plain;
    private final int columns;

    private Screen(PrintStream plain, int columns) {
        super(new Folding(plain, columns), false, StandardCharsets.UTF_8);
        this.plain = plain;
        this.columns = columns;
    }

    /** A stream that ends on a terminal of that width. */
    public static PrintStream of(PrintStream plain, int columns) {
        return new Screen(plain, columns);
    }

    /** The stream behind a screen, for what is copied or read by programs; another stream as it is. */
    public static PrintStream verbatim(PrintStream out) {
        if (out instanceof Screen screen) {
            screen.flush();
            return screen.plain;
        }
        return out;
    }

    /** Prints sentences, in lines that are no longer than people like to read. */
    public static void paragraph(PrintStream out, String sentences) {
        folded(sentences, Math.min(PARAGRAPH_COLUMNS, columns(out)), 0).forEach(out::println);
    }

    /** How many characters a line of a stream has; as many as one likes if it is no screen. */
    public static int columns(PrintStream out) {
        return out instanceof Screen screen ? screen.columns : Integer.MAX_VALUE;
    }

    /**
     * A text in lines of a width.
     *
     * @param hang how far all lines but the first are indented
     */
    public static List<String> folded(String text, int width, int hang) {
        return folded(text, width, hang, BETWEEN_WORDS);
    }

    /** The same, where lines may end before what a pattern finds. */
    static List<String> folded(String text, int width, int hang, Pattern ends) {
        List<String> lines = new ArrayList<>();
        String left = text;
        while (left.length() > width) {
            int begin = lines.isEmpty() ? indent(left) : hang;
            int end = -1;
            Matcher found = ends.matcher(left);
            for (int from = begin + 1; from < left.length() && found.find(from); from = found.start() + 1) {
                if (end >= 0 && found.start() > width) {
                    break;
                }
                end = found.start();
            }
            if (end < 0) {
                break;
            }
            lines.add(left.substring(0, end).stripTrailing());
            left = " ".repeat(hang) + left.substring(end).stripLeading();
        }
        if (lines.isEmpty() || !left.isBlank()) {
            lines.add(left.stripTrailing());
        }
        return lines;
    }

    /** Where the text of a line begins. */
    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** Where it goes on: behind the label that it begins with, if that leaves room for more than half of it. */
    private static int hang(String line, int columns) {
        int indent = indent(line);
        int gap = line.indexOf(GAP, indent);
        int text = gap < 0 ? indent : gap + indent(line.substring(gap));
        return text <= columns / 2 ? text : indent <= columns / 2 ? indent : 0;
    }

    /** Folds lines as their bytes come. */
    private static final class Folding extends OutputStream {
        private final PrintStream plain;
        private final int columns;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean begun;

        Folding(PrintStream plain, int columns) {
            this.plain = plain;
            this.columns = columns;
        }

        @Override
        public synchronized void write(int one) {
            if (one != '\n') {
                line.write(one);
                return;
            }
            String whole = line.toString(StandardCharsets.UTF_8);
            line.reset();
            if (begun) {
                plain.println(whole);
            } else {
                folded(whole, columns, hang(whole, columns)).forEach(plain::println);
            }
            begun = false;
        }

        @Override
        public synchronized void flush() {
            if (line.size() > 0) {
                plain.print(line.toString(StandardCharsets.UTF_8));
                line.reset();
                begun = true;
            }
            plain.flush();
        }
    }
}
