// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.run.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    @TempDir
    Path folder;

    private Path kept(String summary) throws IOException {
        return Files.writeString(folder.resolve("summary.json"), summary);
    }

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        RunResult result = Results.unjudged("invariants, since 3 transactions are of unknown outcome");
        Summary read = Summary.read(
                kept(Summary.of(result, "./breadboard run x", null, null).text()));
        assertEquals(Figures.rounded(result.committedPerSecond()), read.committedPerSecond());
        assertEquals(UsageGroup.of(result.usage()), read.resources());
        assertEquals(result.remarks(), read.remarks());
        assertEquals(result.verdict().serializable(), read.verdict().serializable());
        assertNull(read.verdict().invariantsHold());
        assertEquals(result.verdict().notJudged(), read.verdict().notJudged());
        assertNull(read.failure());
    }

    @Test
    void shouldReadUtilisationsAndWhatWasServed() throws IOException {
        RunResult result = Results.used(List.of(
                new RunResult.Utilisation("node0/host0", "stage", 0.25, 3),
                new RunResult.Utilisation("node1/host0", "stage", 0.5, 4)));
        Summary read = Summary.read(kept(Summary.of(result, "", null, null).text()));
        assertEquals(List.of(new UsageGroup("host", "stage", 2, 0.375, 0.5, 0.5, 7)), read.resources());
        assertEquals("host", read.bottleneck());
        assertEquals(0.5, read.bottleneckUtilisation());
    }

    @Test
    void shouldReadPointsOfAStudy() throws IOException {
        List<StudySummary.Point> points = List.of(
                new StudySummary.Point("s[a=1]", "s", Map.of("a", "1"), 7, null, null),
                new StudySummary.Point("s[a=2]", "s", Map.of("a", "2"), 7, false, "it threw"));
        StudySummary read = StudySummary.read(
                kept(Json.text(StudySummary.of("x", false, List.of(Map.of("claim", "first", "model", 2.5)), points))));
        assertEquals(points, read.points());
        assertEquals(List.of("first"), read.claims(row -> row.path("claim").asText()));
    }

    @Test
    void shouldRefuseWhatAnotherVersionHasWritten() throws IOException {
        Path old = kept("{\"kind\": \"run\", \"mix\": \"x\"}");
        String why =
                "'" + old + "' was written by another version of Breadboard, whose figures may mean something else;"
                        + " run it again with this one.";
        assertEquals(
                why,
                assertThrows(RefusedException.class, () -> Summary.read(old)).getMessage());
        assertEquals(
                why,
                assertThrows(RefusedException.class, () -> StudySummary.read(old))
                        .getMessage());
    }
}
