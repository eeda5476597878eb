// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.StudySummary;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.result.UsageGroup;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.claim.FigureValue;
import org.breadboard.platform.study.run.StudyRun;

/** Reads what is compared from a result that was kept. */
final class StoredSubject {
    private static final String RATE = "committedPerSecond";
    private static final String RATE_CI = "committedCi95PerSecond";
    private static final String POINTS = "points.csv";
    private static final Set<String> READ = Set.of(POINTS, ResultFolder.SUMMARY, ResultFolder.TIMELINE);

    private StoredSubject() {}

    /**
     * A run or a study.
     *
     * @throws RefusedException if the folder holds none, or one of another version, or one that says nothing
     */
    static Subject read(Path folder) throws IOException {
        StoredResult result = StoredResult.open(folder);
        if (!result.kind().equals("study") && !result.kind().equals("run")) {
            throw new RefusedException("'" + folder + "' is what '" + result.kind()
                    + "' has written, and 'compare' takes results of runs and studies.");
        }
        Path points = result.file(POINTS);
        if (!Files.isRegularFile(points) || !Files.isRegularFile(result.file(ResultFolder.SUMMARY))) {
            throw new RefusedException("'" + folder + "' is not whole: it lacks points.csv or summary.json.");
        }
        if (!result.ofThisVersion()) {
            throw new RefusedException(
                    "'" + folder + "' was written by another version of Breadboard, whose figures may"
                            + " mean something else; run it again with this one, and compare that.");
        }
        List<String> damage = result.damage(file -> READ.contains(file) || file.endsWith("/" + ResultFolder.SUMMARY));
        if (!damage.isEmpty()) {
            throw new RefusedException("'" + folder + "' is damaged: " + damage.get(0));
        }
        List<Map<String, String>> rows = Csv.parse(Files.readString(points));
        if (rows.isEmpty()) {
            throw new RefusedException("'" + folder + "' is not whole: its points.csv is empty.");
        }
        return result.kind().equals("study") ? study(result, folder, rows) : run(result, folder, rows.get(0));
    }

    private static Subject run(StoredResult result, Path folder, Map<String, String> row) throws IOException {
        if (row.getOrDefault("status", "").equals("failed")) {
            throw new RefusedException("'" + folder + "' is of a run that failed, so there is nothing to compare.");
        }
        if (row.getOrDefault("verified", "").equals("false")) {
            throw new RefusedException("'" + folder + "' is of a run that is not verified, so its figures say nothing;"
                    + " its report says what is wrong.");
        }
        if (row.getOrDefault("committed", "").equals("0")) {
            throw new RefusedException(
                    "'" + folder + "' is of a run in which nothing was committed while it measured, so"
                            + " there is nothing to compare.");
        }
        Map<String, Estimate> figures = new LinkedHashMap<>();
        numbers(row).forEach((name, value) -> figures.put(name, Estimate.exactly(value)));
        if (!figures.containsKey(RATE)) {
            throw new RefusedException("'" + folder + "' is not whole: its points.csv has no " + RATE + ".");
        }
        Path timeline = result.file(ResultFolder.TIMELINE);
        if (Files.isRegularFile(timeline)) {
            figures.putAll(batches(Csv.parse(Files.readString(timeline)), figures));
        }
        double half =
                figures.getOrDefault(RATE_CI, Estimate.exactly(Double.NaN)).mean();
        List.of(RATE, "committedPerNodePerSecond", "committedPerThreadPerSecond")
                .forEach(name -> {
                    double mean = figures.get(name).mean();
                    double share = mean / figures.get(RATE).mean();
                    figures.put(name, Estimate.ofInterval(mean, half * share, Window.BATCHES));
                });
        Summary summary = result.ofRun();
        Map<String, Subject.Group> groups = groups(summary, figures);
        Map<String, String> settings = result.settings();
        settings.putAll(result.madeWith());
        Subject.Point point = new Subject.Point(figures, groups, settings);
        return Subject.of(result.name(), folder + ", one run" + stopped(result) + Subject.remarks(summary), point);
    }

    /** The utilisation of each group in a run's summary, and how long it is busy for a transaction. */
    static Map<String, Subject.Group> groups(Summary summary, Map<String, Estimate> figures) {
        Map<String, Subject.Group> groups = new LinkedHashMap<>();
        for (UsageGroup group : summary.resources()) {
            Estimate busy = figures.get("utilisation." + group.name());
            if (busy != null && Double.isFinite(busy.mean())) {
                groups.put(group.name(), Subject.Group.of(group.members(), busy, figures.get(RATE)));
            }
        }
        return groups;
    }

    /** The errors of figures that the timeline has, from the means of its slices, gathered in batches. */
    private static Map<String, Estimate> batches(List<Map<String, String>> slices, Map<String, Estimate> figures) {
        Map<String, Estimate> estimates = new LinkedHashMap<>();
        int batches = Math.min(Window.BATCHES, slices.size());
        figures.forEach((name, figure) -> {
            double[] means = new double[batches];
            for (int batch = 0; batch < batches; batch++) {
                means[batch] = mean(
                        slices.subList(batch * slices.size() / batches, (batch + 1) * slices.size() / batches), name);
            }
            Estimate of = Estimate.of(means);
            if (of.known()) {
                estimates.put(name, new Estimate(figure.mean(), of.standardError(), of.freedom()));
            }
        });
        return estimates;
    }

    private static double mean(List<Map<String, String>> slices, String name) {
        return slices.stream()
                .mapToDouble(slice -> number(slice.getOrDefault(name, "")))
                .average()
                .orElse(Double.NaN);
    }

    private static Subject study(StoredResult result, Path folder, List<Map<String, String>> rows) throws IOException {
        StudySummary summary = result.ofStudy();
        List<Map<String, String>> plain = rows.stream()
                .filter(row -> row.getOrDefault("variation", "").isEmpty())
                .toList();
        Map<String, List<Map<String, Double>>> byPoint = new LinkedHashMap<>();
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        Map<String, Path> folders = new LinkedHashMap<>();
        Map<String, String> madeWith = result.madeWith();
        int at = 0;
        for (StudySummary.Point point : summary.points()) {
            Map<String, String> row = plain.get(at++);
            if (point.failure() == null) {
                String name = point.name();
                byPoint.computeIfAbsent(name, key -> new ArrayList<>()).add(numbers(row));
                Map<String, String> own = new LinkedHashMap<>(row);
                own.keySet().removeIf(StoredSubject::isOutcome);
                own.putAll(madeWith);
                settings.putIfAbsent(name, own);
                folders.put(name, result.file(ResultFolder.POINTS).resolve(StudyRun.nameOf(at, point.sweep())));
            }
        }
        Map<String, Subject.Point> points = new LinkedHashMap<>();
        for (Map.Entry<String, List<Map<String, Double>>> point : byPoint.entrySet()) {
            Map<String, Estimate> figures = of(point.getValue());
            Path run = folders.get(point.getKey()).resolve(ResultFolder.SUMMARY);
            Map<String, Subject.Group> groups =
                    Files.isRegularFile(run) ? groups(Summary.read(run), figures) : Map.of();
            points.put(point.getKey(), new Subject.Point(figures, groups, settings.get(point.getKey())));
        }
        Map<String, Subject.Claim> claims = new LinkedHashMap<>();
        summary.claims(ClaimRow::of).forEach(row -> claims.put(row.claim().id(), claim(row)));
        if (points.isEmpty()) {
            throw new RefusedException("'" + folder + "' has no point that was measured.");
        }
        return new Subject(result.name(), folder + ", " + points.size() + " points" + stopped(result), points, claims);
    }

    private static String stopped(StoredResult result) {
        return result.partial() ? ", stopped before its end" : "";
    }

    /** Of several seeds their means, of one what its batches tell. */
    private static Map<String, Estimate> of(List<Map<String, Double>> runs) {
        Map<String, Estimate> figures = Subject.means(runs);
        if (runs.size() == 1) {
            double half = runs.get(0).getOrDefault(RATE_CI, Double.NaN);
            double rate = runs.get(0).get(RATE);
            figures.replaceAll((name, figure) -> name.startsWith("committedPer") && !name.contains("Second.")
                    ? Estimate.ofInterval(figure.mean(), half * figure.mean() / rate, Window.BATCHES)
                    : figure);
        }
        return figures;
    }

    private static Subject.Claim claim(ClaimRow row) {
        String text = row.model() == null ? "not known" : row.model().json().toString();
        if (!(row.model() instanceof FigureValue.Amount model)) {
            return new Subject.Claim(row.claim().unit(), null, text);
        }
        double half = row.spread() == null ? Double.NaN : row.spread() * Math.abs(model.number());
        // Over several seeds it is the interval of their mean, of one what batches of its runs tell.
        Estimate value = Estimate.ofInterval(model.number(), half, row.seeds() > 1 ? row.seeds() : Window.BATCHES);
        return new Subject.Claim(row.claim().unit(), value, text);
    }

    private static boolean isOutcome(String column) {
        return Figures.isFigure(column)
                || List.of("status", "verified", "committed", "seed").contains(column);
    }

    private static Map<String, Double> numbers(Map<String, String> row) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        row.forEach((name, text) -> {
            if (Figures.isFigure(name) && !text.isEmpty()) {
                numbers.put(name, number(text));
            }
        });
        return numbers;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException word) {
            return Double.NaN;
        }
    }
}
