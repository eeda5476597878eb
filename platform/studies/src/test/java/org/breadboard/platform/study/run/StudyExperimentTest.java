// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Studies through the facade. Points run in real JVMs, so there are few of them here, and most studies have one JVM
 * that takes all of its points.
 */
@Tag("slow")
final class StudyExperimentTest {
    private static final String PROPERTY = "breadboard.results";

    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void setUp() throws IOException {
        home = new ToyHome(root);
        home.file("claims/toys.csv", """
                id,paper,where,testbed,mix,quantity,comparator,value,unit,kind
                toys-rate,toys,1,pair,ops,rate,=,5.0,Mops,calibration
                toys-more,toys,1,pair,ops,longer work is slower,trend,yes,,prediction
                toys-bad,toys,1,pair,ops,rate of the broken,>,8,Mops,prediction
                """);
        System.setProperty(PROPERTY, home.results().toString());
        PluginRegistry registry = ToyPlugin.registry(home.serviceJar());
        board = new Board(home.home(), registry);
    }

    @AfterEach
    void tearDown() {
        System.clearProperty(PROPERTY);
    }

    private ExitStatus study(String text) {
        home.file("studies/s.yaml", text);
        return RootCommand.execute(board, home.console(), ToyHome.words("study s --output json"));
    }

    private Map<String, JsonNode> rows() throws IOException {
        Map<String, JsonNode> rows = new java.util.TreeMap<>();
        new ObjectMapper()
                .readTree(home.out())
                .path("claims")
                .forEach(row -> rows.put(row.path("claim").asText(), row));
        return rows;
    }

    @Test
    void shouldSetClaimsBesidePublishedFigures() throws IOException {
        ExitStatus status = study("""
                mix: ops
                repeat: 2
                sweep: {protocol.workNs: [1000, 2000]}
                plot: {x: protocol.workNs, y: committedPerSecond}
                claims:
                  toys-rate: points[protocol.workNs=1000].committedPerSecond / 1e6
                  toys-more: falling(points.committedPerSecond)
                  own: {value: max(points.committedPerSecond), unit: ops/s}
                  speed: {value: "mean(points[cluster.hyperthreadSpeed=0.5].cluster.hyperthreadSpeed)", unit: share}
                """);
        assertEquals(ExitStatus.DONE, status, home.err());
        JsonNode rate = rows().get("toys-rate");
        assertEquals(4, rate.path("model").asDouble(), 0.1);
        assertEquals(5, rate.path("paper").asDouble());
        assertEquals(-0.2, rate.path("error").asDouble(), 0.02);
        assertEquals("calibration", rate.path("kind").asText());
        assertEquals("=", rate.path("comparator").asText());
        assertEquals("yes", rows().get("toys-more").path("model").asText());
        assertEquals("yes", rows().get("toys-more").path("paper").asText());
        assertTrue(rows().get("own").path("paper").isNull());
        assertTrue(rows().get("own").path("error").isNull());
        assertEquals(0.5, rows().get("speed").path("model").asDouble(), "of a column with a unit in its title");

        Path latest = home.results().resolve("s/latest").toRealPath();
        List<Map<String, String>> points = Csv.parse(Files.readString(latest.resolve("points.csv")));
        assertEquals(4, points.size());
        assertEquals("2", points.get(1).get("seed"));
        assertEquals("2000", points.get(2).get("protocol.workNs"));
        assertTrue(Files.isRegularFile(latest.resolve("points/003-points/report.html")));
        assertEquals(
                ExitStatus.DONE, RootCommand.execute(board, home.console(), "verify", latest.toString()), home.err());
    }

    @Test
    void shouldStartPointsWithTheOptionsOfTheDistribution() throws IOException {
        Path script = Path.of("../../distribution/assembly/src/main/dist/bin/breadboard");
        String text = Files.readString(script);
        for (int java : List.of(17, 25)) {
            List<String> options = PointWorker.options(512, java, false);
            assertFalse(options.contains("-XX:TieredStopAtLevel=1"), options.toString());
            assertTrue(PointWorker.options(512, java, true).contains("-XX:TieredStopAtLevel=1"));
            assertTrue(options.contains("-Xmx512m"), options.toString());
            for (String option : List.of("-XX:+UseParallelGC", "-XX:+UseCondCardMark", "-XX:-UsePerfData")) {
                assertTrue(text.contains(option) && options.contains(option), option + " of Java " + java);
            }
            for (String option :
                    List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED")) {
                assertTrue(text.contains(option), option);
                assertEquals(java == 25, options.contains(option), option + " of Java " + java);
            }
        }
    }

    /**
     * One worker takes the points one after another; what the last one yields is what it yields alone, byte for byte.
     */
    @Test
    void shouldYieldTheSameFromAWorkerThatRanOtherPointsBefore() throws IOException {
        String text = """
                mix: ops
                parallel: 1
                sweep: {protocol.workNs: [%s]}
                claims:
                  rate: {value: max(points.committedPerSecond), unit: ops/s}
                """;
        assertEquals(ExitStatus.DONE, study(text.formatted("1000, 3000, 2000")), home.err());
        Path third = home.results().resolve("s/latest").toRealPath().resolve("points/003-points");
        Map<String, String> after = point(third);
        assertEquals(ExitStatus.DONE, study(text.formatted("2000")), home.err());
        Path only = home.results().resolve("s/latest").toRealPath().resolve("points/001-points");
        assertEquals(point(only), after);
        assertEquals(
                Files.readString(only.resolve("percentiles.csv")), Files.readString(third.resolve("percentiles.csv")));
    }

    @Test
    void shouldStartTheLongestFirstAndTellThemInTheirOrder() throws IOException {
        assertEquals(ExitStatus.DONE, study("""
                mix: ops
                parallel: 1
                stretch: 1
                sweep: {time.measureUs: [200, 4000, 800]}
                claims:
                  rate: {value: max(points.committedPerSecond), unit: ops/s}
                """), home.err());
        Path latest = home.results().resolve("s/latest").toRealPath();
        assertEquals(
                List.of("200", "4000", "800"),
                Csv.parse(Files.readString(latest.resolve("points.csv"))).stream()
                        .map(row -> row.get("time.measureUs"))
                        .toList());
        List<String> ended = new ArrayList<>(List.of("001-points", "002-points", "003-points"));
        ended.sort(Comparator.comparing(name -> latest.resolve("points")
                .resolve(name)
                .resolve("points.csv")
                .toFile()
                .lastModified()));
        assertEquals(List.of("002-points", "003-points", "001-points"), ended);
        List<Map<String, String>> work =
                Csv.parse(Files.readString(home.results().resolve("s/.work.csv")));
        assertEquals(3, work.size());
        for (Map<String, String> row : work) {
            assertTrue(Double.parseDouble(row.get("seconds")) > 0, row.toString());
            boolean linux = Files.exists(Path.of("/proc/self/status"));
            assertEquals(linux, Long.parseLong(row.get("peakMb")) > 20, row.toString());
        }
    }

    private static Map<String, String> point(Path folder) throws IOException {
        return Csv.parse(Files.readString(folder.resolve("points.csv"))).get(0);
    }

    @Test
    void shouldMeasureForLongerWhereTheWindowIsShortAndSaySoWhereItMayNot() throws IOException {
        String text = """
                mix: ops
                set: {time.warmupUs: 5, time.measureUs: 6}
                stretch: %d
                sweep: {protocol.workNs: [2000]}
                claims:
                  rate: {value: max(points.committedPerSecond), unit: ops/s}
                """;
        assertEquals(ExitStatus.DONE, study(text.formatted(50)), home.err());
        Path latest = home.results().resolve("s/latest").toRealPath();
        Map<String, String> point =
                Csv.parse(Files.readString(latest.resolve("points.csv"))).get(0);
        assertTrue(Integer.parseInt(point.get("time.measureUs")) > 6, point.toString());
        assertTrue(Integer.parseInt(point.get("time.warmupUs")) >= 6, point.toString());
        assertTrue(rows().get("rate").path("spread").isNumber(), home.out());
    }

    @Test
    void shouldGiveMeansWithIntervalsOverSeeds() throws IOException {
        home.file("studies/s.yaml", """
                mix: ops
                parallel: 1
                sweep: {protocol.workNs: [1000, 2000]}
                plot: {x: protocol.workNs, y: committedPerSecond}
                claims:
                  toys-rate: points[protocol.workNs=1000].committedPerSecond / 1e6
                  toys-more: falling(points.committedPerSecond)
                  p50: {value: min(points.latencyP50Us), unit: us}
                """);
        ExitStatus status =
                RootCommand.execute(board, home.console(), ToyHome.words("study s --seeds 3 --output json"));
        assertEquals(ExitStatus.DONE, status, home.err());
        Path latest = home.results().resolve("s/latest").toRealPath();
        List<Map<String, String>> points = Csv.parse(Files.readString(latest.resolve("points.csv")));
        assertEquals(
                List.of("1", "2", "3", "1", "2", "3"),
                points.stream().map(row -> row.get("seed")).toList());
        double[] rates = points.stream()
                .limit(3)
                .mapToDouble(row -> Double.parseDouble(row.get("committedPerSecond")))
                .toArray();
        Estimate mean = Estimate.of(rates);
        JsonNode rate = rows().get("toys-rate");
        assertEquals(3, rate.path("seeds").asInt());
        assertEquals(mean.mean() / 1e6, rate.path("model").asDouble(), 1e-5);
        assertEquals(mean.half() / 1e6, rate.path("ci95").asDouble(), 1e-5);
        assertEquals(mean.spread(), rate.path("spread").asDouble(), 1e-5);
        assertTrue(rows().get("p50").path("ci95").isNumber(), "latencies have an interval over seeds, too");
        assertTrue(rows().get("toys-more").path("note").isNull(), "all seeds say the same");
        Map<String, String> row =
                Csv.parse(Files.readString(latest.resolve("means.csv"))).get(0);
        assertEquals("3", row.get("seeds"));
        assertEquals(mean.half(), Double.parseDouble(row.get("committedPerSecond.ci95")), mean.half() * 1e-5);
        String page = Files.readString(latest.resolve("report.html"));
        assertTrue(page.contains("\"lows\":["), "the plot has intervals");
        assertFalse(page.matches("(?s).*<th[^>]*>latencyP50Us.*"), "headings are words");
    }

    @Test
    void shouldShowAFailedPointInRedAndKeepTheOthers() throws IOException {
        home.file("studies/s.yaml", """
                mix: ops
                parallel: 1
                cases:
                  good: {protocol.workNs: 1000}
                  bad: {protocol.mood: throws}
                claims:
                  rate: {value: "points[case=good].committedPerSecond", unit: ops/s}
                """);
        ExitStatus status =
                RootCommand.execute(board, home.console(), ToyHome.words("study s --seeds 2 --output json"));
        assertEquals(ExitStatus.FAILED, status);
        assertTrue(rows().get("rate").path("model").isNumber(), home.out());
        Path latest = home.results().resolve("s/latest").toRealPath();
        String report = Files.readString(latest.resolve("report.html"));
        assertTrue(report.contains("<span class=\"bad\">"), report);
        assertTrue(report.contains("./breadboard study s --seeds 2<"), report);
        assertTrue(home.err().contains("Point points[case=bad], seed 2: "), home.err());
    }

    @Test
    void shouldNotTakeAPointThatCommittedNothingForAFastOne() throws IOException {
        ExitStatus status = study("""
                mix: ops
                parallel: 1
                sweep: {protocol.workNs: [1000, 1000000]}
                claims:
                  best: {value: min(points.latencyP50Us), unit: us}
                """);
        assertEquals(ExitStatus.FAILED, status, home.err());
        assertTrue(rows().get("best").path("model").isNull(), home.out());
        assertTrue(
                home.err().contains("Point points[protocol.workNs=1000000], seed 1: nothing was committed"),
                home.err());
    }

    @Test
    void shouldTellHowFarEachAssumptionMovesAPrediction() throws IOException {
        ExitStatus status = study("""
                mix: ops
                parallel: 1
                sweep: {protocol.workNs: [1000, 3000]}
                vary: {factors: [0.5, 2], also: [protocol.workNs]}
                claims:
                  toys-rate: points[protocol.workNs=1000].committedPerSecond / 1e6
                  gain: {value: "first(points.committedPerSecond) / 8e6 ", unit: ratio}
                """);
        assertEquals(ExitStatus.DONE, status, home.err());
        assertTrue(rows().get("toys-rate").path("sensitivity").isEmpty(), "a calibration row is no prediction");
        JsonNode gain = rows().get("gain").path("sensitivity");
        JsonNode work = null;
        for (JsonNode each : gain) {
            work = each.path("parameter").asText().equals("protocol.workNs") ? each : work;
        }
        assertEquals(0.5, work.path("model").asDouble(), 0.02, gain.toString());
        assertEquals(1.0, work.path("x0.5").asDouble(), 0.04);
        assertEquals(0.25, work.path("x2").asDouble(), 0.02);
        Path latest = home.results().resolve("s/latest").toRealPath();
        assertTrue(Files.readString(latest.resolve("sensitivity.csv")).contains("gain,protocol.workNs,"));
        assertTrue(Files.readString(latest.resolve("report.html")).contains("What the predictions owe to assumptions"));
    }

    @Test
    void shouldHalveANumberThatHappensToBeWhole() throws IOException {
        ExitStatus status = study("""
                mix: ops
                parallel: 1
                set: {load.backoffNs: 1}
                sweep: {protocol.workNs: [1000]}
                vary: {factors: [0.5], also: [load.backoffNs]}
                claims:
                  gain: {value: "first(points.committedPerSecond) / 8e6 ", unit: ratio}
                """);
        assertEquals(ExitStatus.DONE, status, home.err());
        List<String> varied = new ArrayList<>();
        rows().get("gain")
                .path("sensitivity")
                .forEach(row -> varied.add(row.path("parameter").asText() + " " + row.has("x0.5")));
        assertTrue(varied.contains("load.backoffNs true"), varied.toString());
    }

    @Test
    void shouldLeaveDataSheetsAloneWhereAsked() throws IOException {
        ExitStatus status = study("""
                mix: ops
                parallel: 1
                sweep: {protocol.workNs: [1000]}
                vary: {sheets: false, factors: [0.5], also: [protocol.workNs]}
                claims:
                  gain: {value: "first(points.committedPerSecond) / 8e6 ", unit: ratio}
                """);
        assertEquals(ExitStatus.DONE, status, home.err());
        JsonNode gain = rows().get("gain").path("sensitivity");
        assertEquals(1, gain.size(), "the toy's data sheet assumes a number, too: " + gain);
    }

    @Test
    void shouldNotSayThatWhatCannotBeTriedFlipsNothing() throws IOException {
        ExitStatus status = study("""
                mix: ops
                parallel: 1
                set: {load.contexts: 12}
                sweep: {protocol.workNs: [1000]}
                vary: {sheets: false, also: [load.contexts]}
                claims:
                  gain: {value: "first(points.committedPerSecond) / 8e6 ", unit: ratio}
                """);
        assertEquals(ExitStatus.DONE, status, home.err());
        assertTrue(home.err().contains("load.contexts=24 is not tried: "), home.err());
        Path latest = home.results().resolve("s/latest").toRealPath();
        Map<String, String> row =
                Csv.parse(Files.readString(latest.resolve("sensitivity.csv"))).get(0);
        assertFalse(row.get("x0.5").isEmpty(), row.toString());
        assertEquals("", row.get("x2"), row.toString());
        assertEquals("", row.get("flips"), row.toString());
    }

    @Test
    void shouldRefuseAFactorThatChangesNothing() {
        assertEquals(ExitStatus.USER_MISTAKE, study("""
                mix: ops
                sweep: {protocol.workNs: [1000]}
                vary: {factors: [1]}
                """));
        assertTrue(home.err().contains("a factor is a number above 0, and not 1"), home.err());
    }

    @Test
    void shouldRefuseToVaryAKeyThatNoPointHas() {
        assertEquals(ExitStatus.USER_MISTAKE, study("""
                mix: ops
                sweep: {protocol.workNs: [1000]}
                vary: {also: [protocol.wrokNs]}
                """));
        assertTrue(home.err().contains("No point of study s has a 'protocol.wrokNs'"), home.err());
    }

    @Test
    void shouldRefuseACompilerThatThereIsNone() {
        assertEquals(ExitStatus.USER_MISTAKE, study("""
                mix: ops
                compiler: fast
                sweep: {protocol.workNs: [1000]}
                """));
        assertTrue(home.err().contains("'compiler' is first-tier or full, not 'fast'"), home.err());
    }

    @Test
    void shouldOutlivePointsThatDieHangOrEatAllMemory() throws IOException {
        ExitStatus status = study("""
                mix: ops
                heapMb: 64
                timeoutSeconds: 600
                sweep: {protocol.mood: [good, exits, throws, hungry]}
                claims:
                  toys-rate: points[protocol.mood=good].committedPerSecond / 1e6
                  toys-bad: points[protocol.mood=exits].committedPerSecond / 1e6
                """);
        assertEquals(ExitStatus.FAILED, status);
        assertEquals(4, rows().get("toys-rate").path("model").asDouble(), 0.1);
        assertTrue(rows().get("toys-bad").path("model").isNull());
        assertTrue(rows().get("toys-bad").path("note").asText().contains("exit code 42"), home.out());
        assertTrue(
                home.err().contains("points[protocol.mood=hungry], seed 1: it needs more heap than 64 MB"), home.err());
        assertTrue(home.err().contains("a toy broke"), home.err());
        Path latest = home.results().resolve("s/latest").toRealPath();
        String last = Files.readString(latest.resolve("points/002-points/log.txt"));
        assertTrue(last.contains("a toy says goodbye"), last);
    }

    @Test
    void shouldKillAPointThatHangs() throws IOException {
        ExitStatus status = study("""
                mix: ops
                timeoutSeconds: 3
                sweep: {protocol.mood: [hangs]}
                claims: {toys-rate: points.committedPerSecond}
                """);
        assertEquals(ExitStatus.FAILED, status);
        assertTrue(home.err().contains("it did not end within 3 s"), home.err());
        assertTrue(ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive), "no JVM is left");
    }

    @Test
    void shouldStopWhenAskedAndMarkItPartial() throws IOException {
        home.cancellation().cancel("Ctrl-C was pressed");
        assertEquals(ExitStatus.FAILED, study("""
                mix: ops
                sweep: {seed: [1, 2]}
                vary: {also: [protocol.workNs]}
                claims:
                  gain: {value: "first(points.committedPerSecond) / 8e6 ", unit: ratio}
                """));
        Path latest = home.results().resolve("s/latest").toRealPath();
        assertFalse(Files.exists(latest.resolve("sensitivity.csv")), "nothing was measured");
        JsonNode manifest =
                new ObjectMapper().readTree(latest.resolve("manifest.json").toFile());
        assertTrue(manifest.path("partial").asBoolean());
        assertTrue(home.err().contains("Stopped, since Ctrl-C was pressed"), home.err());
    }

    @Test
    void shouldRefuseAStudyWithOneBadPointBeforeAnythingRuns() {
        assertEquals(ExitStatus.USER_MISTAKE, study("mix: ops\nsweep: {load.contexts: [1, 99]}\n"));
        assertTrue(home.err().contains("at most 19 outstanding"), home.err());
        assertEquals(ExitStatus.USER_MISTAKE, study("mix: ops\nsweep: {load.nosuch: [1]}\n"));
        assertTrue(home.err().contains("Study s, sweep points: load.nosuch: "), home.err());
        assertFalse(Files.exists(home.results()));
    }
}
