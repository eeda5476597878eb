// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.assembly.Assembled.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies of the assembled distribution, whose points run in workers of their own. */
class StudyIT {
    private static final Path STUDIES = Path.of("src/test/studies").toAbsolutePath();

    @TempDir
    private Path temp;

    /** A disk that is full lets no file grow; here no file may grow beyond what the first point needs. */
    @Test
    void shouldStopAStudyThatRunsOutOfRoomAndGoOnWithIt() throws Exception {
        Path file = STUDIES.resolve("room.yaml");
        List<String> study = List.of("study", file.toString());
        Assembled.run(temp.resolve("roomy"), "study", file.toString()).with(0);
        Path plain = temp.resolve("roomy/room/latest").toRealPath();
        long most = kilobytes(plain.resolve("points/001-small")) + 1;
        assertTrue(most < kilobytes(plain.resolve("points/002-large")), "the second point needs no more room");
        measuresAsBefore("room", plain);
        Path limit = Files.writeString(temp.resolve("limit"), "ulimit -f " + most + "\n");

        String results = "-Dbreadboard.results=" + temp.resolve("full");
        // What took longest last time starts first: let that be the small one.
        Path work = Files.createDirectories(temp.resolve("full/room")).resolve(".work.csv");
        Files.writeString(work, """
                point,heapMb,seconds,peakMb
                fasst-contended time.measureUs=20 seed=1,2048,99,0
                fasst-contended time.measureUs=1000 seed=1,2048,2,0
                fasst-contended time.measureUs=1001 seed=1,2048,1,0
                """);
        // One at a time, the small point has ended before a large one meets the limit; then two meet it together.
        outOfRoom(results, limit, with(study, "--parallel", "1"));
        outOfRoom(results, limit, with(study, "--resume"));
        Path partial = temp.resolve("full/room/latest").toRealPath();
        assertEquals(
                Files.readString(plain.resolve("points/001-small/timeline.csv")),
                Files.readString(partial.resolve("points/001-small/timeline.csv")));
        try (Stream<Path> left = Files.list(partial.resolve("points"))) {
            assertEquals(
                    List.of(partial.resolve("points/001-small")), left.toList(), "half of one looks like all of it");
        }

        Outcome resumed = Assembled.run(results, with(study, "--resume")).with(0);
        assertTrue(resumed.err().contains("1 of 3 points have finished before."), resumed.err());
        for (String each : List.of("points.csv", "claims.csv", "points/003-large/timeline.csv")) {
            assertEquals(Files.readString(plain.resolve(each)), Files.readString(partial.resolve(each)), each);
        }
    }

    @Test
    void shouldMeasureWhatStudiesMeasuredBefore() throws Exception {
        Path results = temp.resolve("results");
        Assembled.run(results, "study", STUDIES.resolve("protocols.yaml").toString(), "--seeds", "2")
                .with(0);
        measuresAsBefore("protocols", results.resolve("protocols/latest"));
    }

    /** Byte for byte: what changes figures says so by changing these files, as {@code .ci/digests} writes them. */
    private static void measuresAsBefore(String study, Path result) throws IOException {
        for (String file : List.of("points.csv", "claims.csv")) {
            Path before = STUDIES.resolve(study + '-' + file);
            String now = Files.readString(result.resolve(file));
            if (Boolean.getBoolean("breadboard.digests.rewrite")) {
                Files.writeString(before, now);
            }
            assertEquals(Files.readString(before), now, before.toString());
        }
    }

    private static void outOfRoom(String results, Path limit, List<String> study) throws Exception {
        Outcome full = Assembled.start(results, study, Map.of("BASH_ENV", limit.toString(), "LC_ALL", "C"))
                .outcome()
                .with(1);
        assertTrue(
                full.err().contains("\nStopped, since the files of a point could not be written to ")
                        && full.err().contains("-large: File too large; what was measured until then is kept"),
                full.err());
    }

    private static List<String> with(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    /** No file may grow beyond a KiB: one sentence, and nothing that looks like a result. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "whatif fasst-contended --parameter hardware.linkGbps --set time.measureUs=100",
                "compare fasst-contended fasst-contended,load.contexts=2 --seeds 1 --set time.measureUs=100"
            })
    void shouldKeepNothingOfRunsWithoutRoom(String command) throws Exception {
        Path limit = Files.writeString(temp.resolve("limit"), "ulimit -f 1\n");
        Path results = temp.resolve("results");

        Outcome full = Assembled.start(
                        "-Dbreadboard.results=" + results,
                        List.of(command.split(" ")),
                        Map.of("BASH_ENV", limit.toString(), "LC_ALL", "C"))
                .outcome()
                .with(1);

        assertTrue(
                full.err()
                        .strip()
                        .matches(
                                "(?s)(.*\\n)?Stopped, since the files of a point could not be written to \\S+/runs/\\S+:"
                                        + " File too large; (nothing|none of them) was measured\\."),
                full.err());
        assertEquals("", full.out());
        try (Stream<Path> left = Files.walk(results)) {
            assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
        }
    }

    /** How large the largest file of a folder is, in KiB. */
    private static long kilobytes(Path folder) throws IOException {
        long most = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                most = Math.max(most, Files.size(each) >> 10);
            }
        }
        return most;
    }
}
