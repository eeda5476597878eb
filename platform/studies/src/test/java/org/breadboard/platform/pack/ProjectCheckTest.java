// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            Path told = root.resolve("result-of-" + study);
            Files.deleteIfExists(told);
            List<String> words =
                    new ArrayList<>(List.of("study", study, "--parallel", "1", "--result-to", told.toString()));
            if (!request.full()) {
                words.addAll(List.of("--seeds", "1"));
            }
            boolean whole = RootCommand.execute(board, console, words.toArray(String[]::new)) == ExitStatus.DONE;
            return new StudySeries.Ran(whole, Files.exists(told) ? Path.of(Files.readString(told)) : null);
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

    private Path unpacked() {
        archive = root.resolve("elsewhere/folder");
        pack();
        return archive;
    }

    private void refused(Path pack, String sentence) throws IOException {
        assertEquals(ExitStatus.USER_MISTAKE, check(pack, false), elsewhere.out() + elsewhere.err());
        assertTrue(elsewhere.err().contains(sentence), elsewhere.err());
        assertEquals(1, elsewhere.err().lines().count(), elsewhere.err());
        assertFalse(Files.exists(elsewhere.results().resolve("sweep")), "nothing runs");
    }

    /** Whatever Breadboard may read, or a person may take for a part of it, hidden or not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plugins/.x.jar",
                "plugins/x.jar",
                "plugins/x.JAR",
                "plugins/stopped",
                "claims/.a.csv",
                "mixes/.a.yaml",
                "data/more.txt",
                "conf/mixes/ours.yaml",
                ".hidden/a",
                "EVIL.txt"
            })
    void shouldRefuseWhatWasAdded(String name) throws IOException {
        Path folder = unpacked();
        Files.createDirectories(folder.resolve(name).getParent());
        Files.copy(home.serviceJar(), folder.resolve(name));
        refused(folder, folder + " is not what was packed: " + name + " is there and was not packed; get it anew");
    }

    @Test
    void shouldRefuseAJarThatWasHiddenInAnArchive() throws IOException {
        pack();
        try (FileSystem zip = FileSystems.newFileSystem(archive)) {
            Files.createDirectories(zip.getPath("paper/plugins"));
            Files.copy(home.serviceJar(), zip.getPath("paper/plugins/.x.jar"));
        }
        refused(archive, archive + " is not what was packed: plugins/.x.jar is there and was not packed");
    }

    @Test
    void shouldRefuseLinksThatWereAdded() throws IOException {
        Path folder = unpacked();
        Path theirs = Files.createDirectories(root.resolve("theirs"));
        Files.copy(home.serviceJar(), theirs.resolve("evil.jar"));
        Files.createSymbolicLink(folder.resolve("plugins"), theirs);
        refused(folder, folder + " is not what was packed: plugins is a link, and a pack has none");
        Files.delete(folder.resolve("plugins"));
        Path mixes = Files.move(folder.resolve("mixes"), root.resolve("moved"));
        Files.createSymbolicLink(folder.resolve("mixes"), mixes);
        refused(folder, "mixes is a link, and a pack has none");
    }

    /** A zip can say that an entry is a link; unpacked it is a file. */
    @Test
    void shouldRefuseAnEntryInThePlaceOfAFolder() throws IOException {
        pack();
        try (FileSystem zip = FileSystems.newFileSystem(archive)) {
            Files.writeString(zip.getPath("paper/plugins"), "../theirs");
        }
        refused(archive, "plugins is there and was not packed");
    }

    /** Whoever checks a folder within it keeps the results there. */
    @Test
    void shouldLeaveResultsOutOfAccount() throws IOException {
        Path folder = unpacked();
        Files.createDirectories(folder.resolve("results/sweep"));
        Files.writeString(folder.resolve("results/sweep/a.csv"), "");
        assertEquals(ExitStatus.DONE, check(folder, false), elsewhere.err());
    }

    @Test
    void shouldCountFilesAsPackingDoes() throws IOException {
        pack();
        String files = home.out()
                .lines()
                .filter(line -> line.contains(" files are packed in "))
                .findFirst()
                .orElseThrow()
                .replaceAll(" .*", "");
        assertEquals(ExitStatus.DONE, check(archive, false), elsewhere.err());
        assertTrue(elsewhere.err().contains("; all " + files + " files are what was packed."), elsewhere.err());
    }

    /** Another project's study of the same name ends meanwhile, in the same folder of results. */
    @Test
    void shouldJudgeNoClaimByTheResultOfAnother() throws IOException {
        run();
        pack();
        CheckRequest request = new CheckRequest(archive, true, List.of(), 1, false, OutputFormat.JSON);
        ExitStatus ended = new Board(elsewhere.folders(), registry)
                .call(
                        "project check",
                        "",
                        elsewhere.console(),
                        scope -> new ProjectCheck(scope, (folder, results, asked) -> {
                                    StudySeries.Studies another = runner(folder, results, asked);
                                    return (study, resume) -> {
                                        another.run(study, resume);
                                        return new StudySeries.Ran(false, null);
                                    };
                                })
                                .run(request));
        assertEquals(ExitStatus.FAILED, ended);
        assertTrue(Files.exists(elsewhere.results().resolve("sweep/latest")));
        for (String claim : List.of("ours-rate", "ours-more", "own")) {
            assertEquals("not run", claim(claim).path("verdict").asText());
            assertTrue(claim(claim).path("measured").isNull());
        }
    }

    /** What a study's process tells of its result, whatever others have kept meanwhile. */
    @Test
    void shouldTellWhereTheResultOfAStudyIs() throws IOException {
        Path told = root.resolve("told");
        assertEquals(
                ExitStatus.DONE,
                RootCommand.execute(
                        project.board(home, registry),
                        home.console(),
                        "study",
                        "sweep",
                        "--parallel",
                        "1",
                        "--result-to",
                        told.toString()),
                home.err());
        assertEquals(
                home.results().resolve("sweep/latest").toRealPath(),
                Path.of(Files.readString(told)).toRealPath());
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
                                StudySeries.Ran left = real.run(study, resume);
                                elsewhere.cancellation().cancel("Ctrl-C was pressed");
                                return left;
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
