// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.project.ProjectMark;

/**
 * Which studies the quick path runs, with one seed a point: those that the project's mark names, else the shortest ones
 * that take ten minutes together. Windows stay as they are, since a shorter one would yield other figures.
 */
final class QuickPath {
    /** How long the quick path may take, unless the mark names its studies. */
    static final double MOST_SECONDS = 600;

    private QuickPath() {}

    /**
     * The same studies, each of which knows whether it is of the quick path; one at least is.
     *
     * @param named what the mark says; empty if it does not say
     * @throws RefusedException if it names a study that there is not
     */
    static List<PackedStudy> choose(List<PackedStudy> studies, List<String> named) {
        Set<String> quick = new HashSet<>(named);
        List<String> names = studies.stream().map(PackedStudy::name).toList();
        for (String name : named) {
            if (!names.contains(name)) {
                throw new RefusedException(ProjectMark.FILE + " has the study '" + name + "' under 'quick'"
                        + Suggestion.phrase(name, names) + "; the project has: " + String.join(", ", names) + ".");
            }
        }
        if (named.isEmpty()) {
            quick.addAll(shortest(studies));
        }
        return studies.stream()
                .map(study -> study.quick(quick.contains(study.name())))
                .toList();
    }

    private static List<String> shortest(List<PackedStudy> studies) {
        List<PackedStudy> measured = studies.stream()
                .filter(study -> study.took() != null)
                .sorted(Comparator.comparingDouble(QuickPath::seconds))
                .toList();
        if (measured.isEmpty()) {
            return studies.stream()
                    .min(Comparator.comparingInt(PackedStudy::points))
                    .map(study -> List.of(study.name()))
                    .orElse(List.of());
        }
        List<String> quick = new ArrayList<>();
        double seconds = 0;
        for (PackedStudy study : measured) {
            seconds += seconds(study);
            if (quick.isEmpty() || seconds <= MOST_SECONDS) {
                quick.add(study.name());
            }
        }
        return quick;
    }

    /** About how long one seed of each point takes, on the machine that measured it; NaN if that was not measured. */
    static double seconds(PackedStudy study) {
        return study.took() == null ? Double.NaN : study.took().seconds() * study.points() / study.runs();
    }
}
