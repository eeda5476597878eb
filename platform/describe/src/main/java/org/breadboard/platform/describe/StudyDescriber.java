// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;

/** Describes studies. */
record StudyDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        Study study = new StudyReader(sources.folders()).read(name);
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(
                "points",
                study.sweeps().stream().mapToInt(sweep -> sweep.points().size()).sum());
        more.put("claims", study.claims().stream().map(Study.Claim::id).toList());
        sources.lies(more, Kind.STUDIES, name);
        List<Described> settings = new ArrayList<>();
        for (Study.Sweep sweep : study.sweeps()) {
            Map<String, Set<String>> swept = new LinkedHashMap<>();
            sweep.points()
                    .forEach(point -> point.parameters()
                            .forEach((key, value) -> swept.computeIfAbsent(key, each -> new LinkedHashSet<>())
                                    .add(value)));
            swept.forEach((key, values) -> settings.add(Described.choice(
                    key, null, List.copyOf(values), "Swept over mix " + sweep.mix(), "sweep " + sweep.name())));
        }
        return new Description(
                Kind.STUDIES,
                study.name(),
                study.description(),
                study.sweeps().stream()
                        .map(sweep -> "mix " + sweep.mix())
                        .distinct()
                        .toList(),
                List.of(),
                List.of(),
                more,
                "",
                settings);
    }
}
