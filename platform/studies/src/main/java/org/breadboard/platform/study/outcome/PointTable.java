// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.breadboard.platform.result.Figures;

/** The outcomes of a study's points, as claims ask for them. Immutable. */
public final class PointTable {
    private final List<PointOutcome> outcomes;

    /** A table of these outcomes, in the order of the study. */
    public PointTable(List<PointOutcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * A table for each seed of these sweeps' points: the first has every point's first repeat, and so on.
     *
     * @return empty unless all of them have the same number of repeats, two or more
     */
    public List<PointTable> repeats(Set<String> sweeps) {
        Map<Map.Entry<String, Map<String, String>>, List<PointOutcome>> byPoint = new LinkedHashMap<>();
        for (PointOutcome outcome : outcomes) {
            if (sweeps.contains(outcome.sweep())) {
                byPoint.computeIfAbsent(Map.entry(outcome.sweep(), outcome.parameters()), key -> new ArrayList<>())
                        .add(outcome);
            }
        }
        List<Integer> counts =
                byPoint.values().stream().map(List::size).distinct().toList();
        if (counts.size() != 1 || counts.get(0) < 2) {
            return List.of();
        }
        return IntStream.range(0, counts.get(0))
                .mapToObj(seed -> new PointTable(
                        byPoint.values().stream().map(each -> each.get(seed)).toList()))
                .toList();
    }

    /** The rates of points that a formula uses, one after another a spread higher, or lower ({@code sign} 1 or -1). */
    public List<PointTable> varied(Set<String> sweeps, int sign) {
        List<PointTable> varied = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            double spread = outcomes.get(i).spread();
            if (sweeps.contains(outcomes.get(i).sweep()) && spread > 0) {
                List<PointOutcome> others = new ArrayList<>(outcomes);
                others.set(i, outcomes.get(i).scaled(1 + sign * spread));
                varied.add(new PointTable(others));
            }
        }
        return varied;
    }

    /** The names of the points that match, of which something is to be said. */
    public List<String> names(Selection selection, Predicate<PointOutcome> which) {
        return outcomes.stream()
                .filter(outcome -> outcome.sweep().equals(selection.sweep())
                        && selection.filter().match(outcome.parameters(), outcome::setting) != null
                        && which.test(outcome))
                .map(PointOutcome::name)
                .toList();
    }

    /**
     * A figure at the points that match, in the order of the sweep, each the mean over its repeats; an unknown one says
     * why.
     */
    public Values select(Selection selection) {
        Map<Map<String, String>, List<PointOutcome>> byPoint = new LinkedHashMap<>();
        List<Map<String, String>> labels = new ArrayList<>();
        for (PointOutcome outcome : outcomes) {
            Map<String, String> label = outcome.sweep().equals(selection.sweep())
                    ? selection.filter().match(outcome.parameters(), outcome::setting)
                    : null;
            if (label != null) {
                if (!byPoint.containsKey(outcome.parameters())) {
                    labels.add(label);
                }
                byPoint.computeIfAbsent(outcome.parameters(), key -> new ArrayList<>())
                        .add(outcome);
            }
        }
        if (byPoint.isEmpty()) {
            throw new UnknownFigureException("no point matches " + selection);
        }
        double[] means = new double[labels.size()];
        String[] unknown = new String[labels.size()];
        int at = 0;
        for (List<PointOutcome> repeats : byPoint.values()) {
            try {
                means[at] = repeats.stream()
                        .mapToDouble(each -> figure(each, selection.figure()))
                        .average()
                        .orElseThrow();
            } catch (UnknownFigureException why) {
                unknown[at] = why.getMessage();
            }
            at++;
        }
        return new Values(means, false, selection.filter().distinct(labels), unknown);
    }

    private static double figure(PointOutcome outcome, String name) {
        if (outcome.failure() != null) {
            throw new UnknownFigureException(outcome.name() + " failed: " + outcome.failure());
        }
        Double figure = outcome.figures().get(name);
        if (figure != null && !figure.isNaN()) {
            return figure;
        }
        Double parameter = Filter.number(outcome.parameters().getOrDefault(name, outcome.setting(name)));
        if (parameter != null) {
            return parameter;
        }
        if (Figures.absent(name) == 0) {
            return 0;
        }
        throw new UnknownFigureException("'" + name + "' is no figure of " + outcome.name());
    }
}
