// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.breadboard.platform.chart.Axis;
import org.breadboard.platform.chart.Chart;
import org.breadboard.platform.chart.Magnitude;
import org.breadboard.platform.chart.Series;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.FigureWords;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.PointOutcome;

/** The plots of a sweep. Points that failed are left out. */
final class StudyCharts {
    private static final String LATENCY = "latencyP50Us";
    private static final String RATE = "committedPerSecond";
    private static final String RATES = "committedPer";
    private static final int MOST_LABELS = 24;
    private static final int LONGEST_LABEL = 16;

    private final Study.Sweep sweep;
    private final List<PointOutcome> good;
    private final Function<String, Optional<ResolvedMix.Value>> keys;

    /** @param keys a value of a key, for what it is and its unit; empty for none that a mix has */
    StudyCharts(Study.Sweep sweep, List<PointOutcome> points, Function<String, Optional<ResolvedMix.Value>> keys) {
        this.sweep = sweep;
        this.keys = keys;
        good = points.stream().filter(point -> point.failure() == null).toList();
    }

    /** What the sweep asks for; a line for each combination of series and figure. */
    Chart plot() {
        Study.Plot plot = sweep.plot();
        Axes axes = axes(plot.x(), plot.ys());
        Axis x = plot.log().contains("x") && axes.names.isEmpty() ? Axis.log(axes.x.words(), axes.x.unit()) : axes.x;
        Axis y = plot.log().contains("y") ? Axis.log(axes.y.words(), axes.y.unit()) : axes.y;
        Axes scaled = new Axes(x, y, axes.xIn, axes.yIn, axes.names);
        String title = plot.title().isEmpty() ? sweep.name() : plot.title();
        Chart chart = plain(title, scaled, axes.names.isEmpty()).keyed(legend(plot));
        Map<String, List<Dot>> lines = new LinkedHashMap<>();
        for (String figure : plot.ys()) {
            for (List<PointOutcome> repeats : repeats()) {
                String label = label(repeats.get(0), plot, figure);
                lines.computeIfAbsent(label, key -> new ArrayList<>()).add(dot(repeats, plot.x(), figure, axes));
            }
        }
        return drawn(chart, lines, !FigureWords.isFigure(plot.x()));
    }

    /** Throughput against latency, if the points have both and the sweep's own plot is not of them. */
    Optional<Chart> tradeoff() {
        Study.Plot plot = sweep.plot();
        boolean own =
                plot != null && plot.x().startsWith(RATES) && plot.ys().stream().anyMatch(y -> y.startsWith("latency"));
        List<List<PointOutcome>> repeats = repeats();
        if (own || repeats.size() < 2) {
            return Optional.empty();
        }
        Axes axes = axes(RATE, List.of(LATENCY));
        Map<String, List<Dot>> lines = new LinkedHashMap<>();
        for (List<PointOutcome> point : repeats) {
            String label = plot == null ? sweep.name() : label(point.get(0), plot, "");
            lines.computeIfAbsent(label.isEmpty() ? sweep.name() : label, key -> new ArrayList<>())
                    .add(dot(point, RATE, LATENCY, axes));
        }
        String title = sweep.name() + ": throughput against latency";
        boolean ordered = plot == null || axes(plot.x(), plot.ys()).names.isEmpty();
        return Optional.of(drawn(plain(title, axes, ordered).keyed(plot == null ? "" : legend(plot)), lines, false));
    }

    /**
     * {@code ordered} says whether the points of a series have an order, so that a line from one to the next tells
     * something.
     */
    private static Chart plain(String title, Axes axes, boolean ordered) {
        return ordered ? Chart.lines(title, axes.x, axes.y) : Chart.dots(title, axes.x, axes.y);
    }

    /** Runs of one point with several seeds. */
    private List<List<PointOutcome>> repeats() {
        Map<Map<String, String>, List<PointOutcome>> byPoint = new LinkedHashMap<>();
        good.forEach(point -> byPoint.computeIfAbsent(point.parameters(), key -> new ArrayList<>())
                .add(point));
        return List.copyOf(byPoint.values());
    }

    private record Dot(Double x, Double y, Double low, Double high, String label) {}

    private static Chart drawn(Chart plain, Map<String, List<Dot>> lines, boolean sorted) {
        Chart chart = plain;
        for (Map.Entry<String, List<Dot>> line : lines.entrySet()) {
            List<Dot> dots = new ArrayList<>(line.getValue().stream()
                    .filter(dot -> dot.x != null && dot.y != null)
                    .toList());
            if (dots.isEmpty()) {
                continue;
            }
            if (sorted) {
                dots.sort(Comparator.comparing(Dot::x));
            }
            Series series = Series.of(
                            line.getKey(),
                            dots.stream().map(Dot::x).toList(),
                            dots.stream().map(Dot::y).toList())
                    .between(
                            java.util.Arrays.asList(dots.stream().map(Dot::low).toArray(Double[]::new)),
                            java.util.Arrays.asList(dots.stream().map(Dot::high).toArray(Double[]::new)));
            boolean named = !sorted
                    && lines.values().stream().mapToInt(List::size).sum() <= MOST_LABELS
                    && dots.stream().allMatch(dot -> dot.label.length() <= LONGEST_LABEL);
            chart = chart.with(
                    named ? series.labelled(dots.stream().map(Dot::label).toList()) : series);
        }
        return chart;
    }

    /** The mean over repeats with its interval; of one run's rate with that of its batch means. */
    private Dot dot(List<PointOutcome> repeats, String x, String y, Axes axes) {
        Double atX = axes.names.isEmpty()
                ? mean(repeats, x, axes.xIn)
                : Double.valueOf(axes.names.indexOf(value(repeats.get(0), x)));
        Double atY = mean(repeats, y, axes.yIn);
        Double half = repeats.size() > 1 && atY != null ? half(repeats, y, axes.yIn) : null;
        if (repeats.size() == 1 && y.startsWith(RATES) && atY != null) {
            Double rate = repeats.get(0).figures().get(RATE);
            Double ci = repeats.get(0).figures().get("committedCi95PerSecond");
            half = rate == null || ci == null || rate == 0 || ci.isNaN() ? null : Double.valueOf(atY * ci / rate);
        }
        return new Dot(
                atX, atY, half == null ? null : atY - half, half == null ? null : atY + half, rest(repeats.get(0)));
    }

    /** What tells a point from others of its line. */
    private String rest(PointOutcome point) {
        Map<String, String> rest = new LinkedHashMap<>(point.parameters());
        if (sweep.plot() != null) {
            sweep.plot().series().forEach(rest::remove);
        }
        return rest.size() == 1
                ? rest.values().iterator().next()
                : rest.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    private Double mean(List<PointOutcome> repeats, String name, Magnitude in) {
        double mean = estimate(repeats, name, in).mean();
        return Double.isNaN(mean) ? null : Double.valueOf(Figures.rounded(mean));
    }

    /** Half the width of the interval over seeds, or null where there is none. */
    private Double half(List<PointOutcome> repeats, String name, Magnitude in) {
        Estimate of = estimate(repeats, name, in);
        return of.known() ? Double.valueOf(Figures.rounded(of.half())) : null;
    }

    private Estimate estimate(List<PointOutcome> repeats, String name, Magnitude in) {
        return Estimate.of(repeats.stream()
                .map(point -> number(value(point, name)))
                .mapToDouble(each -> each == null ? Figures.absent(name) : each)
                .filter(each -> !Double.isNaN(each))
                .map(in::of)
                .toArray());
    }

    /** Two axes; {@code names} are the words of x, if it has words. */
    private record Axes(Axis x, Axis y, Magnitude xIn, Magnitude yIn, List<String> names) {}

    private Axes axes(String x, List<String> ys) {
        boolean numeric = good.stream().allMatch(point -> number(value(point, x)) != null);
        List<String> names = numeric
                ? List.of()
                : good.stream().map(point -> value(point, x)).distinct().toList();
        Magnitude xIn = magnitude(x);
        Magnitude yIn =
                ys.size() == 1 || ys.stream().allMatch(y -> y.startsWith(RATES)) ? magnitude(ys.get(0)) : same(ys);
        String yWords = ys.size() == 1 ? words(ys.get(0)) : common(ys);
        return new Axes(numeric ? xIn.axis(words(x)) : Axis.names(words(x), names), yIn.axis(yWords), xIn, yIn, names);
    }

    private Magnitude magnitude(String name) {
        if (!FigureWords.isFigure(name)) {
            return new Magnitude(keys.apply(name).map(ResolvedMix.Value::unit).orElse(""), 1);
        }
        List<Double> values = new ArrayList<>();
        good.forEach(point -> values.add(number(value(point, name))));
        return FigureWords.of(name).magnitude(Magnitude.most(values));
    }

    /** The unit that several figures have, or none. */
    private static Magnitude same(List<String> figures) {
        List<String> units = figures.stream()
                .map(figure -> FigureWords.of(figure).unit())
                .distinct()
                .toList();
        return new Magnitude(units.size() == 1 ? units.get(0) : "", 1);
    }

    private static String common(List<String> figures) {
        if (figures.stream().allMatch(figure -> figure.startsWith("latency"))) {
            return "latency";
        }
        return figures.stream().allMatch(figure -> figure.startsWith("counter.")) ? "counted" : "value";
    }

    /** A figure, or what a key is about. */
    private String words(String name) {
        if (FigureWords.isFigure(name)) {
            return FigureWords.of(name).words();
        }
        return keys.apply(name)
                .filter(value -> value.setting() != null)
                .map(value ->
                        value.setting().description().replaceAll("[,;:(].*", "").strip())
                .filter(words -> !words.isEmpty())
                .orElse(name);
    }

    /** The keys that lines differ in, with their units. */
    private String legend(Study.Plot plot) {
        return plot.series().stream().map(key -> headed(key, keys)).collect(Collectors.joining(", "));
    }

    /** A key with its unit. */
    static String headed(String key, Function<String, Optional<ResolvedMix.Value>> keys) {
        String unit = keys.apply(key).map(ResolvedMix.Value::unit).orElse("");
        return unit.isEmpty() ? key : key + " (" + unit + ")";
    }

    private static String label(PointOutcome point, Study.Plot plot, String y) {
        StringBuilder label = new StringBuilder();
        plot.series().forEach(key -> label.append(value(point, key)).append(' '));
        if (!y.isEmpty() && (plot.ys().size() > 1 || label.length() == 0)) {
            label.append(FigureWords.of(y).words());
        }
        return label.toString().strip();
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
}
