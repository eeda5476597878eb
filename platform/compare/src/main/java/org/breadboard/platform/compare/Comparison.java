// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.estimate.Estimate;

/** All that differs between subjects, the first of which the others are set against. */
final class Comparison {
    private static final Estimate UNKNOWN = Estimate.exactly(Double.NaN);
    /** What tables show of a run. */
    private static final List<String> OF_RUNS = List.of(
            "committedPerSecond",
            "committedPerNodePerSecond",
            "abortedPerSecond",
            "latencyMeanUs",
            "latencyP50Us",
            "latencyP95Us",
            "latencyP99Us",
            "wirePerCommittedBytes");
    /** What tables show of each point of a study. */
    private static final List<String> OF_POINTS =
            List.of("committedPerNodePerSecond", "latencyP50Us", "latencyP99Us", "wirePerCommittedBytes");

    private final List<Subject> subjects;

    Comparison(List<Subject> subjects) {
        this.subjects = List.copyOf(subjects);
    }

    List<Subject> subjects() {
        return subjects;
    }

    List<String> names() {
        return subjects.stream().map(Subject::name).toList();
    }

    private Subject first() {
        return subjects.get(0);
    }

    boolean studies() {
        return first().study();
    }

    /** The points that all subjects have. */
    private List<String> shared() {
        return first().points().keySet().stream()
                .filter(name -> subjects.stream().allMatch(each -> each.points().containsKey(name)))
                .toList();
    }

    /** Points that not all subjects have, with who has them. */
    List<String> unshared() {
        Set<String> all = new LinkedHashSet<>();
        subjects.forEach(each -> all.addAll(each.points().keySet()));
        shared().forEach(all::remove);
        return List.copyOf(all);
    }

    /** The figures that people look at. */
    List<Difference> figures() {
        List<Difference> rows = new ArrayList<>();
        for (String point : shared()) {
            for (String figure : studies() ? OF_POINTS : OF_RUNS) {
                List<Estimate> values = subjects.stream()
                        .map(each -> each.points().get(point).figure(figure))
                        .toList();
                if (values.stream().anyMatch(value -> Double.isFinite(value.mean()))) {
                    rows.add(new Difference(point, figure, values));
                }
            }
        }
        return rows;
    }

    /** The claims that are numbers. */
    List<Difference> claims() {
        List<Difference> rows = new ArrayList<>();
        first().claims().forEach((id, claim) -> {
            List<Estimate> values = subjects.stream()
                    .map(each -> each.claims().get(id))
                    .map(each ->
                            each == null || each.value() == null || !each.unit().equals(claim.unit())
                                    ? UNKNOWN
                                    : each.value())
                    .toList();
            if (values.stream().allMatch(value -> Double.isFinite(value.mean()))) {
                rows.add(new Difference(claim.unit(), id, values));
            }
        });
        return rows;
    }

    /** The claims that are answers, or not known somewhere: the texts by id. */
    Map<String, List<String>> answers() {
        Map<String, List<String>> answers = new LinkedHashMap<>();
        Set<String> numbers = new LinkedHashSet<>();
        claims().forEach(row -> numbers.add(row.figure()));
        Set<String> ids = new LinkedHashSet<>();
        subjects.forEach(each -> ids.addAll(each.claims().keySet()));
        ids.removeAll(numbers);
        ids.forEach(id -> answers.put(
                id,
                subjects.stream()
                        .map(each -> each.claims().get(id))
                        .map(each -> each == null ? "" : each.text())
                        .toList()));
        return answers;
    }

    /**
     * A group of stages or resources of all subjects.
     *
     * @param point the point that it is of, or {@code ""}
     */
    record Usage(String point, String name, List<Subject.Group> groups) {
        Difference busy() {
            return new Difference(
                    point, name, groups.stream().map(Subject.Group::busy).toList());
        }

        Difference nsPerCommitted() {
            return new Difference(
                    point,
                    name,
                    groups.stream().map(Subject.Group::nsPerCommitted).toList());
        }
    }

    /** How busy each group is, and how long it is for a transaction, point by point. */
    List<Usage> usage() {
        List<Usage> rows = new ArrayList<>();
        Subject.Group none = new Subject.Group(UNKNOWN, UNKNOWN);
        for (String point : shared()) {
            Set<String> names = new LinkedHashSet<>();
            subjects.forEach(
                    each -> names.addAll(each.points().get(point).groups().keySet()));
            for (String name : names) {
                List<Subject.Group> groups = subjects.stream()
                        .map(each -> each.points().get(point).groups().getOrDefault(name, none))
                        .toList();
                if (groups.stream().anyMatch(group -> group.busy().mean() > 0)) {
                    rows.add(new Usage(point, name, groups));
                }
            }
        }
        return rows;
    }

    /** One sentence where some promise less than others at a point that all have, else null. */
    String promisesDiffer() {
        List<String> promises = configuration().get("promise");
        if (promises == null || promises.contains("")) {
            return null;
        }
        List<String> each = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            each.add(subjects.get(i).name() + " is checked to be "
                    + ProtocolType.Promise.of(promises.get(i)).inWords());
        }
        return "They do not promise the same: " + String.join(", ", each)
                + ". What promises less may be faster for that alone.";
    }

    /**
     * What differs in configuration: the values by key, in the order of the first; of studies at the first such point.
     */
    Map<String, List<String>> configuration() {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String point : shared()) {
            Set<String> keys = new LinkedHashSet<>();
            subjects.forEach(
                    each -> keys.addAll(each.points().get(point).settings().keySet()));
            for (String key : keys) {
                List<String> values = subjects.stream()
                        .map(each -> each.points().get(point).settings().getOrDefault(key, ""))
                        .toList();
                if (values.stream().anyMatch(value -> !Objects.equals(value, values.get(0)))) {
                    rows.putIfAbsent(key, values);
                }
            }
        }
        rows.remove("mix");
        return rows;
    }
}
