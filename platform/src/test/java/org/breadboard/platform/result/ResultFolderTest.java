package org.breadboard.platform.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
