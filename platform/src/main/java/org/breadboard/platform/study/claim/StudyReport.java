package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.breadboard.platform.page.Axis;
import org.breadboard.platform.page.Chart;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.page.Series;
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

    private StudyReport() {}

    /** The page. */
    public static String html(
            Study study,
            List<PointOutcome> points,
            List<ClaimRow> claims,
            List<Sensitivity> sensitivities,
            boolean partial) {
        Page page = new Page(study.name() + " – Breadboard");
        page.head(study.name(), study.description());
        if (partial) {
            page.note("bad", "Partial: the study was stopped; what is here is what was measured until then.");
        }
        claims(page, claims);
        tornados(page, claims, sensitivities);
        for (Study.Sweep sweep : study.sweeps()) {
            List<PointOutcome> own = points.stream()
                    .filter(point -> point.sweep().equals(sweep.name()))
                    .toList();
            page.section(sweep.name());
            if (sweep.plot() != null) {
                page.chart(chart(sweep, own));
            }
            points(page, own);
        }
        return page.text();
    }

    private static void claims(Page page, List<ClaimRow> claims) {
        PageTable table = new PageTable(
                "claim", "quantity", "where", "paper", "model", "unit", "error", "spread", "kind", "note");
        for (ClaimRow row : claims) {
            table.row(
                    row.claim().id(),
                    row.claim().quantity(),
                    row.claim().where(),
                    text(row.paper()),
                    text(row.model()),
                    row.claim().unit(),
                    errorText(row),
                    spreadText(row.spread()),
                    row.claim().kind(),
                    row.note());
        }
        if (!table.isEmpty()) {
            page.section("Claims").table(table);
        }
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

    private static void points(Page page, List<PointOutcome> points) {
        List<String> header = new ArrayList<>(List.of("point", "seed"));
        header.addAll(SHOWN);
        header.add("verified");
        PageTable table = new PageTable(header);
        for (PointOutcome point : points) {
            List<String> row = new ArrayList<>(
                    List.of(point.name().substring(point.sweep().length()), Long.toString(point.seed())));
            SHOWN.forEach(figure -> row.add(Figures.cell(point.figures().getOrDefault(figure, Double.NaN))));
            row.add(point.failure() == null ? Boolean.toString(point.verified()) : point.failure());
            table.row(row);
        }
        page.table(table);
    }

    /** Lines for each combination of series and figure; points that failed are left out. */
    static Chart chart(Study.Sweep sweep, List<PointOutcome> points) {
        Study.Plot plot = sweep.plot();
        List<PointOutcome> good =
                points.stream().filter(point -> point.failure() == null).toList();
        boolean numeric = good.stream().allMatch(point -> number(value(point, plot.x())) != null);
        List<String> words = numeric
                ? List.of()
                : good.stream().map(point -> value(point, plot.x())).distinct().toList();
        List<Double> xs = new ArrayList<>(new TreeSet<>(
                good.stream().map(point -> x(point, plot.x(), words)).toList()));
        Map<String, Map<Double, List<Double>>> lines = new LinkedHashMap<>();
        for (PointOutcome point : good) {
            for (String y : plot.ys()) {
                Double figure = number(value(point, y));
                if (figure != null) {
                    lines.computeIfAbsent(label(point, plot, y), key -> new LinkedHashMap<>())
                            .computeIfAbsent(x(point, plot.x(), words), key -> new ArrayList<>())
                            .add(figure);
                }
            }
        }
        Axis axis = numeric ? Axis.of(plot.x(), "") : Axis.names(plot.x(), words);
        Chart chart = Chart.lines(sweep.name(), axis, Axis.of(String.join(", ", plot.ys()), ""));
        for (Map.Entry<String, Map<Double, List<Double>>> line : lines.entrySet()) {
            List<Double> ys = new ArrayList<>();
            xs.forEach(x ->
                    ys.add(line.getValue().containsKey(x) ? mean(line.getValue().get(x)) : null));
            chart = chart.with(Series.of(line.getKey(), xs, ys));
        }
        return chart;
    }

    private static String label(PointOutcome point, Study.Plot plot, String y) {
        StringBuilder label = new StringBuilder();
        plot.series().forEach(key -> label.append(value(point, key)).append(' '));
        if (plot.ys().size() > 1 || label.length() == 0) {
            label.append(y);
        }
        return label.toString().strip();
    }

    private static Double x(PointOutcome point, String key, List<String> words) {
        return words.isEmpty() ? number(value(point, key)) : Double.valueOf(words.indexOf(value(point, key)));
    }

    private static String value(PointOutcome point, String key) {
        if (point.parameters().containsKey(key)) {
            return point.parameters().get(key);
        }
        Double figure = point.figures().get(key);
        return figure != null ? figure.toString() : Objects.requireNonNullElse(point.setting(key), "");
    }

    private static Double number(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? value : null;
        } catch (NumberFormatException word) {
            return null;
        }
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private static String text(Object value) {
        if (value instanceof Double number) {
            return Figures.cell(new java.math.BigDecimal(number)
                    .round(new java.math.MathContext(4))
                    .doubleValue());
        }
        return value == null ? "" : value.toString();
    }
}
