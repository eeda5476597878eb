// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.shell.session.CommandNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class VerbsTest {
    /** In the order of the help. */
    static final List<String> NAMES = List.of(
            "run",
            "explain",
            "live",
            "study",
            "whatif",
            "compare",
            "reproduce",
            "calibrate",
            "campaign",
            "list",
            "describe",
            "mix",
            "project",
            "plugin",
            "results",
            "report",
            "verify",
            "bench",
            "tutorial",
            "completion",
            "help");

    @TempDir
    private Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void shelveAMix() throws Exception {
        Files.createDirectory(home.resolve("mixes"));
        Files.writeString(home.resolve("mixes/tiny.yaml"), "# a mix\ndescription: \"One node\"\ncluster: {nodes: 1}\n");
    }

    @Test
    void shouldNameAllVerbsInTheOrderOfTheHelp() {
        assertEquals(NAMES, List.copyOf(RootCommand.model(board()).subcommands().keySet()));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldExplainEveryVerbWithAnExample(String verb) {
        assertEquals(0, execute(verb, "--help"));
        assertTrue(out().contains("Example:") && out().contains("breadboard " + verb), out());
    }

    @ParameterizedTest
    @CsvSource({
        "rn fasst,did you mean 'run'",
        "run,'Missing required parameter: ''MIX'''",
        "run x --sed 3,did you mean '--seed'",
        "run x --seed three,'--seed: ''three'' is not a whole number between 0 and 9007199254740992, such as 42;'",
        "run x --seed -1,--seed: '-1' is not a whole number between 0 and",
        "run x --seed 1.5,--seed: '1.5' is not a whole number between 0 and",
        "run x --seed 9007199254740993,--seed: '9007199254740993' is not a whole number between 0 and",
        "run x --runtime fast,'--runtime: ''fast'' is not one of sim, live;'",
        "study x --on slrm,'--on: ''slrm'' is not one of local, slurm, did you mean ''slurm'';'",
        "study x --sbatch --partition=short,'--sbatch goes with --on slurm;'",
        "list mixs,did you mean 'mixes'",
        "list mixes studies,'studies' is one word too many",
        "describe,give either ID or --schema mix (or study)",
        "describe tny,did you mean 'tiny'",
        "mix nw x,'''nw'' is not one of new, check, did you mean ''new'''",
        "mix check tiny --from tiny,'only --set and --output go with ''mix check'''",
        "mix new tiny --from tiny,'nothing is overwritten'",
        "mix new other,'names no hardware.profile'",
        "project pak x,'''pak'' is not one of pack, check, did you mean ''pack'''",
        "project pack nowhere,'There is no folder ''nowhere''; name that of a project.'",
        "project pack --full,'--full, --study, --parallel and --resume go with ''project check'''",
        "project check,'The words of it are ''project check PACK'''",
        "project check x.zip --out y.zip,'--out and --from go with ''project pack'''",
        "project check nowhere.zip,There is no file or folder 'nowhere.zip'",
        "list mixes --try,--try goes with 'list combinations';",
        "'whatif tiny --factor ,',--factor needs a value",
        "'whatif tiny --parameter ,',--parameter needs a value",
        "'campaign --protocol ,',--protocol needs a value",
        "list --of xenic,--of goes with 'list combinations';",
        "list combinations --try 0,'--try: ''0'' is not a whole number from 1 to 999999'",
        "list combinations --of nobody,that can be combined is called 'nobody'",
        "live strt x,'''strt'' is not one of start, watch, swap, metrics, stop, did you mean ''start'''",
        "live start,'The words of it are ''live start MIX [--set KEY=VALUE] [--metrics PORT]'''",
        "live stop x,'The words of it are ''live stop'''",
        "live swap x --for 3,'The words of it are ''live swap PROTOCOL [--set KEY=VALUE]'''",
        "live watch --for 0,'--for: takes 1 second or more, not 0'",
        "live watch,'No live cluster runs; ''live start MIX'' starts one.'",
        "help rn,did you mean 'run'",
        "help gerp,did you mean 'grep'",
        "completion bsh,'''bsh'' is not one of bash, zsh, fish, did you mean ''bash'''",
        "plugin instal x.jar,did you mean 'install'",
        "plugin install,'The words of it are ''plugin install FILE'';'",
        "plugin update x,'The words of it are ''plugin update ID FILE'';'",
        "plugin list x,'The words of it are ''plugin list'';'",
        "plugin stop x --sha256 ab,'--sha256 goes with install and update;'",
    })
    void shouldMeetAMistakeWithOneSentenceAndExitCodeTwo(String line, String sentence) {
        assertEquals(2, execute(line.split(" ")));
        assertTrue(err().contains(sentence), err());
        assertEquals(1, err().lines().count(), err());
        assertEquals("", out());
    }

    @ParameterizedTest
    @MethodSource("words")
    void shouldExplainEveryWordOfTheShell(String word, String example) {
        assertEquals(0, execute("help", word));
        assertTrue(out().startsWith("Usage, in the shell and in scripts: " + word), out());
        assertTrue(out().endsWith("Example:\n  " + example + "\n"), out());
    }

    static Stream<Arguments> words() {
        return CommandNames.WORDS.stream().map(word -> Arguments.of(word.name(), word.example()));
    }

    @Test
    void shouldListEveryWordOfTheShellInTheHelp() {
        execute("help");
        List<String> said = List.of(out().split("\\W+", -1));
        CommandNames.WORDS.forEach(word -> assertTrue(said.contains(word.name()), word.name()));
    }

    @Test
    void shouldListMixesWithTheirDescriptions() {
        assertEquals(0, execute("list", "mixes", "--output", "csv"));
        assertEquals(
                List.of("kind,name,own,where,description", "mix,tiny,false,mixes/tiny.yaml,One node"),
                out().lines().toList());
    }

    private int execute(String... words) {
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                false,
                new Cancellation());
        return RootCommand.execute(board(), console, words).code();
    }

    private Board board() {
        Board board = new Board(home, new PluginRegistry());
        board.add(new PluginVerb(null));
        board.add(new TutorialVerb());
        board.add(new CompletionVerb());
        CommandNames.WORDS.forEach(board::add);
        return board;
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
