// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.FigureWords;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.outcome.PointOutcome;

/**
 * The figures of points that were run with several seeds: means, with Student's 95% confidence intervals. Immutable.
 */
public final class StudyMeans {
    private static final List<String> SHOWN = List.of(
            "committedPerNodePerSecond",
            "latencyP50Us",
            "latencyP99Us",
            "bottleneckUtilisation",
            "wirePerCommittedBytes");

    /** The runs that did not fail, by sweep and then by what tells a point from the others. */
    private final Map<String, Map<Map<String, String>, List<PointOutcome>>> sweeps = new LinkedHashMap<>();

    /** Of some outcomes. */
    public StudyMeans(List<PointOutcome> outcomes) {
        for (PointOutcome each : outcomes) {
            if (each.failure() == null) {
                sweeps.computeIfAbsent(each.sweep(), key -> new LinkedHashMap<>())
                        .computeIfAbsent(each.parameters(), key -> new ArrayList<>())
                        .add(each);
            }
        }
    }

    /** Whether any point has more than one seed. */
    public boolean repeated() {
        return sweeps.values().stream()
                .flatMap(points -> points.values().stream())
                .anyMatch(runs -> runs.size() > 1);
    }

    /** A row for each point, with a mean and half the width of its interval for each figure. */
    public String csv() {
        Csv csv = new Csv();
        sweeps.forEach((sweep, points) -> points.forEach((parameters, runs) -> {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("sweep", sweep);
            row.putAll(parameters);
            row.put("seeds", Integer.toString(runs.size()));
            runs.stream()
                    .flatMap(run -> run.figures().keySet().stream())
                    .distinct()
                    .forEach(figure -> {
                        Estimate mean = mean(runs, figure);
                        row.put(figure, Figures.cell(Figures.rounded(mean.mean())));
                        row.put(figure + ".ci95", Figures.cell(Figures.rounded(mean.half())));
                    });
            csv.add(row);
        }));
        return csv.text();
    }

    /**
     * The means that people look at, of a sweep whose points have several seeds; else nothing.
     *
     * @param heading of the column of a key
     */
    public Optional<PageTable> table(String sweep, UnaryOperator<String> heading) {
        Map<Map<String, String>, List<PointOutcome>> points = sweeps.getOrDefault(sweep, Map.of());
        if (points.values().stream().allMatch(runs -> runs.size() < 2)) {
            return Optional.empty();
        }
        List<String> keys = keys(points.keySet());
        List<String> header = new ArrayList<>(keys.stream().map(heading).toList());
        header.add("seeds");
        SHOWN.forEach(figure -> header.add(FigureWords.of(figure).heading()));
        PageTable table = new PageTable(header);
        points.forEach((parameters, runs) -> {
            List<Object> row = new ArrayList<>();
            keys.forEach(key -> row.add(parameters.getOrDefault(key, "")));
            row.add(Integer.toString(runs.size()));
            SHOWN.forEach(figure -> row.add(mean(runs, figure).text()));
            table.row(row);
        });
        return Optional.of(table);
    }

    /** All keys that some points differ in, each once. */
    static List<String> keys(Collection<Map<String, String>> points) {
        return points.stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .toList();
    }

    private static Estimate mean(List<PointOutcome> runs, String figure) {
        return Estimate.of(runs.stream()
                .mapToDouble(run -> run.figures().getOrDefault(figure, Figures.absent(figure)))
                .toArray());
    }
}
