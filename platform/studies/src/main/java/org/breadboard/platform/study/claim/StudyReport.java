// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.page.PageTable.Cell;
import org.breadboard.platform.result.FigureWords;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;

/** A study as a page for people: claims beside published figures, the plots, and every point. */
public final class StudyReport {
    private static final List<String> SHOWN = List.of(
            "committedPerNodePerSecond",
            "latencyP50Us",
            "latencyP99Us",
            "bottleneckUtilisation",
            "wirePerCommittedBytes");

    private static final int MOST_BARS = 12;
    private static final int MOST_TILES = 4;
    private static final String UTILISATION = "utilisation.";

    private StudyReport() {}

    /**
     * The page.
     *
     * @param reports for each point where its own page is, relative to this one, or {@code ""}
     * @param keys a value of a key of the points' mixes, for what it is and its unit
     * @param command what runs the study again
     */
    public static Page page(
            Study study,
            List<PointOutcome> points,
            List<String> reports,
            List<ClaimRow> claims,
            List<Sensitivity> sensitivities,
            Function<String, Optional<ResolvedMix.Value>> keys,
            String command,
            boolean partial) {
        Page page = new Page(study.name() + " – Breadboard");
        page.head(study.name(), study.description());
        if (partial) {
            page.note(
                    "bad",
                    "Partial: the study was stopped, or points were lost with their JVMs; what is here is what was measured.");
        }
        verdict(page, points);
        bottlenecks(page, points);
        Optional.ofNullable(promisesDiffer(points)).ifPresent(sentence -> page.note("", sentence));
        page.note("sub", "Seeds " + seeds(points) + ". The same again:");
        page.code(command);
        claims(page, claims);
        tornados(page, claims, sensitivities);
        for (Study.Sweep sweep : study.sweeps()) {
            sweep(page, sweep, points, reports, keys);
        }
        return page;
    }

    private static void verdict(Page page, List<PointOutcome> points) {
        long failed = points.stream().filter(PointOutcome::failed).count();
        long few = points.stream().filter(PointOutcome::checkedTooLittle).count();
        if (failed > 0) {
            page.note(
                    "bad", failed + " of " + points.size() + " points failed or are not verified; their rows say why.");
        } else if (few > 0) {
            page.note(
                    "",
                    "All " + points.size() + " points ran, and nothing was found wrong; " + few
                            + " of them checked too little to be called verified.");
        } else {
            page.note("good", "All " + points.size() + " points ran and are verified.");
        }
    }

    /** One sentence if some points promise less than others, else null. */
    public static String promisesDiffer(List<PointOutcome> points) {
        Map<String, Set<String>> by = new TreeMap<>();
        points.forEach(point -> Optional.ofNullable(point.setting("promise"))
                .ifPresent(promise ->
                        by.computeIfAbsent(promise, key -> new TreeSet<>()).add(point.setting("protocol"))));
        return by.size() < 2
                ? null
                : "Its points do not promise the same: "
                        + by.entrySet().stream()
                                .map(each -> ProtocolType.Promise.of(each.getKey())
                                                .inWords() + " of " + String.join(", ", each.getValue()))
                                .collect(Collectors.joining("; "))
                        + ". What promises less may be faster for that alone.";
    }

    private static String seeds(List<PointOutcome> points) {
        return points.stream()
                .map(PointOutcome::seed)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    private static void sweep(
            Page page,
            Study.Sweep sweep,
            List<PointOutcome> points,
            List<String> reports,
            Function<String, Optional<ResolvedMix.Value>> keys) {
        List<PointOutcome> own = new ArrayList<>();
        List<String> ownReports = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).sweep().equals(sweep.name())) {
                own.add(points.get(i));
                ownReports.add(reports.get(i));
            }
        }
        page.section(sweep.name());
        StudyCharts charts = new StudyCharts(sweep, own, keys);
        if (sweep.plot() != null) {
            Chart plot = charts.plot();
            if (plot.series().isEmpty()) {
                page.note(
                        "bad",
                        "The plot is empty: no point has both " + sweep.plot().x() + " and "
                                + String.join(" or ", sweep.plot().ys()) + ".");
            } else {
                page.chart(plot);
            }
        }
        charts.tradeoff().ifPresent(page::chart);
        UnaryOperator<String> heading = key -> StudyCharts.headed(key, keys);
        new StudyMeans(own).table(sweep.name(), heading).ifPresent(means -> page.table("means", means));
        page.table("points", table(own, ownReports, heading));
    }

    private static void claims(Page page, List<ClaimRow> claims) {
        PageTable table = new PageTable(
                "claim", "quantity", "where", "paper", "model, ± at 95%", "unit", "error", "kind", "note");
        for (ClaimRow row : claims) {
            table.row(
                    row.claim().id(),
                    row.claim().quantity(),
                    row.claim().where(),
                    text(row.paper()),
                    row.model() == null ? Cell.bad("not known") : modelText(row),
                    row.claim().unit(),
                    errorText(row),
                    row.claim().kind(),
                    row.note());
        }
        if (table.isEmpty()) {
            return;
        }
        page.section("Claims");
        Chart ratios = ratios(claims);
        if (!ratios.series().isEmpty()) {
            page.chart(ratios);
        }
        page.table(table);
    }

    /** What the model says, rounded by its interval, where it has one. */
    private static String modelText(ClaimRow row) {
        return row.spread() == null
                ? text(row.model())
                : Estimate.text("", row.model().number(), row.ci95());
    }

    /** What is busiest, and at how many points. */
    private static void bottlenecks(Page page, List<PointOutcome> points) {
        Map<String, Integer> counts = new TreeMap<>();
        points.forEach(point -> bottleneck(point).ifPresent(name -> counts.merge(name, 1, Integer::sum)));
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        page.tiles(counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_TILES)
                .map(each -> new Page.Tile(each.getKey(), "bottleneck of " + each.getValue() + " of " + all + " runs"))
                .toList());
    }

    /** The group whose mean utilisation is highest; in a cluster of like nodes that is the bottleneck. */
    private static Optional<String> bottleneck(PointOutcome point) {
        return point.figures().entrySet().stream()
                .filter(each -> each.getKey().startsWith(UTILISATION)
                        && !each.getValue().isNaN())
                .max(Map.Entry.comparingByValue())
                .map(each -> each.getKey().substring(UTILISATION.length()));
    }

    /** What the model says over what the paper says, for numbers that are published. */
    private static Chart ratios(List<ClaimRow> claims) {
        List<ClaimRow> rows = claims.stream()
                .filter(row -> row.paper() != null && row.model() != null && Double.isFinite(ratio(row)))
                .toList();
        List<Double> ratios = new ArrayList<>();
        List<Double> lows = new ArrayList<>();
        List<Double> highs = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (ClaimRow row : rows) {
            double ratio = ratio(row);
            double spread = row.spread() == null ? 0 : row.spread();
            ratios.add(Figures.rounded(ratio));
            lows.add(Figures.rounded(ratio * (1 - spread)));
            highs.add(Figures.rounded(ratio * (1 + spread)));
            labels.add(text(row.model()) + " " + row.claim().unit() + ", paper "
                    + (row.claim().comparator().equals(">") ? "more than " : "") + text(row.paper()));
        }
        Chart chart = Chart.ranges(
                        "Model over paper",
                        Axis.of("model / paper, with 95% confidence", ""),
                        Axis.names(
                                "", rows.stream().map(row -> row.claim().id()).toList()))
                .across(1);
        return rows.isEmpty()
                ? chart
                : chart.with(Series.bars("model / paper", ratios)
                        .between(lows, highs)
                        .labelled(labels));
    }

    /** Not a number where they are answers, or the paper's is 0. */
    private static double ratio(ClaimRow row) {
        return row.model().number() / row.paper().number();
    }

    /** For each claim the assumptions that move it, the one that moves it most on top. */
    private static void tornados(Page page, List<ClaimRow> claims, List<Sensitivity> sensitivities) {
        if (sensitivities.isEmpty()) {
            return;
        }
        page.section("What the predictions owe to assumptions");
        page.note(
                "sub",
                "Each assumption is changed alone. A bar reaches from the claim's value with the one factor to that with the other.");
        for (ClaimRow claim : claims) {
            List<Sensitivity> moving = sensitivities.stream()
                    .filter(each -> each.claim().equals(claim.claim().id())
                            && (each.reach() > 0 || !each.unknown().isEmpty()))
                    .limit(MOST_BARS)
                    .toList();
            page.note(
                    "",
                    claim.claim().id() + ": " + claim.claim().quantity() + " = " + text(claim.model()) + " "
                            + claim.claim().unit());
            if (moving.isEmpty()) {
                page.note("sub", "No assumption moves it.");
                continue;
            }
            List<String> labels = moving.stream()
                    .map(each -> each.parameter()
                            + (Boolean.TRUE.equals(each.flips()) ? " (flips it)" : "")
                            + each.unknown().stream()
                                    .map(factor -> " (x " + Figures.cell(factor) + " is not known)")
                                    .collect(Collectors.joining()))
                    .toList();
            page.chart(tornado(claim, moving, labels));
        }
    }

    /** A bar from the claim's least value to its greatest, for each assumption. */
    private static Chart tornado(ClaimRow claim, List<Sensitivity> moving, List<String> labels) {
        List<Double> lows = new ArrayList<>();
        List<Double> highs = new ArrayList<>();
        List<String> ends = new ArrayList<>();
        for (Sensitivity each : moving) {
            List<Double> changes = each.values().keySet().stream()
                    .map(factor -> each.change(factor) * 100)
                    .filter(change -> !change.isNaN())
                    .toList();
            lows.add(Math.min(0, changes.isEmpty() ? 0 : Collections.min(changes)));
            highs.add(Math.max(0, changes.isEmpty() ? 0 : Collections.max(changes)));
            ends.add(String.format(
                    Locale.ROOT, "%+.1f%% to %+.1f%%", lows.get(lows.size() - 1), highs.get(highs.size() - 1)));
        }
        return Chart.bars(claim.claim().id(), Axis.of("change of the claim", "%"), Axis.names("", labels))
                .with(Series.bars("change", highs).between(lows, highs).labelled(ends));
    }

    /** The error in percent, for people. */
    public static String errorText(ClaimRow row) {
        if (row.error() == null) {
            return "";
        }
        if (row.claim().trend()) {
            return row.error() == 0 ? "agrees" : "disagrees";
        }
        return String.format(Locale.ROOT, "%+.1f%%", row.error() * 100);
    }

    /** The spread in percent, for people. */
    public static String spreadText(Double spread) {
        return spread == null ? "" : String.format(Locale.ROOT, "\u00b1\u00a0%.1f%%", spread * 100);
    }

    /** A row for each run, with a column for each key that tells points from each other. */
    private static PageTable table(List<PointOutcome> points, List<String> reports, UnaryOperator<String> heading) {
        List<String> keys =
                StudyMeans.keys(points.stream().map(PointOutcome::parameters).toList());
        List<String> header = new ArrayList<>(keys.isEmpty() ? List.of("point") : keys);
        header.replaceAll(heading);
        header.add("seed");
        SHOWN.forEach(figure -> header.add(FigureWords.of(figure).heading()));
        header.addAll(List.of("bottleneck", "verified"));
        PageTable table = new PageTable(header);
        for (int i = 0; i < points.size(); i++) {
            PointOutcome point = points.get(i);
            List<Object> row = new ArrayList<>();
            keys.forEach(key -> row.add(point.parameters().getOrDefault(key, "")));
            if (keys.isEmpty()) {
                row.add(point.sweep());
            }
            if (!reports.get(i).isEmpty()) {
                row.set(
                        0,
                        Cell.link(
                                row.get(0).toString().isEmpty()
                                        ? "report"
                                        : row.get(0).toString(),
                                reports.get(i)));
            }
            row.add(point.seed());
            SHOWN.forEach(figure -> row.add(shown(point, figure)));
            row.add(bottleneck(point).orElse(""));
            row.add(
                    point.failed()
                            ? Cell.bad(point.failure())
                            : point.checkedTooLittle() ? "too little was checked" : "yes");
            table.row(row);
        }
        return table;
    }

    /** A figure; a rate by the interval of its batch means. */
    private static String shown(PointOutcome point, String name) {
        double figure = point.figures().getOrDefault(name, Double.NaN);
        double rate = point.figures().getOrDefault("committedPerSecond", Double.NaN);
        double half = point.figures().getOrDefault("committedCi95PerSecond", Double.NaN);
        return Estimate.text("", figure, name.startsWith("committedPer") ? figure * half / rate : Double.NaN);
    }

    private static String text(FigureValue value) {
        return value == null ? "" : value.shown().toString();
    }
}
