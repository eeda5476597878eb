// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed of a project of which nothing has run yet, through the board. */
final class ProjectPackTest {
    @TempDir
    Path root;

    private ToyHome home;
    private ToyProject project;
    private Board board;

    @BeforeEach
    void layOut() throws IOException {
        home = new ToyHome(root);
        project = new ToyProject(root.resolve("paper"));
        board = project.board(home, ToyPlugin.registry(home.serviceJar()));
    }

    private ExitStatus pack(String... words) {
        return RootCommand.execute(
                board,
                home.console(),
                Stream.concat(Stream.of("project", "pack"), Stream.of(words)).toArray(String[]::new));
    }

    private Path packed() {
        return root.resolve("packed");
    }

    private PackManifest folder() throws IOException {
        assertEquals(ExitStatus.DONE, pack("--out", packed().toString()), home.err());
        return PackManifest.read(packed());
    }

    private void refused(String sentence, String... words) {
        int before = home.err().length();
        assertEquals(ExitStatus.USER_MISTAKE, pack(words), home.out());
        String said = home.err().substring(before);
        assertTrue(said.contains(sentence), said);
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void shouldPackWhatBelongsToTheProjectAndNothingElse() throws IOException {
        project.file("results/sweep/20261130T210600.000/points.csv", "a\n");
        project.file("notes/todo.txt", "buy milk\n");
        project.file("data/keys.txt", "1\n");
        project.file("mixes/.backup.yaml", "a: b\n");
        project.file("LICENSE", "do what you want\n");
        PackManifest pack = folder();
        assertEquals(
                Set.of(
                        "breadboard.yaml",
                        "mixes/ours.yaml",
                        "studies/sweep.yaml",
                        "claims/ours.csv",
                        "data/keys.txt",
                        "LICENSE",
                        "README.md",
                        "CITATION.cff"),
                pack.files().keySet());
        Set<String> there = new TreeSet<>(pack.files().keySet());
        there.add("pack.json");
        try (Stream<Path> files = Files.walk(packed())) {
            assertEquals(
                    there,
                    new TreeSet<>(files.filter(Files::isRegularFile)
                            .map(file -> packed().relativize(file).toString())
                            .toList()));
        }
        assertEquals(List.of(), pack.damage(packed()));
    }

    @Test
    void shouldSayWhatIsExpectedAndThatNothingWasMeasured() throws IOException {
        PackManifest pack = folder();
        assertEquals("Toys that sweep", pack.title());
        assertEquals(1, pack.studies().size());
        assertEquals(2, pack.studies().get(0).points());
        assertEquals(4, pack.studies().get(0).runs());
        assertTrue(pack.studies().get(0).quick());
        assertEquals(null, pack.studies().get(0).took());
        PackedClaim rate = pack.claims().get(0);
        assertEquals(
                "ours-rate 4 0.02",
                rate.id() + ' ' + rate.expected() + ' ' + rate.tolerance().share());
        assertEquals(null, rate.packed());
        PackedClaim own = pack.claims().get(2);
        assertEquals(
                "own null 0.3",
                own.id() + ' ' + own.expected() + ' ' + own.tolerance().share());
        assertTrue(home.err().contains("so the pack says 'not measured'"), home.err());
        assertTrue(home.err().contains("Nothing is expected of own:"), home.err());
        String readme = Files.readString(packed().resolve("README.md"));
        for (String part : List.of(
                "# Artefact: Toys that sweep",
                "## Getting started",
                "bin/breadboard project check PACK",
                "| sweep | 2 | 4 | quick and full | not measured | not measured |",
                "`bin/breadboard project check PACK --full --study sweep`",
                "| ours-rate | rate | 4 | 4 | – | Mops | 2% | sweep |",
                "| ours-more | slower work is slower | 4 | yes | – | – | same answer | sweep |",
                "computed by no study: ours-other")) {
            assertTrue(readme.contains(part), part + " is not in\n" + readme);
        }
    }

    @Test
    void shouldBeTheSameBytesWhenPackedTwice() throws IOException {
        Path first = root.resolve("1/paper.zip");
        Path second = root.resolve("2/paper.zip");
        for (Path each : List.of(first, second)) {
            Files.createDirectories(each.getParent());
            assertEquals(ExitStatus.DONE, pack("--out", each.toString()), home.err());
        }
        assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
    }

    @Test
    void shouldCiteTheProjectAsItsMarkSays() throws IOException {
        folder();
        assertEquals("""
                cff-version: 1.2.0
                message: "If you use this artefact, please cite it as below."
                type: software
                title: "Toys that sweep"
                authors:
                  - family-names: "Lovelace"
                    given-names: "Ada"
                  - family-names: "van Rossum"
                    given-names: "Guido"
                  - name: "ACM"
                abstract: "all of \\"one\\" paper"
                license: "Apache-2.0"
                """, Files.readString(packed().resolve("CITATION.cff")));
    }

    @Test
    void shouldLeavePagesOfTheProjectAsTheyAre() throws IOException {
        project.file("CITATION.cff", "cff-version: 1.2.0\n");
        project.file("README.md", "Ours\n");
        folder();
        assertEquals("cff-version: 1.2.0\n", Files.readString(packed().resolve("CITATION.cff")));
        assertEquals("Ours\n", Files.readString(packed().resolve("README.md")));
        assertTrue(Files.readString(packed().resolve("ARTIFACT.md")).startsWith(PackReadme.MARK));
    }

    /** Whoever changes an artefact of others packs it once more: its page is written anew. */
    @Test
    void shouldPackAPackAgain() throws IOException {
        PackManifest first = folder();
        Files.delete(packed().resolve("pack.json"));
        ToyProject again = new ToyProject(packed());
        board = again.board(home, ToyPlugin.registry(home.serviceJar()));
        Path second = root.resolve("second");
        assertEquals(ExitStatus.DONE, pack("--out", second.toString()), home.err());
        assertEquals(first.files(), PackManifest.read(second).files());
    }

    @Test
    void shouldRefuseAFolderThatIsNoProject() {
        refused(
                "There is no project in " + home.home() + ": no breadboard.yaml marks it",
                home.home().toString());
    }

    @Test
    void shouldRefuseToOverwrite() throws IOException {
        Path there = Files.writeString(root.resolve("there.zip"), "mine");
        refused("there.zip is there already, and nothing is overwritten", "--out", there.toString());
        assertEquals("mine", Files.readString(there));
    }

    @Test
    void shouldRefuseAPlaceThatThereIsNot() {
        refused(
                "There is no folder " + root.resolve("nowhere"),
                "--out",
                root.resolve("nowhere/a.zip").toString());
    }

    /** A jar that is hidden would be loaded, and figures that are hidden would be read. */
    @ParameterizedTest
    @ValueSource(strings = {"plugins/.hid.jar", "claims/.hid.csv"})
    void shouldRefuseWhatIsHiddenAndRead(String name) throws IOException {
        project.file(name, "");
        refused(name + " is hidden, so a pack leaves it behind, and Breadboard reads it all the same;", "--out", at());
    }

    private String at() {
        return packed().toString();
    }

    @Test
    void shouldRefuseAFolderThatIsALink() throws IOException {
        Path theirs = Files.createDirectories(root.resolve("theirs"));
        Files.writeString(theirs.resolve("a.jar"), "");
        for (String folder : List.of("plugins", "profiles")) {
            Path link = Files.createSymbolicLink(root.resolve("paper").resolve(folder), theirs);
            refused(link + " is a link, and a pack has files alone", "--out", at());
            Files.delete(link);
        }
    }

    /** Whatever lies between the project and the file that is included. */
    @Test
    void shouldIncludeNothingThatLiesBehindALink() throws IOException {
        Path outside = Files.createDirectories(root.resolve("outside/deep"));
        Files.writeString(outside.resolve("secret.txt"), "x");
        Path link = Files.createSymbolicLink(root.resolve("paper/data/etc"), root.resolve("outside"));
        for (String include : List.of("data/etc", "data/etc/deep", "data/etc/deep/secret.txt", "data/etc/deep/none")) {
            project.file("breadboard.yaml", "include: [" + include + "]\n");
            refused(link + " is a link, and a pack has files alone", "--out", at());
        }
    }

    @Test
    void shouldRefuseToIncludeAll() throws IOException {
        project.file("breadboard.yaml", "include: [\".\"]\n");
        refused("breadboard.yaml includes the whole folder of the project; name the files", "--out", at());
    }

    @Test
    void shouldRefuseTwoFilesThatAreOneElsewhere() throws IOException {
        project.file("mixes/OURS.yaml", "extends: ops\n");
        refused("mixes/ours.yaml is the same file as another one where capital", "--out", at());
        refused("mixes/ours.yaml is the same file as another one where capital", "--out", at() + ".zip");
    }

    @Test
    void shouldKeepAPageOfTheProjectOrRefuseIt() throws IOException {
        project.file("ARTIFACT.md", "Ours\n");
        folder();
        assertEquals("Ours\n", Files.readString(packed().resolve("ARTIFACT.md")));
        project.file("README.md", "Ours, too\n");
        refused("has both README.md and ARTIFACT.md, and a pack writes one of them", "--out", at() + "2");
    }

    @Test
    void shouldMakeAnArchiveHoweverItsEndingIsWritten() throws IOException {
        Path archive = root.resolve("A.ZIP");
        assertEquals(ExitStatus.DONE, pack("--out", archive.toString()), home.err());
        assertTrue(Files.isRegularFile(archive));
    }

    /** What is a path of this machine is none elsewhere, be it packed or not. */
    @Test
    void shouldRefuseAMixThatIsAPath() throws IOException {
        Path outside = Files.writeString(root.resolve("outside.yaml"), "extends: ops\n");
        for (Path mix : List.of(outside, root.resolve("paper/mixes/ours.yaml"))) {
            project.file("studies/other.yaml", "mix: " + mix + "\nsweep: {load.contexts: [1]}\n");
            refused("Study other runs the mix '" + mix + "', which is a path of this machine", "--out", at());
        }
    }

    @Test
    void shouldRefuseAFileThatIsNamedByAPathOfThisMachine() throws IOException {
        project.file("studies/banks.yaml", "mix: banks\nsweep: {load.contexts: [1]}\n");
        Path packed = project.file("data/w.properties", "valueBytes=16\n");
        Path outside = Files.writeString(root.resolve("w.properties"), "valueBytes=16\n");
        Path ofTheUser = Files.writeString(home.home().resolve("w.properties"), "valueBytes=16\n");
        for (Path file : List.of(packed, outside, ofTheUser)) {
            project.file("mixes/banks.yaml", "extends: bank\nworkload.properties: " + file + "\n");
            refused("from " + file + ", which is a path of this machine", "--out", at());
        }
        project.file("mixes/banks.yaml", "extends: bank\nworkload.properties: ../../w.properties\n");
        refused("Study banks would not run elsewhere:", "--out", at());
        project.file("mixes/banks.yaml", "extends: bank\nworkload.properties: ../data/w.properties\n");
        folder();
    }

    @Test
    void shouldRefuseALink() throws IOException {
        Files.createSymbolicLink(root.resolve("paper/mixes/link.yaml"), root.resolve("paper/mixes/ours.yaml"));
        refused("mixes/link.yaml is a link, and a pack has files alone", "--out", packed().toString());
        assertFalse(Files.exists(packed()));
    }

    /** What lies in conf/ of this machine, nobody else has. */
    @Test
    void shouldRefuseAStudyThatTakesMoreThanIsPacked() throws IOException {
        home.file("conf/testbeds/pair.yaml", "cluster: {nodes: 2, threads: 1}\nhardware.profile: toy-fast\n");
        refused("from conf/testbeds/pair.yaml:2, which is of this machine", "--out", packed().toString());
    }

    @Test
    void shouldRefuseAClaimWhoseFigureIsElsewhere() throws IOException {
        home.file("conf/claims/mine.csv", "id,value,unit\nelse,1,Mops\n");
        project.file(
                "studies/other.yaml",
                "mix: ours\nsweep: {load.contexts: [1]}\nclaims: {else: max(points.committedPerSecond)}\n");
        refused("Study other takes the figure of its claim 'else' from", "--out", packed().toString());
    }

    @Test
    void shouldRefuseAQuickStudyThatThereIsNot() throws IOException {
        project.file("breadboard.yaml", "quick: [swep]\n");
        refused("has the study 'swep' under 'quick', did you mean 'sweep'", "--out", packed().toString());
    }

    @Test
    void shouldRefuseAProjectThatMakesNoClaim() throws IOException {
        Files.delete(root.resolve("paper/studies/sweep.yaml"));
        refused("paper has no study, so nobody could check", "--out", packed().toString());
    }
}
