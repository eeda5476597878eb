// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class CommandBenchmarkTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void shouldCallBothDistributionsInTurn() throws IOException {
        Path calls = folder.resolve("calls");
        Path one = distribution("one", "echo one $* >> " + calls);
        Path two = distribution("two", "echo two $* >> " + calls);

        measure(one, List.of("list-mixes"), two, 3);

        assertEquals(
                List.of(
                        "one list mixes",
                        "two list mixes",
                        "two list mixes",
                        "one list mixes",
                        "one list mixes",
                        "two list mixes"),
                Files.readAllLines(calls));
    }

    @Test
    void shouldTellMediansSpreadsAndRatiosOfPairs() throws IOException {
        Path one = distribution("one", answers(10, 40, 20));
        Path two = distribution("two", answers(5, 10, 40));

        measure(one, List.of("nocc-counter"), two, 3);

        assertEquals("nocc-counter,messagesPerSecond,,20.0,10.0,40.0,10.0,5.0,40.0,2.0,0.5,4.0", line("messages"));
    }

    /** Builds of before tell less. */
    @Test
    void shouldTellWhatOneOfTheTwoDoesNotTell() throws IOException {
        String all = "[ $4 = json ] || exit 1; echo '{\"version\": " + Summary.VERSION + ","
                + " \"work\": {\"messagesPerSecond\": 10, \"buildingSeconds\": 2}}'";
        Path one = distribution("one", all);
        Path two = distribution("two", answers(5));

        measure(one, List.of("nocc-counter"), two, 1);

        assertEquals("nocc-counter,buildingSeconds,,2.0,2.0,2.0,,,,,,", line("buildingSeconds"));
    }

    @Test
    void shouldTellGoalsBesideWhatWasMeasured() throws IOException {
        Path one = distribution("one", answers(900_000));

        measure(one, List.of("fasst-smallbank"), null, 1);

        assertEquals(
                "fasst-smallbank,messagesPerSecond,at least 1000000,900000,900000,900000", line("messagesPerSecond"));
    }

    @Test
    void shouldKeepAHistoryOfWhatWasMeasured() throws IOException {
        Path one = distribution("one", answers(10, 40, 20, 7));
        Path two = distribution("two", answers(5, 10, 40));

        measure(one, List.of("nocc-counter"), two, 3);
        measure(one, List.of("nocc-counter"), null, 1);

        List<Map<String, String>> rows = Csv.parse(Files.readString(folder.resolve("speed.csv"))).stream()
                .filter(row -> row.get("measure").equals("messagesPerSecond"))
                .toList();
        assertEquals(
                List.of("3 20.0 10.0 40.0", "3 10.0 5.0 40.0", "1 7.0 7.0 7.0"),
                rows.stream()
                        .map(row -> String.join(
                                " ", row.get("calls"), row.get("median"), row.get("least"), row.get("most")))
                        .toList());
        assertTrue(rows.stream().noneMatch(row -> row.get("machine").isEmpty()), rows.toString());
    }

    @Test
    void shouldNotAppendToAFileOfAnotherKind() throws IOException {
        Path one = distribution("one", answers(10));
        Files.writeString(folder.resolve("speed.csv"), "a,b\n");

        RefusedException refused =
                assertThrows(RefusedException.class, () -> measure(one, List.of("nocc-counter"), null, 1));

        assertTrue(refused.getMessage().contains("is no history of speed"), refused.getMessage());
        assertEquals("a,b\n", Files.readString(folder.resolve("speed.csv")));
    }

    /** One ends before the other, and holds more memory than it. */
    @Test
    void shouldAddUpWhatTwoRunsSideBySideDoAndHold() throws IOException {
        Path one = distribution(
                "one",
                "case $PWD in"
                        + " *call0) sleep 1; rate=10; took=2;;"
                        + " *) held=$(head -c 30000000 /dev/zero | tr '\\0' a); sleep 0.3; rate=40; took=3;;"
                        + " esac; echo \"{\\\"version\\\": " + Summary.VERSION
                        + ", \\\"work\\\": {\\\"messagesPerSecond\\\": $rate, \\\"buildingSeconds\\\": $took}}\"");

        measure(one, List.of("fasst-smallbank-2runs"), null, 1);

        assertTrue(line("messagesPerSecond").endsWith(",50.0,50.0,50.0"), line("messagesPerSecond"));
        assertTrue(line("buildingSeconds").endsWith(",3.0,3.0,3.0"), line("buildingSeconds"));
        double held = Double.parseDouble(line("mostMiB").split(",", -1)[3]);
        assertTrue(held > 28, held + " MiB");
    }

    @Test
    @Timeout(60)
    void shouldEndTheOtherOfTwoRunsWhenOneDies() throws IOException {
        Path began = folder.resolve("began");
        Path one = distribution(
                "one",
                "case $PWD in *call0) echo $$ > " + began + "; exec sleep 300;; esac;" + " while [ ! -s " + began
                        + " ]; do sleep 0.1; done; echo 'No memory.' >&2; exit 1");

        RefusedException refused =
                assertThrows(RefusedException.class, () -> measure(one, List.of("fasst-smallbank-2runs"), null, 1));

        assertTrue(refused.getMessage().endsWith("ended with 1: No memory."), refused.getMessage());
        long left = Long.parseLong(Files.readString(began).strip());
        ProcessHandle.of(left).ifPresent(process -> process.onExit().join());
    }

    /** Studies take long, and builds from before threads refuse them: a whole measurement would end there. */
    @Test
    void shouldCallAllThatNeedNotBeNamed() {
        assertEquals(
                List.of("fasst-smallbank-2threads", "studies"),
                TimedCommand.all().entrySet().stream()
                        .filter(each -> each.getValue().isOnlyIfNamed())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    @Test
    void shouldReadWhatBenchmarksReport() throws IOException {
        Path one = distribution(
                "one",
                "[ $4 = json ] || exit 1; echo '[{\"benchmark\": \"a.b.InboxBenchmark.inbox\","
                        + " \"primaryMetric\": {\"score\": 5.5}}]' > $6");

        measure(one, List.of("ring"), null, 1);

        assertEquals("ring,inbox,at most 12 ns,5.5,5.5,5.5", line("inbox"));
    }

    @Test
    void shouldCallEveryStudyButThoseOfAssumptions() throws IOException {
        Path calls = folder.resolve("calls");
        Path one = distribution("one", "echo $* >> " + calls);
        Path studies = Files.createDirectories(one.resolve("studies"));
        for (String study : List.of("two.yaml", "one.yaml", "sensitivity-one.yaml", "readme.md")) {
            Files.createFile(studies.resolve(study));
        }

        measure(one, List.of("studies"), null, 1);

        assertEquals(List.of("study one", "study two"), Files.readAllLines(calls));
        assertTrue(line("seconds").startsWith("studies,seconds,at most 1500,"), line("seconds"));
    }

    @Test
    void shouldSayWhatACommandDiedOf() throws IOException {
        Path broken = distribution("broken", "echo 'No such mix.' >&2; exit 2");

        RefusedException refused =
                assertThrows(RefusedException.class, () -> measure(broken, List.of("nocc-counter"), null, 1));
        assertTrue(refused.getMessage().endsWith("ended with 2: No such mix."), refused.getMessage());
    }

    @Test
    void shouldTellWhatWasMeasuredBeforeACommandDied() throws IOException {
        Path broken = distribution("broken", "[ $1 = list ] || { echo 'No such mix.' >&2; exit 2; }");

        assertThrows(RefusedException.class, () -> measure(broken, List.of("list-mixes", "nocc-counter"), null, 1));
        assertTrue(line("seconds").startsWith("list-mixes,seconds,at most 0.25,"), line("seconds"));
    }

    @Test
    void shouldRefuseAFolderWithoutAProgram() {
        RefusedException refused = assertThrows(RefusedException.class, () -> measure(folder, List.of(), null, 1));
        assertTrue(refused.getMessage().startsWith(folder + " is no unpacked"), refused.getMessage());
    }

    /** A script whose calls answer with these rates, one after another. */
    private String answers(int... rates) throws IOException {
        Path left = Files.createTempFile(folder, "rates", "");
        StringBuilder lines = new StringBuilder();
        for (int rate : rates) {
            lines.append(rate).append('\n');
        }
        Files.writeString(left, lines);
        return "echo \"{\\\"version\\\": " + Summary.VERSION
                + ", \\\"work\\\": {\\\"messagesPerSecond\\\": $(head -n 1 " + left + ")}}\"; sed -i 1d " + left;
    }

    private Path distribution(String name, String script) throws IOException {
        Path home = folder.resolve(name);
        Path program = Files.createDirectories(home.resolve("bin")).resolve("breadboard");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    private void measure(Path home, List<String> names, Path against, int pairs) throws IOException {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        Console console = new Console(out, out, false, 80, false, new Cancellation());
        new CommandBenchmark(home, console).run(names, against, pairs, folder.resolve("speed.csv"), OutputFormat.CSV);
    }

    private String line(String measure) {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(measure))
                .findFirst()
                .orElseThrow();
    }
}
