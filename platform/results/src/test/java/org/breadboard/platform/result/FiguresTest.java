// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.RunResult;
import org.junit.jupiter.api.Test;

final class FiguresTest {
    private static List<RunResult.Utilisation> usage() {
        List<RunResult.Utilisation> usage = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            usage.add(new RunResult.Utilisation("node0/thread" + thread, "stage", 0.5));
            usage.add(new RunResult.Utilisation("node1/thread" + thread, "stage", 0.6 + thread * 0.15));
        }
        usage.add(new RunResult.Utilisation("node0/nic.engine", "resource", 0.1));
        usage.add(new RunResult.Utilisation("node1/nic.engine", "resource", 0.8));
        usage.add(new RunResult.Utilisation("switch", "resource", 0.3));
        return usage;
    }

    private static JsonNode printed(RunResult result) {
        return assertDoesNotThrow(() ->
                new ObjectMapper().readTree(Summary.of(result, "", null, null).text()));
    }

    @Test
    void shouldGroupWhatIsIdenticalAndNameTheBottleneck() {
        List<UsageGroup> groups = UsageGroup.of(usage());
        assertEquals(
                List.of("nic.engine", "thread", "switch"),
                groups.stream().map(UsageGroup::name).toList());
        assertEquals(0.8, groups.get(0).busiest());
        assertEquals(0.45, groups.get(0).mean(), 1e-12);
        assertEquals(6, groups.get(1).members());
        assertEquals(0.75, groups.get(1).busiest(), 1e-12);
        assertEquals(0.9, groups.get(1).max(), 1e-12);
    }

    /** One sample less than are needed, and as many. */
    @Test
    void shouldHaveNoPercentileBeyondWhichNoSampleIsToBeExpected() {
        for (int[] each : new int[][] {{50, 2}, {95, 20}, {99, 100}}) {
            Histogram latencyNs = new Histogram(3);
            for (int sample = 1; sample < each[1]; sample++) {
                latencyNs.recordValue(1000);
            }
            assertTrue(Double.isNaN(Figures.percentileUs(latencyNs, each[0])), each[0] + "th");
            latencyNs.recordValue(1000);
            assertEquals(1, Figures.percentileUs(latencyNs, each[0]), 1e-3, each[0] + "th");
        }
        assertTrue(Double.isNaN(Figures.percentileUs(new Histogram(3), 50)), "of nothing");
    }

    @Test
    void shouldNotCallAnythingABottleneckThatItCannotMeasure() {
        RunResult live = Results.used(List.of(new RunResult.Utilisation("node0/thread0", "stage", Double.NaN)));
        JsonNode bottleneck = printed(live).path("bottleneck");
        assertTrue(bottleneck.path("resource").isNull());
        assertTrue(bottleneck.path("utilisation").isNull());
    }

    @Test
    void shouldNotCallARunVerifiedThatCheckedTooLittle() {
        RunResult few = Results.tooLittle("It checked too little.");
        assertTrue(printed(few).path("verified").isNull(), "nothing is claimed");
        assertTrue(few.verified(), "nothing is broken, either");
        assertTrue(
                Words.verdict(few).startsWith("Nothing was found wrong; 10 transactions checked."), Words.verdict(few));
    }

    @Test
    void shouldShowWhatWasCounted() throws IOException {
        RunResult result = Results.committed(3, 9);
        ResolvedMix mix = new ResolvedMix(result.mix(), null, false, 3, List.of(), "", List.of());
        String page = RunReport.html(
                new RunRecord(mix, result, Summary.of(result, "", null, null), List.of()), Path.of("nowhere"));
        assertTrue(page.contains("switch.forwarded") && page.contains("4,711"), page);
        assertFalse(page.contains("switch.dropped"), "what was not counted is left out");
    }

    @Test
    void shouldAnswerOnlyWhatWasJudged() {
        RunResult result = Results.unjudged("invariants, since 3 transactions are of unknown outcome");
        JsonNode verdict = printed(result).path("verdict");
        assertTrue(verdict.path("serializable").asBoolean());
        assertTrue(verdict.path("invariantsHold").isNull());
        assertTrue(result.verified(), "nothing was found wrong");
        assertEquals(
                "Verified: serializable, replicas equal; 10 transactions checked, 3 of unknown outcome. Not judged:"
                        + " invariants, since 3 transactions are of unknown outcome.",
                Words.verdict(result));
    }

    @Test
    void shouldComputeRatesPerNodeAndThread() {
        Map<String, Double> figures = Figures.of(Results.committed(1, 100));
        assertEquals(100_000, figures.get("committedPerSecond"));
        assertEquals(50_000, figures.get("committedPerNodePerSecond"));
        assertEquals(10_000, figures.get("committedPerThreadPerSecond"));
        assertEquals(3_000, figures.get("abortedPerSecond.locked"));
        assertEquals(500, figures.get("latencyP50Us"), 1);
        assertEquals(200, figures.get("wirePerCommittedBytes"));
        assertTrue(figures.keySet().containsAll(Figures.ALWAYS));
    }

    @Test
    void shouldTellHowItCameBackFromCrashes() {
        List<AfterCrash> crashes = List.of(
                new AfterCrash(List.of(1), 0, 60_000, 90_000, Double.NaN),
                new AfterCrash(List.of(2), 0, 80_000, Double.NaN, 300_000),
                new AfterCrash(List.of(0), 0, 70_000, Double.NaN, 400_000));
        RunResult result = Results.crashed(crashes);
        Map<String, Double> figures = Figures.of(result);
        assertEquals(3, figures.get("afterCrash.crashes"));
        assertEquals(70, figures.get("afterCrash.shardCommitUs"));
        assertEquals(80, figures.get("afterCrash.shardCommitMostUs"));
        assertEquals(Double.NaN, figures.get("afterCrash.fullSpeedUs"), "most never came to it");
        assertEquals(90, figures.get("afterCrash.fullSpeedMostUs"));
        assertEquals(400, figures.get("afterCrash.fullReplicationUs"), "what did not happen took longest");
        assertTrue(figures.keySet().stream().allMatch(Figures::isFigure));
        JsonNode first = printed(result).path("afterCrashes").get(0);
        assertEquals(60.0, first.path("shardCommitUs").asDouble());
        assertTrue(first.path("fullReplicationUs").isNull());
        assertEquals(
                "3 crashes, medians: the shard commits again after 70.00 µs, at most 80.00 µs; full speed after at most"
                        + " 90.00 µs in 1 of them; all copies after 400 µs, at most 400 µs in 2 of them",
                Words.afterCrashes(crashes));
        assertEquals(
                "1 crash: the shard commits again after 60.00 µs; full speed after 90.00 µs; all copies not while it"
                        + " was measured",
                Words.afterCrashes(crashes.subList(0, 1)));
    }

    @Test
    void shouldSayNothingOfCrashesWhereNothingCrashes() {
        RunResult result = Results.committed(1, 100);
        assertTrue(Figures.of(result).keySet().stream().noneMatch(name -> name.startsWith("afterCrash")));
        assertTrue(printed(result).path("afterCrashes").isEmpty());
    }

    @Test
    void shouldWriteNumbersPlainly() {
        assertEquals("1234567", Figures.cell(1234567));
        assertEquals("0.0000012", Figures.cell(1.2e-6));
        assertEquals("100", Figures.cell(100));
        assertEquals("", Figures.cell(Double.NaN));
    }

    @Test
    void shouldReadTheCsvThatItWrites() {
        Csv csv = new Csv();
        Map<String, String> odd = new LinkedHashMap<>();
        odd.put("a", "x,\"y\"\nz");
        odd.put("b", "");
        csv.add(odd);
        csv.add(Map.of("c", "3"));
        List<Map<String, String>> rows = Csv.parse(csv.text());
        assertEquals("x,\"y\"\nz", rows.get(0).get("a"));
        assertEquals("3", rows.get(1).get("c"));
        assertEquals("", rows.get(1).get("a"));
    }
}
