// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.run.PointBatch;

/** The runs of one mix with several seeds. */
final class MixRuns {
    private final String label;
    private final String mix;
    private final List<String> sets;
    private final ResolvedMix resolved;
    private final Set<String> names = new LinkedHashSet<>();
    private final List<Map<String, Double>> figures = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Summary summary;

    /** {@code label} is what the user typed. */
    MixRuns(String label, String mix, List<String> sets, ResolvedMix resolved) {
        this.label = label;
        this.mix = mix;
        this.sets = sets;
        this.resolved = resolved;
    }

    String runtime() {
        return resolved.mix().mode().runtime();
    }

    /** The run with the mix's seed, or with one so many higher. */
    PointBatch.Point point(String name, int higher, BiFunction<String, List<String>, ResolvedMix> resolver) {
        names.add(name);
        List<String> all = new ArrayList<>(sets);
        all.add("seed=" + (resolved.mix().seed() + higher));
        return new PointBatch.Point(name, mix, all, resolver.apply(mix, all), 1);
    }

    /** A run has ended; only those of this mix count. */
    void ended(String name, PointOutcome outcome, Summary printed) {
        if (!names.contains(name)) {
            return;
        }
        if (outcome.failure() == null) {
            figures.add(outcome.figures());
            summary = printed;
        } else {
            failures.add("A run of " + label + ", seed " + outcome.seed() + ", failed: " + outcome.failure()
                    + (outcome.failure().endsWith(".") ? "" : "."));
        }
    }

    List<InstalledPlugin> plugins() {
        return resolved.plugins();
    }

    /** What they measured, or null if none of them did; {@code problems} gets a sentence for each that failed. */
    Subject subject(List<String> problems, Map<String, String> madeWith) {
        problems.addAll(failures);
        if (figures.isEmpty()) {
            return null;
        }
        Map<String, Estimate> means = Subject.means(figures);
        Map<String, String> settings = resolved.texts();
        settings.remove("seed");
        settings.putAll(madeWith);
        String source = figures.size() == 1
                ? "one run"
                : figures.size() + " runs with seeds from " + resolved.mix().seed();
        source += Subject.remarks(summary);
        return Subject.of(label, source, new Subject.Point(means, StoredSubject.groups(summary, means), settings));
    }
}
