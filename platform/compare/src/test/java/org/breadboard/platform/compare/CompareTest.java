// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons through the facade. */
final class CompareTest {
    private static final String PROPERTY = "breadboard.results";

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        System.setProperty(PROPERTY, home.results().toString());
        board = new Board(home.home(), ToyPlugin.registry(home.serviceJar()));
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
    }

    private ExitStatus compare(OutputFormat output, int seeds, String... subjects) {
        String line = "compare " + String.join(" ", subjects) + " --seeds " + seeds + " --parallel 2 --output "
                + output.name().toLowerCase(Locale.ROOT);
        return RootCommand.execute(board, home.console(), ToyHome.words(line, "time.measureUs=1000"));
    }

    private String kept(String... sets) throws IOException {
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(board, home.console(), ToyHome.words("run ops", sets)),
                home.err());
        return home.results().resolve("ops/latest").toRealPath().toString();
    }

    private JsonNode answer() throws IOException {
        return new ObjectMapper()
                .readTree(home.results().resolve("compare/latest/summary.json").toFile());
    }

    private static JsonNode row(JsonNode rows, String key, String value) {
        for (JsonNode row : rows) {
            if (row.path(key).asText().equals(value)) {
                return row;
            }
        }
        throw new AssertionError("no " + value + " in " + rows);
    }

    @Test
    void shouldTellHowMuchMixesDiffer() throws IOException {
        ExitStatus status = compare(OutputFormat.JSON, 3, "ops", "ops,protocol.workNs=2000");
        assertEquals(ExitStatus.DONE, status, home.err());
        assertEquals(answer(), new ObjectMapper().readTree(home.out()));
        JsonNode rate = row(answer().path("figures"), "figure", "committedPerSecond");
        JsonNode difference = rate.path("differences").get(0);
        assertEquals("ops,protocol.workNs=2000", difference.path("of").asText());
        assertEquals(-50, difference.path("percent").asDouble(), 1);
        assertTrue(difference.path("percentCi95").asDouble() < 1, difference.toString());
        assertTrue(difference.path("differs").asBoolean());
        assertTrue(rate.path("values").get(0).path("ci95").asDouble() >= 0);
        JsonNode thread = row(answer().path("resources"), "resource", "thread");
        assertEquals(1, thread.path("utilisation").get(1).path("mean").asDouble(), 0.01);
        assertEquals(2000, thread.path("nsPerCommitted").get(1).path("mean").asDouble(), 20);
        assertEquals(
                "[\"1000\",\"2000\"]",
                answer().path("configuration").path("protocol.workNs").toString());
        assertEquals(
                1,
                answer().path("configuration").size(),
                answer().path("configuration").toString());
        Path latest = home.results().resolve("compare/latest");
        assertTrue(Files.readString(latest.resolve("report.html")).contains("protocol.workNs"));
        assertTrue(Files.readString(latest.resolve("comparison.csv")).startsWith("part,point,name,of,mean,ci95"));
    }

    @Test
    void shouldNotCallNoiseADifference() throws IOException {
        assertEquals(ExitStatus.DONE, compare(OutputFormat.JSON, 3, "ops", "ops,protocol.workNs=1001"), home.err());
        JsonNode same = row(answer().path("figures"), "figure", "abortedPerSecond");
        assertFalse(same.path("differences").get(0).path("differs").asBoolean());
    }

    /** Who promises less may be faster for that alone. */
    @Test
    void shouldRemarkThatNotAllPromiseTheSame() throws IOException {
        ExitStatus status = compare(OutputFormat.TABLE, 1, "ops", "ops,promise=snapshot-isolation");
        assertEquals(ExitStatus.DONE, status, home.err());
        String remark = "They do not promise the same: ops is checked to be serializable,"
                + " ops,promise=snapshot-isolation is checked to be snapshot isolation.";
        assertTrue(home.out().contains(remark), home.out());
        assertTrue(answer().path("remarks").get(0).asText().startsWith(remark), answer()::toString);
        Path page = home.results().resolve("compare/latest/report.html");
        assertTrue(Files.readString(page).contains("They do not promise the same"), "the page");
        assertEquals(ExitStatus.DONE, compare(OutputFormat.TABLE, 1, "ops", "ops,protocol.workNs=2000"));
        assertTrue(answer().path("remarks").isEmpty(), "they do");
    }

    private static Subject aborting(String name, double... perSecond) {
        Map<String, Estimate> figures =
                Map.of("abortedPerSecond", Estimate.of(perSecond), "latencyP50Us", Estimate.of(0, 0));
        return Subject.of(name, "two runs", new Subject.Point(figures, Map.of(), Map.of()));
    }

    @Test
    void shouldShowDifferencesFromNothingInUnits() {
        Comparison comparison = new Comparison(
                List.of(aborting("none", 0, 0), aborting("some", 1999, 2001), aborting("neither", 0, 0)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CompareReport report = new CompareReport(comparison, Map.of());
        report.print(OutputFormat.TABLE, new PrintStream(out, true, StandardCharsets.UTF_8));
        String table = out.toString(StandardCharsets.UTF_8).replaceAll(" +", " ");
        // Student's t for 1 degree of freedom is 12.706, and the standard error 1.
        assertTrue(
                table.contains(
                        "abortedPerSecond 0 ± 0 /s 2.000 ± 0.013 k/s 0 ± 0 /s +2.000 ± 0.013 k/s yes 0 ± 0 /s no"),
                table);
        assertTrue(table.contains("latencyP50Us 0 ± 0 µs"), table);
        assertFalse(report.page("compare").text().contains("NaN%"), "the page");
    }

    /** Around the border between yes and no, with errors of either side. */
    @Test
    void shouldCallADifferenceOneExactlyWhereItsIntervalLeavesOutNothing() {
        Random random = new Random(1);
        int[] seen = new int[2];
        for (int i = 0; i < 2000; i++) {
            double base = 50 + random.nextDouble() * 100;
            Difference row = new Difference(
                    "",
                    "committedPerSecond",
                    List.of(drawn(random, base), drawn(random, base * (0.6 + random.nextDouble()))));
            Estimate share = row.share(1);
            assertEquals(Math.abs(share.mean()) > share.half(), row.differs(1), share.toString());
            assertEquals(row.of(1).half() / row.of(1).mean(), share.half() / share.mean(), 1e-9);
            seen[row.differs(1) ? 1 : 0]++;
        }
        assertTrue(seen[0] > 200 && seen[1] > 200, seen[0] + " no, " + seen[1] + " yes");
    }

    private static Estimate drawn(Random random, double mean) {
        double width = random.nextDouble() * 30;
        return Estimate.of(random.doubles(4, mean - width, mean + width + 1).toArray());
    }

    @Test
    void shouldCompareNothingWithARunThatCommittedNothing() throws IOException {
        String nothing = "ops,protocol.workNs=1000000,time.measureUs=100";
        assertEquals(ExitStatus.FAILED, compare(OutputFormat.JSON, 1, "ops", nothing));
        assertTrue(home.err().contains("nothing was committed while it measured"), home.err());
        assertEquals(1, answer().path("subjects").size());
        assertEquals(
                ExitStatus.FAILED,
                RootCommand.execute(board, home.console(), ToyHome.words("run ops", "protocol.workNs=1000000")));
        refused("nothing was committed", home.results().resolve("ops/latest").toString(), "ops");
    }

    @Test
    void shouldTakeTheIntervalsOfSingleRunsFromTheirBatches() throws IOException {
        String first = kept("protocol.workNs=1000");
        String second = kept("protocol.workNs=1500");
        assertEquals(ExitStatus.DONE, compare(OutputFormat.JSON, 5, first, second), home.err());
        JsonNode rate = row(answer().path("figures"), "figure", "committedPerSecond");
        JsonNode summary =
                new ObjectMapper().readTree(Path.of(first, "summary.json").toFile());
        assertEquals(
                summary.path("throughput").path("committedCi95PerSecond").asDouble(),
                rate.path("values").get(0).path("ci95").asDouble(),
                1);
        assertEquals("ops (2)", answer().path("subjects").get(1).path("name").asText());
        assertEquals(2, answer().path("configuration").path("protocol.workNs").size());
    }

    @Test
    void shouldCompareStudiesPointByPointAndClaimByClaim() throws IOException {
        for (String name : List.of("one", "two")) {
            home.file("studies/" + name + ".yaml", """
                    mix: ops
                    repeat: 2
                    set: {cluster.threads: %s}
                    sweep: {protocol.workNs: [1000, 2000%s]}
                    claims:
                      most: {value: max(points.committedPerSecond) / 1e6, unit: Mops}
                      tail: {value: min(points.latencyP99Us), unit: us}
                      more: {value: falling(points.committedPerSecond), trend: true}
                    """.formatted(
                            name.equals("one") ? "2" : "4", name.equals("one") ? "" : ", 3000"));
            ExitStatus ran = RootCommand.execute(board, home.console(), "study", name, "--output", "csv");
            assertEquals(ExitStatus.DONE, ran, home.err());
        }
        assertEquals(ExitStatus.DONE, compare(OutputFormat.JSON, 5, "one", "two"), home.err());
        JsonNode most = row(answer().path("claims"), "figure", "most");
        assertEquals(100, most.path("differences").get(0).path("percent").asDouble(), 3);
        JsonNode figure = row(answer().path("figures"), "figure", "latencyP99Us");
        assertEquals("points[protocol.workNs=1000]", figure.path("point").asText());
        double half = figure.path("differences").get(0).path("ci95").asDouble();
        JsonNode tail = row(answer().path("claims"), "figure", "tail");
        assertTrue(half > 0);
        assertEquals(half, tail.path("differences").get(0).path("ci95").asDouble(), half / 100, "both over seeds");
        JsonNode thread = row(answer().path("resources"), "resource", "thread");
        assertEquals("points[protocol.workNs=1000]", thread.path("point").asText());
        assertEquals(1000, thread.path("nsPerCommitted").path(1).path("mean").asDouble(), 20);
        assertEquals("[\"yes\",\"yes\"]", answer().path("answers").path("more").toString());
        assertEquals(
                "[\"points[protocol.workNs=3000]\"]",
                answer().path("pointsNotInAll").toString());
        assertEquals(
                "points[protocol.workNs=1000]",
                answer().path("figures").get(0).path("point").asText());
        assertEquals(
                "[\"2\",\"4\"]",
                answer().path("configuration").path("cluster.threads").toString());
    }

    @Test
    void shouldRefuseWhatCannotBeCompared() throws IOException {
        String run = kept();
        home.file("studies/s.yaml", "mix: ops\nsweep: {protocol.workNs: [1000]}\n");
        refused("'opss' is no folder of a result, no mix and no study, did you mean 'ops'?", "ops", "opss");
        refused("Study 's' has no result in", "s", "ops");
        refused("holds no result: there is no manifest.json in it", root.toString(), "ops");
        refused("so they cannot be compared", run, "ops,runtime=live");
        Path timeline = Path.of(run, "timeline.csv");
        String whole = Files.readString(timeline);
        Files.writeString(timeline, whole.substring(0, whole.length() / 2));
        refused("is damaged: timeline.csv is not what was written", run, "ops");
        Files.writeString(timeline, whole);
        Path manifest = Path.of(run, "manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("\"version\" : 1", "\"version\" : 99"));
        refused("was written by another version of Breadboard", run, "ops");
        RootCommand.execute(board, home.console(), "study", "s", "--output", "csv");
        refused("A study can be compared with a study, and a run with a run", "s", "ops");
    }

    private void refused(String sentence, String... subjects) {
        long before = home.err().lines().count();
        assertEquals(ExitStatus.USER_MISTAKE, compare(OutputFormat.TABLE, 1, subjects), home.err());
        List<String> said = home.err().lines().skip(before).toList();
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains(sentence), said.get(0));
    }

    @Test
    void shouldKeepWhatCouldBeMeasuredAndSayWhatCouldNot() {
        ExitStatus status =
                compare(OutputFormat.TABLE, 2, "ops", "ops,whatif.speeds=nobody=2", "ops,protocol.workNs=3000");
        assertEquals(ExitStatus.FAILED, status);
        assertTrue(
                home.err().contains("A run of ops,whatif.speeds=nobody=2, seed 1, failed: No stage or resource"),
                home.err());
        assertTrue(home.out().contains("ops,protocol.workNs=3000"), home.out());
    }

    @Test
    void shouldRefuseARunThatIsNotVerified() throws IOException {
        String run = kept();
        Path points = Path.of(run, "points.csv");
        Path manifest = Path.of(run, "manifest.json");
        String before = Digest.sha256(points);
        Files.writeString(points, Files.readString(points).replace(",true,", ",false,"));
        Files.writeString(manifest, Files.readString(manifest).replace(before, Digest.sha256(points)));
        refused("is of a run that is not verified, so its figures say nothing", run, "ops");
    }

    @Test
    void shouldSayThatARunWasStopped() throws IOException {
        String stopped = kept();
        Path manifest = Path.of(stopped, "manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"partial\" : false", "\"partial\" : true"));
        compare(OutputFormat.TABLE, 1, stopped, "ops");
        assertTrue(home.out().contains("one run, stopped before its end"), home.out() + home.err());
    }

    @Test
    void shouldRefuseAStudyOneOfWhosePointsIsNotWhatWasWritten() throws IOException {
        home.file("studies/s.yaml", "mix: ops\nsweep: {protocol.workNs: [1000, 2000]}\n");
        RootCommand.execute(board, home.console(), "study", "s", "--output", "csv");
        Path summary = home.results().resolve("s/latest/points/002-points/summary.json");
        Files.writeString(summary, Files.readString(summary) + " ");
        refused("is damaged: points/002-points/summary.json is not what was written", "s", "s");
    }

    @Test
    void shouldKeepTheOneThatCouldBeMeasured() throws IOException {
        assertEquals(ExitStatus.FAILED, compare(OutputFormat.TABLE, 2, "ops,whatif.speeds=nobody=2", "ops"));
        assertTrue(home.err().contains("There is nothing to compare it with: only ops could be measured."), home.err());
        assertEquals("ops", answer().path("subjects").path(0).path("name").asText());
        JsonNode rate = row(answer().path("figures"), "figure", "committedPerSecond");
        assertTrue(rate.path("values").path(0).path("mean").asDouble() > 0, rate.toString());
    }

    @Test
    void shouldRemarkThatAPlugInWasAnotherOne() throws IOException {
        String then = kept();
        Path manifest = Path.of(then, "manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replaceAll("\"sha256\" : \"[0-9a-f]+\"", "\"sha256\" : \"0123456789abcdef\""));
        assertEquals(ExitStatus.DONE, compare(OutputFormat.JSON, 2, then, "ops"), home.err());
        JsonNode plugin = answer().path("configuration").path("plug-in toy");
        assertTrue(
                plugin.path(0).asText().endsWith("SHA-256 0123456789ab"),
                answer().path("configuration").toString());
        assertFalse(plugin.path(1).asText().isEmpty());
    }
}
