// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;

/**
 * The studies that ship. A study is of a paper if it has a claim of that paper, or its name begins with the paper's. A
 * study that varies assumptions has claims of other studies, which are those studies'.
 */
final class ShippedStudies {
    private final Map<String, Study> studies = new LinkedHashMap<>();

    /** Reads all of them. */
    ShippedStudies(Folders folders) {
        StudyReader reader = new StudyReader(folders);
        Folders.names(folders.shipped(Folders.STUDIES)).forEach(name -> studies.put(name, reader.read(name)));
    }

    /** All that {@link #of} takes. */
    Set<String> names() {
        Set<String> names = papers();
        names.addAll(studies.keySet());
        return names;
    }

    private Set<String> papers() {
        Set<String> papers = new TreeSet<>();
        studies.values()
                .forEach(study -> study.claims()
                        .forEach(claim -> papers.add(claim.published().paper())));
        papers.remove("");
        return papers;
    }

    /**
     * The names of all studies, or of those of a paper, or of one; those that vary assumptions last, since they take
     * longest and no number of the page is of them.
     *
     * @param paper a paper's name, else a study's; null for all
     * @throws RefusedException if there is neither
     */
    List<String> of(String paper) {
        if (paper != null && !papers().contains(paper)) {
            if (studies.containsKey(paper)) {
                return List.of(paper);
            }
            throw new RefusedException(
                    "There is no paper or study '" + paper + "'" + Suggestion.choices(paper, names(), "list studies"));
        }
        return studies.values().stream()
                .filter(study -> paper == null
                        || study.name().startsWith(paper + "-")
                        || study.name().equals(paper)
                        || study.claims().stream()
                                .anyMatch(claim -> claim.published().paper().equals(paper)))
                .sorted(Comparator.comparing(study -> study.vary() != null))
                .map(Study::name)
                .toList();
    }

    /** Which study a claim is of, by claim. */
    Map<String, String> claims() {
        Map<String, String> claims = new LinkedHashMap<>();
        studies.values().stream()
                .filter(study -> study.vary() == null)
                .forEach(study -> study.claims().forEach(claim -> claims.putIfAbsent(claim.id(), study.name())));
        return claims;
    }

    /** Whether a study varies assumptions. */
    boolean varies(String study) {
        return studies.get(study).vary() != null;
    }
}
