// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.SessionWord;
import org.breadboard.shell.session.CommandNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramModelTest {
    @TempDir
    private Path home;

    private Board board;

    @BeforeEach
    void shelveAMix() throws Exception {
        Files.createDirectory(home.resolve("mixes"));
        Files.writeString(home.resolve("mixes/tiny.yaml"), "# a mix\ncluster: {nodes: 1}\n");
        board = new Board(home, new PluginRegistry());
        CommandNames.WORDS.forEach(board::add);
        board.add(new SessionWord("dots", "dots", ".dots begin it.", "dots"));
    }

    @Test
    void shouldTellEveryVerbOptionAndWordInTheManual() {
        String page = new ProgramModel(board).manPage("1.2.3");
        assertTrue(page.startsWith(".TH BREADBOARD 1 \"\" \"breadboard 1.2.3\" \"User Commands\"\n.SH NAME\n"), page);
        board.verbs().forEach(verb -> assertTrue(page.contains("\n.SS " + verb.name() + '\n'), verb.name()));
        board.words().forEach(word -> assertTrue(page.contains("\\fB" + word.name()), word.name()));
        List.of(
                        "\n\\&.dots begin",
                        "\\fB\\-\\-project DIR\\fR",
                        "\\fB\\-\\-seed N\\fR",
                        "\\fBMIX\\fR\nThe name of a mix")
                .forEach(part -> assertTrue(page.contains(part), part));
        assertEquals(
                List.of(),
                page.lines()
                        .filter(line -> line.matches("\\.(?!TH|SH|SS|TP|PP|nf|fi).*") || line.contains("%n"))
                        .toList(),
                "text that troff takes for a request, or markup of picocli's");
    }

    @Test
    void shouldTellFishWhatFollowsWhat() {
        List<String> lines = new ProgramModel(board).fish().lines().toList();
        String inRun = "complete -c breadboard -n '__fish_seen_subcommand_from run";
        assertTrue(lines.contains(inRun + "; and test (count (commandline -opc)) -eq 2' -a 'tiny'"), lines.toString());
        assertTrue(
                lines.contains(inRun + "' -l output -x -a 'table json csv' -d"
                        + " 'How to print the result: table (the default), json or csv.'"),
                lines.toString());
        String first = "complete -c breadboard -n '__fish_use_subcommand' ";
        assertTrue(lines.stream().anyMatch(line -> line.startsWith(first + "-l project -r")), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.startsWith(first + "-f -a 'run' -d")), lines.toString());
        assertFalse(lines.stream().anyMatch(line -> line.contains("TABLE")), "words are in lower case");
    }
}
