// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.StudySummary;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.claim.FigureValue;

/**
 * What a kept result says of a study.
 *
 * @param result its folder
 * @param claims what was measured, by claim; those that could not be computed are not there
 */
record StudyFigures(Path result, PackedStudy.Took took, Map<String, FigureValue> claims) {
    /**
     * A study as it is now, of which a result is looked for.
     *
     * @param settingsSha256 the digest of all that it asks
     * @param runs how many runs its points have with their seeds
     */
    record Asked(String study, String settingsSha256, int runs) {}

    /** Of the newest result that is whole, and of the study as it is now; empty if there is none. */
    static Optional<StudyFigures> newest(Path results, Asked asked) throws IOException {
        Path folder = results.resolve(asked.study());
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        List<Path> newestFirst;
        try (Stream<Path> entries = Files.list(folder)) {
            newestFirst = entries.filter(
                            entry -> ResultFolder.isTime(entry.getFileName().toString()))
                    .filter(entry -> Files.isRegularFile(entry.resolve(ResultFolder.MANIFEST)))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
        for (Path entry : newestFirst) {
            try {
                StoredResult result = StoredResult.open(entry);
                if (differs(result, asked).isEmpty()) {
                    return Optional.of(of(entry, result));
                }
            } catch (RefusedException damaged) {
                // It tells nothing; an older one may.
            }
        }
        return Optional.empty();
    }

    /**
     * Of a result that somebody has named.
     *
     * @throws RefusedException if it is none of the study as it is now
     */
    static StudyFigures named(Path folder, Asked asked) throws IOException {
        StoredResult result = StoredResult.open(folder);
        Optional<String> differs = differs(result, asked);
        if (differs.isPresent()) {
            throw new RefusedException(folder + " " + differs.get() + "; run '" + Program.called() + " study "
                    + asked.study() + "' once more, and name what that keeps.");
        }
        return of(folder, result);
    }

    /** Why a result does not say what the study yields; empty if it does. */
    private static Optional<String> differs(StoredResult result, Asked asked) throws IOException {
        if (!result.kind().equals("study") || !result.ofThisVersion()) {
            return Optional.of("is no result of a study of this version");
        }
        if (!result.settingsSha256().equals(Optional.of(asked.settingsSha256()))) {
            return Optional.of("is of another study, or of " + asked.study() + " before it was changed");
        }
        if (result.partial()) {
            return Optional.of("was stopped before its end");
        }
        if (result.ofStudy().points().size() != asked.runs()) {
            return Optional.of("has other seeds than the study says");
        }
        return Boolean.FALSE.equals(result.verified())
                ? Optional.of("has points that failed or violated their promise")
                : Optional.empty();
    }

    private static StudyFigures of(Path folder, StoredResult result) throws IOException {
        Map<String, FigureValue> claims = new LinkedHashMap<>();
        StudySummary summary = result.ofStudy();
        for (ClaimRow row : summary.claims(ClaimRow::of)) {
            if (row.model() != null) {
                claims.put(row.claim().id(), row.model());
            }
        }
        Map<String, String> machine = new LinkedHashMap<>(result.machine());
        PackedStudy.Took took = result.tookSeconds().isEmpty()
                ? null
                : new PackedStudy.Took(result.tookSeconds().getAsDouble(), result.finishedAt(), machine);
        return new StudyFigures(folder, took, claims);
    }
}
