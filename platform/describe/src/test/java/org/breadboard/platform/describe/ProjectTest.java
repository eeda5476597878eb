// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of what belongs together, found by its mark, or by lying beside a mix. */
final class ProjectTest {
    @TempDir
    Path root;

    private ToyHome home;
    private Path paper;

    @BeforeEach
    void layOut() throws IOException {
        home = new ToyHome(root);
        paper = root.resolve("paper");
        write("breadboard.yaml", "description: all of one paper\nresults: out\n");
        write("mixes/base.yaml", "description: of the paper\nextends: ops\ntestbed: rack\n");
        write("mixes/ours.yaml", "extends: base\nload: {contexts: 2}\n");
        write("testbeds/rack.yaml", "cluster: {nodes: 3, threads: 1}\nhardware: {profile: toy-mine}\n");
        write("profiles/toy-mine.yaml", "extends: toy-fast\ndevice: ours\n");
        write("studies/sweep.yaml", """
                mix: ours
                sweep: {load.contexts: [1, 2]}
                claims: {ours-1: "max(points.committedPerSecond) >= 0"}
                """);
        write(
                "claims/ours.csv",
                "id,paper,where,quantity,comparator,value,unit,kind\nours-1,us,1,all is well,trend,yes,,prediction\n");
    }

    private Path write(String name, String text) throws IOException {
        Path file = paper.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Map<String, String> resolved(String mix, Path project) {
        return new MixResolver(
                        new Parts(ToyPlugin.registry(null).installed()),
                        Project.folders(home.home(), project, home.results()))
                .resolve(MixRequest.of(mix, List.of()))
                .texts();
    }

    @Test
    void shouldFindItFromAFolderInIt() {
        assertEquals(Optional.of(paper), Project.around(paper.resolve("mixes")));
        assertEquals(
                Optional.of(paper), Project.of(paper.resolve("mixes/ours.yaml").toString()));
        assertEquals(Optional.empty(), Project.around(root));
        assertEquals(Optional.empty(), Project.of("ours"));
    }

    @Test
    void shouldTakeTheFolderOfAMixForOneIfItHoldsMore() throws IOException {
        Path flat = root.resolve("flat");
        Files.createDirectories(flat.resolve("testbeds"));
        Path mix = Files.writeString(flat.resolve("mine.yaml"), "extends: ops\ntestbed: here\n");
        Files.writeString(flat.resolve("testbeds/here.yaml"), "cluster: {nodes: 4}\nhardware.profile: toy-fast\n");
        assertEquals(Optional.of(flat), Project.of(mix.toString()));
        assertEquals(
                "4",
                resolved(mix.toString(), Project.of(mix.toString()).orElseThrow())
                        .get("cluster.nodes"));
    }

    @Test
    void shouldLookInItFirst() throws IOException {
        Map<String, String> ours = resolved("ours", paper);
        assertEquals("3", ours.get("cluster.nodes"));
        assertEquals("2", ours.get("load.contexts"));
        assertEquals("toy-mine", ours.get("hardware.profile"));
        home.file("conf/testbeds/rack.yaml", "cluster: {nodes: 5}\nhardware.profile: toy-fast\n");
        assertEquals("3", resolved("ours", paper).get("cluster.nodes"), "the project before the user's own");
        Files.delete(paper.resolve("testbeds/rack.yaml"));
        assertEquals("5", resolved("ours", paper).get("cluster.nodes"), "the user's own before what is shipped");
    }

    @Test
    void shouldRunFromAnywhereByPathAndKeepResultsInIt() throws IOException {
        Board board = new Board(home.home(), ToyPlugin.registry(null));
        Path moved = Files.move(paper, root.resolve("elsewhere"));
        String mix = moved.resolve("mixes/ours.yaml").toString();
        assertEquals(ExitStatus.DONE, RootCommand.execute(board, home.console(), "run", mix), home.err());
        assertTrue(Files.isDirectory(moved.resolve("out/ours")), "results of the project");
        String study = moved.resolve("studies/sweep.yaml").toString();
        Study read = new StudyReader(Project.folders(home.home(), moved, null)).read(study);
        assertEquals("us", read.claims().get(0).published().paper(), "a published figure of the project's");
    }

    @Test
    void shouldListWhatIsInIt() {
        Board board = new Board(Project.folders(home.home(), paper, home.results()), ToyPlugin.registry(null));
        RootCommand.execute(board, home.console(), "list", "mixes", "--output", "csv");
        assertTrue(home.out().contains("mix,ours,true," + paper.resolve("mixes/ours.yaml") + ","), home.out());
        assertTrue(board.names().of(Kind.PROFILES).contains("toy-mine"));
        assertTrue(board.names().of(Kind.STUDIES).contains("sweep"));
        assertEquals(
                ExitStatus.DONE, RootCommand.execute(board, home.console(), "mix", "new", "next", "--from", "ours"));
        assertTrue(Files.exists(paper.resolve("mixes/next.yaml")), home.out());
    }

    @Test
    void shouldRefuseMixesThatExtendEachOther() throws IOException {
        write("mixes/base.yaml", "extends: ours\n");
        RefusedException refused = assertThrows(RefusedException.class, () -> resolved("ours", paper));
        assertTrue(
                refused.getMessage().endsWith("the mixes that this one extends form a circle."), refused.getMessage());
    }

    @Test
    void shouldSayWhatIsWrongWithItsMark() throws IOException {
        write("breadboard.yaml", "result: out\n");
        String mix = paper.resolve("mixes/ours.yaml").toString();
        ExitStatus status =
                RootCommand.execute(new Board(home.home(), ToyPlugin.registry(null)), home.console(), "run", mix);
        assertEquals(ExitStatus.USER_MISTAKE, status);
        assertEquals(
                paper.resolve("breadboard.yaml")
                        + ":1: unknown key 'result', did you mean 'results'; a project says title,"
                        + " description, authors, license, quick, include, results.\n",
                home.err());
        assertFalse(Files.exists(paper.resolve("out")));
    }

    /** What a project says goes with it when it is moved. */
    @Test
    void shouldKeepResultsInItsFolder() throws IOException {
        for (String outside : List.of("../../out", "/etc/out")) {
            write("breadboard.yaml", "results: " + outside + "\n");
            RefusedException refused =
                    assertThrows(RefusedException.class, () -> Project.folders(home.home(), paper, null));
            assertEquals(
                    paper.resolve("breadboard.yaml") + ":1: 'results' is '" + outside
                            + "', which is outside of the project's folder; name a folder in it.",
                    refused.getMessage());
        }
    }
}
