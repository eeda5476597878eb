// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.breadboard.platform.page.Exhibit;
import org.breadboard.platform.page.PageTable;

/** A table for LaTeX with booktabs. Columns that are empty are left out; long texts have lines. */
final class LatexTable {
    /** A longer text has lines. */
    private static final int LONG = 18;

    /** A heading with more letters has lines. */
    private static final int HEADING = 12;

    /** More rows do not go on one page. */
    private static final int MOST_ROWS = 40;

    /** About as many letters of that size go on a line of a page, and stand for the gap between columns. */
    private static final double LETTERS = 105;

    private static final int GAP = 2;
    private static final double LEAST_SHARE = 0.2;
    private static final double MOST_SHARE = 0.7;

    private LatexTable() {}

    static String text(Exhibit exhibit) {
        PageTable table = exhibit.table();
        List<Integer> columns = IntStream.range(0, table.header().size())
                .filter(column ->
                        table.texts().stream().anyMatch(row -> !row.get(column).isBlank()))
                .boxed()
                .toList();
        String kind = table.texts().size() > MOST_ROWS ? "longtable" : "tabular";
        StringBuilder text = new StringBuilder("% " + exhibit.name().replaceAll("\\s+", " ")
                + "\n% needs \\usepackage{booktabs,array,longtable}\n"
                + "\\begingroup\\footnotesize\\setlength{\\tabcolsep}{3pt}%\n"
                + "\\begin{" + kind + "}{@{}" + spec(table, columns) + "@{}}\n\\toprule\n");
        text.append(columns.stream()
                        .map(column -> heading(table.header().get(column), table.isOfNumbers(column) ? "r" : "l"))
                        .collect(Collectors.joining(" & ")))
                .append(" \\\\\n\\midrule\n");
        table.texts()
                .forEach(row -> text.append(columns.stream()
                                .map(column -> breakable(row.get(column)))
                                .collect(Collectors.joining(" & ")))
                        .append(" \\\\\n"));
        return text.append("\\bottomrule\n\\end{" + kind + "}%\n\\endgroup\n").toString();
    }

    /** A long heading has lines, so that its column is as wide as its numbers need. */
    private static String heading(String words, String side) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String piece : words.split("(?<=[ .,=/])", -1)) {
            boolean begins = length > 0 && length + piece.strip().length() > HEADING;
            lines.append(begins ? "\\\\" : "").append(Latex.escaped(piece));
            length = begins ? piece.length() : length + piece.length();
        }
        return words.length() <= HEADING
                ? lines.toString()
                : "\\begin{tabular}[b]{@{}" + side + "@{}}" + lines + "\\end{tabular}";
    }

    /** Words that are longer than a column may be broken, such as digests. */
    private static String breakable(String text) {
        return Stream.of(text.split(" ", -1))
                .map(word -> word.length() <= LONG
                        ? Latex.escaped(word)
                        : word.codePoints()
                                .mapToObj(letter -> Latex.escaped(Character.toString(letter)))
                                .collect(Collectors.joining("\\allowbreak{}")))
                .collect(Collectors.joining(" "));
    }

    /** Columns of long texts share what those of numbers and short texts leave of a line. */
    private static String spec(PageTable table, List<Integer> columns) {
        int all = 0;
        int others = 0;
        for (int column : columns) {
            int longest = longest(table, column);
            all += isLong(table, column) ? longest : 0;
            others += GAP + (isLong(table, column) ? 0 : Math.max(longest, HEADING));
        }
        double share = Math.max(LEAST_SHARE, Math.min(MOST_SHARE, 1 - others / LETTERS));
        StringBuilder spec = new StringBuilder();
        for (int column : columns) {
            spec.append(
                    isLong(table, column)
                            ? String.format(
                                    Locale.ROOT,
                                    ">{\\raggedright\\arraybackslash}p{%.3f\\linewidth}",
                                    share * longest(table, column) / all)
                            : table.isOfNumbers(column) ? "r" : "l");
        }
        return spec.toString();
    }

    private static boolean isLong(PageTable table, int column) {
        return !table.isOfNumbers(column) && longest(table, column) > LONG;
    }

    private static int longest(PageTable table, int column) {
        return table.texts().stream()
                .mapToInt(row -> row.get(column).length())
                .max()
                .orElse(0);
    }

    /** A document that shows all of them. */
    static String document(Map<String, Exhibit> named) {
        StringBuilder text = new StringBuilder("""
                \\documentclass[a4paper]{article}
                \\usepackage[T1]{fontenc}
                \\usepackage[margin=2cm]{geometry}
                \\usepackage{textcomp,booktabs,array,longtable,pgfplots}
                \\pgfplotsset{compat=1.16}
                \\begin{document}
                """);
        named.forEach((name, exhibit) -> text.append("\\section*{")
                .append(Latex.escaped(exhibit.name()))
                .append("}\n\\noindent\\input{")
                .append(name)
                .append("}\n"));
        return text.append("\\end{document}\n").toString();
    }
}
