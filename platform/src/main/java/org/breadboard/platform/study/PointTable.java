package org.breadboard.platform.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.study.Expression.Selection;

/** The outcomes of a study's points, as claims ask for them. */
final class PointTable {
    private final List<PointOutcome> outcomes;

    PointTable(List<PointOutcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
    }

    /** A figure at the points that match, in the order of the sweep, each the mean over its repeats. */
    Values select(Selection selection) {
        Map<Map<String, String>, List<Double>> byPoint = new LinkedHashMap<>();
        for (PointOutcome outcome : outcomes) {
            if (outcome.sweep().equals(selection.sweep()) && matches(outcome, selection.filter())) {
                byPoint.computeIfAbsent(outcome.parameters(), key -> new ArrayList<>())
                        .add(figure(outcome, selection.figure()));
            }
        }
        if (byPoint.isEmpty()) {
            throw new UnknownFigureException("no point matches " + selection);
        }
        double[] means = byPoint.values().stream()
                .mapToDouble(each ->
                        each.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toArray();
        return new Values(means, false);
    }

    static boolean matches(PointOutcome outcome, Map<String, String> filter) {
        return filter.entrySet().stream()
                .allMatch(entry -> same(entry.getValue(), outcome.parameters().get(entry.getKey()))
                        || same(entry.getValue(), outcome.row().get(entry.getKey())));
    }

    private static boolean same(String wanted, String given) {
        if (given == null) {
            return false;
        }
        Double a = number(wanted);
        Double b = number(given);
        return wanted.equals(given) || (a != null && a.equals(b));
    }

    private static double figure(PointOutcome outcome, String name) {
        if (outcome.failure() != null) {
            throw new UnknownFigureException(outcome.name() + " failed: " + outcome.failure());
        }
        Double figure = outcome.figures().get(name);
        if (figure != null && !figure.isNaN()) {
            return figure;
        }
        Double parameter =
                number(outcome.parameters().getOrDefault(name, outcome.row().get(name)));
        if (parameter != null) {
            return parameter;
        }
        if (name.startsWith("abortedPerSecond.") || name.startsWith("counter.")) {
            return 0; // What never happened was never counted.
        }
        throw new UnknownFigureException("'" + name + "' is no figure of " + outcome.name());
    }

    private static Double number(String text) {
        try {
            return text == null ? null : Double.valueOf(text);
        } catch (NumberFormatException word) {
            return null;
        }
    }
}
