// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFolderTest {
    @TempDir
    Path results;

    private Path kept(String text) throws IOException {
        try (ResultFolder folder = new ResultFolder(results, "mix")) {
            folder.write("points.csv", text);
            return folder.finish(Map.of("kind", "run"));
        }
    }

    @Test
    void shouldAppearOnlyWhenItIsWhole() throws IOException {
        try (ResultFolder folder = new ResultFolder(results, "mix")) {
            folder.write("points.csv", "a\n");
            assertFalse(Files.exists(folder.path()));
            Path path = folder.finish(Map.of("kind", "run"));
            assertTrue(Files.isRegularFile(path.resolve("points.csv")));
            assertEquals(path.toRealPath(), results.resolve("mix/latest").toRealPath());
        }
        assertEquals(List.of(), StoredResult.open(results.resolve("mix/latest")).damage());
    }

    @Test
    void shouldLeaveNothingBehindWhenItIsNotFinished() throws IOException {
        try (ResultFolder folder = new ResultFolder(results, "mix")) {
            Files.createDirectories(folder.draft().resolve("points/1"));
            Files.writeString(folder.draft().resolve("points/1/log.txt"), "x");
        }
        try (Stream<Path> left = Files.list(results.resolve("mix"))) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void shouldKeepTwoResultsOfOneMoment() throws IOException {
        try (ResultFolder one = new ResultFolder(results, "mix");
                ResultFolder two = new ResultFolder(results, "mix")) {
            Path first = one.finish(Map.of());
            Path second = two.finish(Map.of());
            assertFalse(first.equals(second));
            assertEquals(second.toRealPath(), results.resolve("mix/latest").toRealPath());
        }
    }

    @Test
    void shouldRefuseWhatIsInTheWayOfTheLink() throws IOException {
        Path latest = Files.createDirectories(results.resolve("mix").resolve("latest"));
        String sentence = assertThrows(RefusedException.class, () -> new ResultFolder(results, "mix"))
                .getMessage();
        assertEquals(
                latest + " is in the way, since 'latest' is the link to the newest result there; rename or remove it.",
                sentence);
        try (Stream<Path> left = Files.list(latest.getParent())) {
            assertEquals(1, left.count(), "nothing is begun");
        }
    }

    @Test
    void shouldRemoveWhatAKilledRunLeft() throws IOException {
        Path killed = killed("20200101T000000.000");
        Path study = killed("20200101T000000.001");
        Files.createDirectory(study.resolve(ResultFolder.POINTS));
        Path young = killed("20200101T000000.002");
        Files.setLastModifiedTime(young.resolve(".lock"), FileTime.from(Instant.now()));
        try (ResultFolder running = new ResultFolder(results, "mix")) {
            Files.setLastModifiedTime(running.draft().resolve(".lock"), FileTime.fromMillis(0));
            new ResultFolder(results, "mix").close();
            assertTrue(Files.exists(running.draft()), "what is written is locked");
        }
        assertFalse(Files.exists(killed));
        assertTrue(Files.exists(study), "a study can be resumed");
        assertTrue(Files.exists(young), "it may be about to be locked");
    }

    private Path killed(String timestamp) throws IOException {
        Path draft = Files.createDirectories(results.resolve("mix").resolve("." + timestamp + ".unfinished"));
        Path lock = Files.createFile(draft.resolve(".lock"));
        Files.setLastModifiedTime(lock, FileTime.fromMillis(0));
        return draft;
    }

    @Test
    void shouldKeepMixesOfAnyNameUnderATamedOne() throws IOException {
        for (String[] each : new String[][] {
            {"mein mix \u00e4", "mein-mix-a"},
            {"\u00fcber (2)", "uber-2"},
            {"\u6e2c\u8a66", "unnamed"},
            {"a=b,c", "a-b-c"},
            {"plain_1.0-x", "plain_1.0-x"}
        }) {
            try (ResultFolder folder = new ResultFolder(results, each[0])) {
                assertEquals(
                        each[1], results.relativize(folder.path()).getName(0).toString(), each[0]);
            }
        }
    }

    @Test
    void shouldRefuseNamesThatLeaveTheFolder() throws IOException {
        for (String name : List.of("..", "a/b", "", ".hidden", "a..b", "/etc")) {
            assertThrows(RefusedException.class, () -> new ResultFolder(results, name), name);
        }
        Path elsewhere = Files.createTempDirectory("elsewhere");
        Files.createSymbolicLink(results.resolve("link"), elsewhere);
        assertThrows(RefusedException.class, () -> new ResultFolder(results, "link"));
        Files.delete(elsewhere);
    }

    @Test
    void shouldTellWhatWasChangedOrRemoved() throws IOException {
        Path path = kept("a,b\n1,2\n");
        Files.writeString(path.resolve("points.csv"), "a,b\n1,3\n");
        assertTrue(StoredResult.open(path).damage().get(0).startsWith("points.csv is not what was written"));
        Files.delete(path.resolve("points.csv"));
        assertEquals(List.of("points.csv is missing."), StoredResult.open(path).damage());
    }

    @Test
    void shouldRefuseWhatIsNoResult() {
        assertThrows(RefusedException.class, () -> StoredResult.open(results.resolve("nowhere")));
        assertTrue(assertThrows(RefusedException.class, () -> StoredResult.open(results))
                .getMessage()
                .contains("holds no result"));
    }
}
