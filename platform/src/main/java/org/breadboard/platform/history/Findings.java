package org.breadboard.platform.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts anomalies, and keeps the first few as examples: at least one of each kind. Sentences are only made for examples. */
final class Findings {
    private final int maxExamples;
    private final List<Anomaly> examples = new ArrayList<>();
    private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);

    Findings(int maxExamples) {
        this.maxExamples = maxExamples;
    }

    void add(AnomalyKind kind, Supplier<String> sentence, long... transactions) {
        long before = counts.merge(kind, 1L, Long::sum) - 1;
        if (before == 0 || examples.size() < maxExamples) {
            List<Long> ids = new ArrayList<>();
            for (long id : transactions) {
                ids.add(id);
            }
            examples.add(new Anomaly(kind, sentence.get(), ids));
        }
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    boolean has(AnomalyKind kind) {
        return counts.containsKey(kind);
    }

    boolean serializable() {
        return counts.keySet().stream().allMatch(AnomalyKind::leavesSerializable);
    }

    List<Anomaly> examples() {
        return examples.stream().sorted(Comparator.comparing(Anomaly::kind)).toList();
    }

    Map<AnomalyKind, Long> counts() {
        return counts;
    }
}
