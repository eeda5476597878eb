// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.reproduce.StudySeries;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that is run, packed, moved and checked; studies of the check run on a board of their own. */
@Tag("slow")
final class ProjectCheckTest {
    @TempDir
    Path root;

    private ToyHome home;
    private ToyProject project;
    private PluginRegistry registry;
    private ToyHome elsewhere;
    private Path archive;

    @BeforeEach
    void layOut() throws IOException {
        home = new ToyHome(root);
        project = new ToyProject(root.resolve("paper"));
        registry = ToyPlugin.registry(home.serviceJar());
        elsewhere = new ToyHome(Files.createDirectories(root.resolve("elsewhere")));
        archive = root.resolve("elsewhere/moved.zip");
    }

    private void run() {
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(project.board(home, registry), home.console(), "study", "sweep", "--parallel", "1"),
                home.err());
    }

    private void pack() {
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(
                        project.board(home, registry), home.console(), "project", "pack", "--out", archive.toString()),
                home.err());
    }

    private ExitStatus check(Path pack, boolean full, String... studies) {
        return check(new CheckRequest(pack, full, List.of(studies), 1, false, OutputFormat.JSON));
    }

    private ExitStatus check(CheckRequest request) {
        elsewhere = new ToyHome(root.resolve("elsewhere"));
        Board board = new Board(elsewhere.folders(), registry);
        return board.call(
                "project check", "", elsewhere.console(), scope -> new ProjectCheck(scope, this::runner).run(request));
    }

    private StudySeries.Studies runner(Path folder, Path results, CheckRequest request) {
        Folders folders = Project.folders(elsewhere.home(), folder, results);
        Board board = new Board(folders, registry);
        Console console = elsewhere.console().muted();
        return (study, resume) -> {
            List<String> words = new ArrayList<>(List.of("study", study, "--parallel", "1"));
            if (!request.full()) {
                words.addAll(List.of("--seeds", "1"));
            }
            return RootCommand.execute(board, console, words.toArray(String[]::new)) == ExitStatus.DONE;
        };
    }

    private JsonNode printed() throws IOException {
        return new ObjectMapper().readTree(elsewhere.out());
    }

    private JsonNode claim(String id) throws IOException {
        for (JsonNode row : printed().path("claims")) {
            if (row.path("claim").asText().equals(id)) {
                return row;
            }
        }
        throw new AssertionError(id + " is not in " + elsewhere.out());
    }

    @Test
    void shouldCheckWhatWasPackedElsewhere() throws IOException {
        run();
        pack();
        assertEquals(ExitStatus.DONE, check(archive, true), elsewhere.err());
        JsonNode json = printed();
        assertTrue(elsewhere.out().startsWith("{\n  \"version\" : 1,\n  \"kind\" : \"check\","), elsewhere.out());
        assertEquals("3 0 0", json.path("hold").asText() + ' ' + json.path("fail") + ' ' + json.path("notJudged"));
        assertEquals("paper", claim("ours-rate").path("source").asText());
        assertEquals("pack", claim("own").path("source").asText());
        assertEquals(claim("own").path("packed"), claim("own").path("measured"), "virtual time is the same anywhere");
        assertTrue(elsewhere.err().contains("Figures that are exactly the packed ones: 3."), elsewhere.err());
        assertFalse(elsewhere.err().contains("other settings"), elsewhere.err());
        Path kept = elsewhere.results().resolve("check/latest");
        assertEquals(
                json, new ObjectMapper().readTree(kept.resolve("summary.json").toFile()));
        assertTrue(Files.exists(kept.resolve("pack/breadboard.yaml")));
        assertTrue(Files.exists(elsewhere.results().resolve("sweep/latest/report.html")));
    }

    @Test
    void shouldPackWhatWasMeasuredAndHowLongItTook() throws IOException {
        run();
        pack();
        assertEquals(ExitStatus.DONE, check(archive, false), elsewhere.err());
        Path unpacked = elsewhere.results().resolve("check/latest/pack");
        PackedStudy study = PackManifest.read(unpacked).studies().get(0);
        assertTrue(study.took().seconds() > 0, study.toString());
        assertTrue(study.took().machine().containsKey("processors"), study.toString());
        assertArrayEquals(
                Files.readAllBytes(home.results().resolve("sweep/latest/points.csv")),
                Files.readAllBytes(unpacked.resolve("expected/sweep/points.csv")));
        assertEquals("quick", printed().path("path").asText());
    }

    /** A study that was changed since it ran has no figures. */
    @Test
    void shouldExpectNothingOfAStudyThatWasAnother() throws IOException {
        run();
        project.file("mixes/ours.yaml", "extends: ops\nload: {contexts: 3}\n");
        pack();
        assertTrue(home.err().contains("No whole result of sweep as it is now is kept"), home.err());
        assertEquals(ExitStatus.DONE, check(archive, false), elsewhere.err());
        assertEquals("not judged", claim("own").path("verdict").asText());
        assertTrue(claim("own").path("holds").isNull());
    }

    @Test
    void shouldFailWhereAClaimDoesNotHold() throws IOException {
        project.file("claims/ours.csv", """
                id,paper,where,quantity,comparator,value,unit,kind
                ours-rate,us,4,rate,=,7.0,Mops,prediction
                ours-more,us,4,slower work is slower,trend,yes,,prediction
                """);
        pack();
        assertEquals(ExitStatus.FAILED, check(archive, false), elsewhere.err());
        assertEquals("no", claim("ours-rate").path("verdict").asText());
        assertEquals("yes", claim("ours-more").path("verdict").asText());
        assertTrue(elsewhere.err().contains("hold within their tolerance: 1 of 3; that do not: 1;"), elsewhere.err());
    }

    /** Who packs a miss says so; whoever checks it is not told that the pack is broken. */
    @Test
    void shouldTellAKnownMissFromAFailure() throws IOException {
        project.file("claims/ours.csv", """
                id,paper,where,quantity,comparator,value,unit,kind
                ours-rate,us,4,rate,=,7.0,Mops,prediction
                ours-more,us,4,slower work is slower,trend,yes,,prediction
                """);
        run();
        pack();
        assertTrue(home.err().contains("by more than the tolerance for ours-rate; the pack says"), home.err());
        assertEquals(ExitStatus.DONE, check(archive, true), elsewhere.err());
        assertEquals("known miss", claim("ours-rate").path("verdict").asText());
        assertFalse(claim("ours-rate").path("holds").asBoolean());
        String readme = Files.readString(elsewhere.results().resolve("check/latest/pack/README.md"));
        assertTrue(readme.contains("Not supported: those who packed did not reach"), readme);
    }

    @Test
    void shouldRefuseAPackThatWasChanged() throws IOException {
        project.file("breadboard.yaml", "");
        Path folder = root.resolve("elsewhere/folder");
        archive = folder;
        pack();
        Files.writeString(folder.resolve("mixes/ours.yaml"), "extends: ops\nload: {contexts: 9}\n");
        assertEquals(ExitStatus.USER_MISTAKE, check(folder, false), elsewhere.out());
        assertTrue(
                elsewhere
                        .err()
                        .startsWith(folder + " is not what was packed: mixes/ours.yaml has changed; get it anew"),
                elsewhere.err());
        assertEquals(1, elsewhere.err().lines().count());
        try (Stream<Path> left = Files.walk(elsewhere.results())) {
            assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
        }
    }

    @Test
    void shouldRefuseAStudyThatThePackHasNot() {
        pack();
        assertEquals(ExitStatus.USER_MISTAKE, check(archive, false, "swep"), elsewhere.out());
        assertTrue(elsewhere.err().contains("The pack has no study 'swep', did you mean 'sweep'"), elsewhere.err());
    }

    @Test
    void shouldGoOnWithACheckThatWasStopped() throws IOException {
        project.file("studies/again.yaml", "mix: ours\nsweep: {load.contexts: [1]}\n");
        pack();
        CheckRequest request = new CheckRequest(archive, true, List.of(), 1, false, OutputFormat.JSON);
        List<String> ran = new ArrayList<>();
        Board board = new Board(elsewhere.folders(), registry);
        ExitStatus stopped = board.call(
                "project check",
                "",
                elsewhere.console(),
                scope -> new ProjectCheck(scope, (folder, results, asked) -> {
                            StudySeries.Studies real = runner(folder, results, asked);
                            return (study, resume) -> {
                                ran.add(study);
                                boolean whole = real.run(study, resume);
                                elsewhere.cancellation().cancel("Ctrl-C was pressed");
                                return whole;
                            };
                        })
                        .run(request));
        assertEquals(ExitStatus.FAILED, stopped);
        assertEquals(List.of("again"), ran);
        assertTrue(elsewhere.err().contains("--full --resume' goes on"), elsewhere.err());
        Path first = archive;
        archive = root.resolve("elsewhere/other.zip");
        project.file("studies/again.yaml", "description: other\nmix: ours\nsweep: {load.contexts: [1]}\n");
        pack();
        for (CheckRequest other : List.of(
                new CheckRequest(first, false, List.of(), 1, true, OutputFormat.JSON),
                new CheckRequest(archive, true, List.of(), 1, true, OutputFormat.JSON))) {
            assertEquals(ExitStatus.USER_MISTAKE, check(other));
            assertTrue(elsewhere.err().contains("was the check of another pack, of another path"), elsewhere.err());
        }
        CheckRequest resumed = new CheckRequest(first, true, List.of(), 1, true, OutputFormat.JSON);
        assertEquals(ExitStatus.DONE, check(resumed), elsewhere.err());
        assertTrue(elsewhere.err().contains("again has finished before."), elsewhere.err());
        assertEquals("yes", claim("ours-rate").path("verdict").asText());
    }
}
