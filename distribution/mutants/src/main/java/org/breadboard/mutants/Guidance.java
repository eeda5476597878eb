// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Guided campaigns against blind ones, each of which looks for the mutants of {@code distribution/mutants/guided.txt}:
 * {@code docs/makers/guided.csv}, a row for each campaign, and the table of it in {@code docs/makers/guided.md}. Rows
 * of mutants that were not tried again stay. Any thread.
 */
final class Guidance {
    /** What a campaign has at most. One that finds nothing counts as one that found something then. */
    private static final int MOST = 300;
    /** The campaigns of each kind, and how far apart their seeds are. */
    private static final int CAMPAIGNS = 3;

    private static final long FIRST = 50_000_001;
    private static final long APART = 1_000_000;
    /** After which a process is given up. */
    private static final double SECONDS = 7200;

    private static final String HEADER = "mutant,kind,first,seeds,cpuSeconds";
    private static final String BEGIN = "<!-- What follows is written by mutants with guided-against-blind. -->";

    private final Path rows;
    private final Path page;
    private final List<Mutant> mutants;
    private final List<Row> known = new ArrayList<>();

    Guidance(Path root, List<Mutant> all) throws IOException {
        rows = root.resolve("docs/makers/guided.csv");
        page = root.resolve("docs/makers/guided.md");
        List<String> ids = Files.readAllLines(root.resolve("distribution/mutants/guided.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        mutants = all.stream().filter(each -> ids.contains(each.id())).toList();
        for (String id : ids) {
            if (mutants.stream().noneMatch(each -> each.id().equals(id))) {
                throw new IllegalArgumentException("guided.txt names '" + id + "', which is no mutant.");
            }
        }
        if (Files.exists(rows)) {
            Files.readAllLines(rows).stream().skip(1).map(Row::of).forEach(known::add);
        }
    }

    /**
     * How a campaign ended.
     *
     * @param seeds how many it took until one failed; {@link CampaignTrial#NOT_FOUND} if none did
     */
    private record Row(String mutant, String kind, String first, String seeds, double cpuSeconds) {
        static Row of(String line) {
            String[] cells = line.split(",", -1);
            return new Row(cells[0], cells[1], cells[2], cells[3], Double.parseDouble(cells[4]));
        }

        String csv() {
            return String.join(",", mutant, kind, first, seeds, String.format(Locale.ROOT, "%.1f", cpuSeconds));
        }

        boolean found() {
            return !seeds.equals(CampaignTrial.NOT_FOUND);
        }

        int seedsOrMost() {
            return found() ? Integer.parseInt(seeds) : MOST;
        }
    }

    /** Those that are looked for. */
    List<Mutant> mutants() {
        return mutants;
    }

    /** Has campaigns look for one, in a process of its own. */
    void run(Mutant mutant, Workshop workshop) throws IOException, InterruptedException {
        List<String> firsts = Stream.iterate(FIRST, first -> first + APART)
                .limit(CAMPAIGNS)
                .map(String::valueOf)
                .filter(first -> isMissing(mutant, first))
                .toList();
        if (firsts.isEmpty()) {
            return;
        }
        List<String> said = workshop.campaigns(mutant, SECONDS, Checks.campaign(mutant), MOST, firsts);
        List<Row> ran = new ArrayList<>();
        for (String line : said) {
            String[] cells = line.split("\t", -1);
            if (!List.of(CampaignTrial.BLIND, CampaignTrial.GUIDED).contains(cells[0])) {
                throw new IllegalStateException(mutant.id() + ": " + line);
            }
            ran.add(new Row(mutant.id(), cells[0], cells[1], cells[2], Double.parseDouble(cells[3]) / 1000));
        }
        workshop.clear(mutant);
        add(ran);
    }

    private synchronized boolean isMissing(Mutant mutant, String first) {
        return known.stream()
                .noneMatch(
                        row -> row.mutant().equals(mutant.id()) && row.first().equals(first));
    }

    private synchronized void add(List<Row> ran) throws IOException {
        ran.forEach(row -> System.out.println(row.csv()));
        known.addAll(ran);
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Mutant each : mutants) {
            known.stream()
                    .filter(row -> row.mutant().equals(each.id()))
                    .map(Row::csv)
                    .forEach(lines::add);
        }
        Files.write(rows, lines);
    }

    /** Writes the page's table anew. */
    synchronized void writePage() throws IOException {
        String text = Files.readString(page);
        int at = text.indexOf(BEGIN);
        if (at < 0) {
            throw new IllegalArgumentException(page + " has no line '" + BEGIN + "'.");
        }
        StringBuilder table =
                new StringBuilder(text.substring(0, at)).append(BEGIN).append("\n\n");
        table.append("| mutant | found blind | guided | seeds blind | guided | CPU s blind | guided |\n")
                .append("|---|---|---|---|---|---|---|\n");
        for (Mutant each : mutants) {
            List<Row> blind = rows(each, CampaignTrial.BLIND);
            List<Row> guided = rows(each, CampaignTrial.GUIDED);
            if (!blind.isEmpty()) {
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %d of %d | %d of %d | %s | %s | %s | %s |%n",
                        each.id(),
                        found(blind),
                        blind.size(),
                        found(guided),
                        guided.size(),
                        seeds(blind),
                        seeds(guided),
                        spread(blind, Row::cpuSeconds),
                        spread(guided, Row::cpuSeconds)));
            }
        }
        table.append('\n').append(summary());
        Files.writeString(page, table);
        System.out.print(summary());
    }

    private String summary() {
        List<Double> seeds = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        int sooner = 0;
        int later = 0;
        for (Mutant each : mutants) {
            List<Row> blind = rows(each, CampaignTrial.BLIND);
            List<Row> guided = rows(each, CampaignTrial.GUIDED);
            if (blind.isEmpty()) {
                continue;
            }
            seeds.add(median(guided, Row::seedsOrMost) / median(blind, Row::seedsOrMost));
            cpu.add(median(guided, Row::cpuSeconds) / median(blind, Row::cpuSeconds));
            for (Row one : guided) {
                int other = blind.stream()
                        .filter(row -> row.first().equals(one.first()))
                        .mapToInt(Row::seedsOrMost)
                        .findFirst()
                        .orElseThrow();
                sooner += one.seedsOrMost() < other ? 1 : 0;
                later += one.seedsOrMost() > other ? 1 : 0;
            }
        }
        List<Row> blind = known.stream()
                .filter(row -> row.kind().equals(CampaignTrial.BLIND))
                .toList();
        List<Row> guided = known.stream()
                .filter(row -> row.kind().equals(CampaignTrial.GUIDED))
                .toList();
        return String.format(
                Locale.ROOT,
                "Of %d campaigns each, %d blind and %d guided ones found the mutant. Of pairs with the same first seed the guided"
                        + " one took fewer seeds in %d, more in %d.%n"
                        + "Over mutants, the median of guided over blind: %.2f for seeds, %.2f for CPU seconds.%n"
                        + "Together, blind and guided: %d and %d seeds, %.0f and %.0f s of CPU.%n",
                blind.size(),
                found(blind),
                found(guided),
                sooner,
                later,
                median(seeds, each -> each),
                median(cpu, each -> each),
                blind.stream().mapToInt(Row::seedsOrMost).sum(),
                guided.stream().mapToInt(Row::seedsOrMost).sum(),
                blind.stream().mapToDouble(Row::cpuSeconds).sum(),
                guided.stream().mapToDouble(Row::cpuSeconds).sum());
    }

    private List<Row> rows(Mutant of, String kind) {
        return known.stream()
                .filter(row -> row.mutant().equals(of.id()) && row.kind().equals(kind))
                .toList();
    }

    private static long found(List<Row> of) {
        return of.stream().filter(Row::found).count();
    }

    private static String seeds(List<Row> of) {
        return spread(of, Row::seedsOrMost);
    }

    /** Median, least and most. */
    private static <T> String spread(List<T> of, ToDoubleFunction<T> value) {
        return String.format(
                Locale.ROOT,
                "%.0f (%.0f; %.0f)",
                median(of, value),
                of.stream().mapToDouble(value).min().orElse(0),
                of.stream().mapToDouble(value).max().orElse(0));
    }

    private static <T> double median(List<T> of, ToDoubleFunction<T> value) {
        double[] sorted = of.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return 0;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
