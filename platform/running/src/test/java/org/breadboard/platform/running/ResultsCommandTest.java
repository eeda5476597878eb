// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.breadboard.platform.catalogue.KeptResult;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultsCommandTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Board board;

    @BeforeEach
    void runThreeTimes() {
        home = new ToyHome(root);
        board = new Board(home.folders(), ToyPlugin.registry(null));
        for (int seed = 1; seed <= 3; seed++) {
            assertEquals(ExitStatus.DONE, done("run ops --set seed=" + seed), home.err());
        }
    }

    private ExitStatus done(String line) {
        return RootCommand.execute(board, home.console(), line.split(" "));
    }

    private List<KeptResult> kept() throws IOException {
        return KeptResult.all(home.results());
    }

    @Test
    void shouldListThemWithTheirVerdictsTheNewestFirst() throws IOException {
        List<KeptResult> kept = kept();
        assertEquals(3, kept.size());
        assertTrue(kept.get(0).time().compareTo(kept.get(2).time()) > 0, kept.toString());
        KeptResult newest = kept.get(0);
        assertEquals("run", newest.kind());
        assertTrue(newest.bytes() > Files.size(newest.folder().resolve("report.html")), newest.toString());
        Path summary = newest.folder().resolve("summary.json");
        String text = Files.readString(summary);
        for (String[] told : new String[][] {
            {"true", KeptResult.VERIFIED}, {"false", KeptResult.VIOLATED}, {"null", KeptResult.TOO_LITTLE}
        }) {
            Files.writeString(summary, text.replaceFirst("(\"verified\" : )\\w+", "$1" + told[0]));
            assertEquals(told[1], kept().get(0).verdict());
        }
        Files.writeString(summary, "{");
        assertEquals(KeptResult.DAMAGED, kept().get(0).verdict());
    }

    @Test
    void shouldMakeAPageThatLeadsToTheirReports() throws IOException {
        assertEquals(ExitStatus.DONE, done("results index"), home.err());
        String page = Files.readString(home.results().resolve("index.html"));
        for (KeptResult each : kept()) {
            assertTrue(page.contains("href=\"ops/" + each.time() + "/report.html\""), each + " in " + page);
        }
    }

    @Test
    void shouldRemoveAllButTheNewestAndNothingWhereItIsOnlyAsked() throws IOException {
        List<KeptResult> before = kept();
        assertEquals(ExitStatus.DONE, done("results prune --keep 2 --dry-run"), home.err());
        assertEquals(before, kept());
        assertEquals(ExitStatus.DONE, done("results prune --keep 2"), home.err());
        assertEquals(before.subList(0, 2), kept());
        assertEquals(ExitStatus.DONE, done("results prune ops"), home.err());
        assertEquals(before.subList(0, 1), kept());
        assertFalse(Files.exists(before.get(1).folder()));
        assertEquals(
                before.get(0).folder().toRealPath(),
                home.results().resolve("ops/latest").toRealPath());
    }

    @Test
    void shouldKeepWhatLatestLeadsToWheneverThatWas() throws IOException {
        Path oldest = kept().get(2).folder();
        Path latest = home.results().resolve("ops/latest");
        Files.delete(latest);
        Files.createSymbolicLink(latest, oldest.getFileName());
        assertEquals(ExitStatus.DONE, done("results prune"), home.err());
        assertEquals(oldest.toRealPath(), latest.toRealPath());
        assertEquals(2, kept().size());
    }

    /** A folder of results may be any folder that somebody names. */
    @Test
    void shouldLeaveWhatIsNoResult() throws IOException {
        List<Path> own = List.of(
                home.results().resolve("app/public"),
                home.results().resolve("app/dist"),
                home.results().resolve("ops/0-before"),
                home.results().resolve("ops/baseline"));
        for (Path folder : own) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("manifest.json"), "{\"kind\": \"run\"}");
        }
        Path newest = kept().get(0).folder();
        assertEquals(ExitStatus.DONE, done("results prune"), home.err());
        own.forEach(folder -> assertTrue(Files.isRegularFile(folder.resolve("manifest.json")), folder.toString()));
        assertEquals(List.of(newest), kept().stream().map(KeptResult::folder).toList());
        Path page = Files.writeString(home.results().resolve("index.html"), "<h1>Mine</h1>");
        assertEquals(ExitStatus.USER_MISTAKE, done("results index"));
        assertEquals("<h1>Mine</h1>", Files.readString(page));
    }

    @Test
    void shouldCountNothingThatWasStopped() throws IOException {
        List<KeptResult> before = kept();
        Path manifest = before.get(0).folder().resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("(\"partial\" : )false", "$1true"));
        assertEquals(ExitStatus.DONE, done("results prune"), home.err());
        assertEquals(
                before.subList(0, 2).stream().map(KeptResult::time).toList(),
                kept().stream().map(KeptResult::time).toList(),
                "the newest, and the newest that is whole");
    }

    @Test
    void shouldLeaveWhatSomebodyGoesOnWith() throws IOException {
        Path oldest = kept().get(2).folder();
        try (FileChannel other =
                        FileChannel.open(oldest.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = other.lock()) {
            assertTrue(lock.isValid());
            assertEquals(ExitStatus.DONE, done("results prune"), home.err());
        }
        assertTrue(Files.isDirectory(oldest), home.err());
        assertTrue(home.err().contains("stays, since somebody goes on with it"), home.err());
        assertEquals(2, kept().size());
    }

    @Test
    void shouldRefuseWhatNamesNothing() throws IOException {
        assertEquals(ExitStatus.USER_MISTAKE, done("results prune opts"));
        assertTrue(home.err().contains("There are no results of 'opts'"), home.err());
        assertEquals(ExitStatus.USER_MISTAKE, done("results prune --keep 0"));
        assertEquals(ExitStatus.USER_MISTAKE, done("results index ops"));
        assertEquals(3, kept().size());
    }
}
