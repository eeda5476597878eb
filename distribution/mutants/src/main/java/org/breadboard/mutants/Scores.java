// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What became of mutants: {@code docs/makers/mutation-score.csv}, a row for each, and the table of it in
 * {@code docs/makers/mutation-score.md}. Rows of mutants that were not tried again stay.
 * {@code distribution/mutants/reasons.txt} says why some are not caught, as {@code id | equivalent or survives |
 * reason}. Any thread.
 */
final class Scores {
    private static final String BEGIN = "<!-- What follows is written by distribution/mutants/mutants. -->";

    private final Path rows;
    private final Path page;
    private final MutantSet set;
    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
    private final Map<String, String[]> reasons = new LinkedHashMap<>();
    private final Coverage coverage;

    Scores(Path root, MutantSet set) throws IOException {
        this.set = set;
        rows = root.resolve("docs/makers/mutation-score.csv");
        page = root.resolve("docs/makers/mutation-score.md");
        if (Files.exists(rows)) {
            Files.readAllLines(rows).stream().skip(1).map(Outcome::of).forEach(each -> outcomes.put(each.id(), each));
        }
        for (String line : Files.readAllLines(root.resolve("distribution/mutants/reasons.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split(" \\| ", -1);
                reasons.put(columns[0].strip(), new String[] {columns[1].strip(), columns[2].strip()});
            }
        }
        coverage = new Coverage(
                root,
                set,
                set.mutants().stream()
                        .filter(this::isEquivalent)
                        .map(Mutant::id)
                        .collect(Collectors.toSet()));
    }

    synchronized void add(Outcome outcome) throws IOException {
        outcomes.put(outcome.id(), outcome);
        List<String> lines = new ArrayList<>(List.of(Outcome.HEADER));
        for (Mutant each : set.mutants()) {
            Outcome known = outcomes.get(each.id());
            if (known != null) {
                lines.add(known.csv());
            }
        }
        Files.write(rows, lines);
    }

    /** Which mistakes are planted where. */
    Coverage coverage() {
        return coverage;
    }

    /** Whether nothing has caught it yet, or it was not tried. */
    boolean survives(Mutant mutant) {
        Outcome outcome = outcomes.get(mutant.id());
        return !isEquivalent(mutant) && (outcome == null || outcome.by().equals("nothing"));
    }

    private boolean isEquivalent(Mutant mutant) {
        String[] reason = reasons.get(mutant.id());
        return reason != null && reason[0].equals("equivalent");
    }

    /** Prints how many were caught. */
    void print(List<Mutant> tried) {
        summary(tried).forEach(System.out::println);
    }

    private List<String> summary(List<Mutant> of) {
        List<Mutant> counted = of.stream()
                .filter(each -> !isEquivalent(each) && outcomes.containsKey(each.id()))
                .toList();
        long runs = count(counted, "runs"::equals);
        long campaign = count(counted, by -> !by.equals("nothing"));
        List<String> lines = new ArrayList<>();
        lines.add(of.size() + " mutants, of which "
                + of.stream().filter(this::isEquivalent).count() + " are equivalent and " + counted.size()
                + " others were tried:");
        lines.add(String.format("- %d (%.0f%%) were caught by runs of at most a minute;", runs, share(runs, counted)));
        lines.add(String.format("- %d (%.0f%%) by those or a campaign.", campaign, share(campaign, counted)));
        return lines;
    }

    private static double share(long count, List<Mutant> of) {
        return 100.0 * count / Math.max(1, of.size());
    }

    private long count(List<Mutant> of, Predicate<String> by) {
        return of.stream().filter(each -> by.test(outcomes.get(each.id()).by())).count();
    }

    /** Writes the page's table anew. */
    void writePage() throws IOException {
        String text = Files.readString(page);
        int at = text.indexOf(BEGIN);
        if (at < 0) {
            throw new IllegalArgumentException(page + " has no line '" + BEGIN + "'.");
        }
        StringBuilder table =
                new StringBuilder(text.substring(0, at)).append(BEGIN).append("\n\n## The score\n\n");
        summary(set.mutants()).forEach(line -> table.append(line).append('\n'));
        coverage.write(table);
        writeCategories(table);
        table.append("\n## Not caught\n\n| mutant | why |\n|---|---|\n");
        for (Mutant each : set.mutants()) {
            if (outcomes.containsKey(each.id()) && survives(each) || isEquivalent(each)) {
                String[] reason = reasons.getOrDefault(each.id(), new String[] {"", "not explained yet"});
                String why = isEquivalent(each) ? "Equivalent: " + reason[1] : reason[1];
                table.append("| ")
                        .append(each.id())
                        .append(" | ")
                        .append(cell(why))
                        .append(" |\n");
            }
        }
        table.append("\n## All\n\n| mutant | of | what is wrong | caught by | after s |\n|---|---|---|---|---|\n");
        for (Mutant each : set.mutants()) {
            Outcome outcome = outcomes.get(each.id());
            String by = outcome == null ? "not tried" : isEquivalent(each) ? "equivalent" : outcome.by();
            table.append("| ")
                    .append(each.id())
                    .append(" | ")
                    .append(each.category())
                    .append(" | ");
            table.append(cell(each.what())).append(" | ").append(by).append(" | ");
            table.append(outcome == null ? "" : outcome.seconds()).append(" |\n");
        }
        Files.writeString(page, table);
    }

    /** How many of each kind of mistake were caught by what, those that nobody can see left out. */
    private void writeCategories(StringBuilder table) {
        Map<String, List<Mutant>> categories = new TreeMap<>();
        set.mutants().stream()
                .filter(each -> !isEquivalent(each))
                .forEach(each -> categories
                        .computeIfAbsent(each.category(), first -> new ArrayList<>())
                        .add(each));
        table.append("\n## What catches what\n\n| of | planted | tried | by runs | by a campaign | by nothing |\n");
        table.append("|---|---:|---:|---:|---:|---:|\n");
        categories.forEach((category, planted) -> {
            List<Mutant> tried = planted.stream()
                    .filter(each -> outcomes.containsKey(each.id()))
                    .toList();
            table.append("| ").append(category);
            for (long count : new long[] {
                planted.size(),
                tried.size(),
                count(tried, "runs"::equals),
                count(tried, "campaign"::equals),
                count(tried, "nothing"::equals)
            }) {
                table.append(" | ").append(count);
            }
            table.append(" |\n");
        });
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
