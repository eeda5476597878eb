// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen on terminals of some width, in completions of people's shells, and in {@code man}. */
class TerminalIT {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String PROGRAM =
            Assembled.HOME.resolve("bin/breadboard").toString();

    @TempDir
    private Path temp;

    /** What a command prints, on both streams. */
    private String said(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("BREADBOARD_OPTS", "-XX:TieredStopAtLevel=1 -Dbreadboard.results=" + temp);
        builder.environment().put("BREADBOARD_RESIDENT", "0");
        builder.environment().put("HOME", temp.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(3, TimeUnit.MINUTES), said);
        return said;
    }

    private List<String> bash(String command) throws Exception {
        return said(Map.of(), "bash", "-c", command).lines().map(String::strip).toList();
    }

    /** The lines on a terminal of that width. */
    private List<String> shown(int columns, Map<String, String> environment, String words) throws Exception {
        assumeTrue(
                Files.isExecutable(SCRIPT) && System.getProperty("os.name").equals("Linux"), "no script of util-linux");
        String line = "stty cols " + columns + "; " + PROGRAM + ' ' + words;
        return said(environment, SCRIPT.toString(), "-qec", line, "/dev/null")
                .lines()
                .toList();
    }

    private static void assertFits(int columns, List<String> lines) {
        assertEquals(
                List.of(),
                lines.stream().filter(line -> line.length() > columns).toList());
    }

    @Test
    void shouldLayTablesOutByTheWidthOfTheTerminal() throws Exception {
        List<String> lines = shown(64, Map.of(), "list mixes");
        assertFits(64, lines);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("     ")), "no cell has two lines");
        String piped = Assembled.run(temp, "list", "mixes").with(0).out();
        assertTrue(piped.lines().anyMatch(line -> line.length() > 100), piped);
    }

    @Test
    void shouldTakeTheWidthThatIsAskedFor() throws Exception {
        List<String> lines = shown(200, Map.of("COLUMNS", "72"), "describe fasst");
        assertFits(72, lines);
        assertTrue(lines.stream().anyMatch(line -> line.length() > 64), lines.toString());
    }

    @Test
    void shouldPrintJsonAsItIs() throws Exception {
        List<String> lines = shown(40, Map.of(), "describe fasst --output json");
        assertTrue(lines.stream().anyMatch(line -> line.length() > 40), lines.toString());
    }

    @Test
    void shouldEndARunWithItsVerdictInLinesThatFitAlsoByAResident() throws Exception {
        Map<String, String> warm = Map.of(
                "BREADBOARD_RESIDENT",
                "1",
                "XDG_RUNTIME_DIR",
                Files.createDirectory(temp.resolve("runtime")).toString(),
                "BREADBOARD_OPTS",
                "-Dbreadboard.resident.seconds=1 -Dbreadboard.results=" + temp);
        List<String> lines = shown(60, warm, "run nocc-counter --set time.measureUs=1000 2>/dev/null");
        // A path is to be copied, and stays one word.
        assertFits(
                60,
                lines.stream().filter(line -> !line.endsWith("/report.html")).toList());
        List<String> labels = lines.stream()
                .filter(line -> line.matches("[a-z].*"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        assertEquals(List.of("result", "verdict"), labels.subList(labels.size() - 2, labels.size()), lines.toString());
    }

    @Test
    void shouldCompleteInBash() throws Exception {
        assertEquals(
                List.of("tutorial", "fasst-smallbank", "--output", "json", "--project", "swap", "fish"),
                bash("source <(" + PROGRAM + " completion bash);"
                        + " tab() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _complete_breadboard 2>/dev/null;"
                        + " echo \"${COMPREPLY[*]}\"; };"
                        + " tab breadboard tut; tab breadboard run fasst-sm; tab breadboard run x --outp;"
                        + " tab breadboard run x --output js; tab breadboard --proj; tab breadboard live sw;"
                        + " tab breadboard completion f"));
    }

    @Test
    void shouldCompleteInFish() throws Exception {
        assumeTrue(installed("fish"), "no fish");
        String typed = Stream.of("breadboard tut", "breadboard run fasst-sm", "breadboard run x --outp")
                .map(line -> "; complete -C '" + line + "' | cut -f 1")
                .reduce("", String::concat);
        assertEquals(
                List.of("tutorial", "fasst-smallbank", "--output"),
                said(Map.of(), "fish", "-c", PROGRAM + " completion fish | source" + typed)
                        .lines()
                        .toList());
    }

    @Test
    void shouldCompleteInZsh() throws Exception {
        assumeTrue(installed("zsh"), "no zsh");
        List<String> said = said(
                        Map.of(),
                        "zsh",
                        "-f",
                        "-c",
                        "autoload -U compinit && compinit -u -d " + temp.resolve("dump") + "; source <(" + PROGRAM
                                + " completion zsh); whence -w _complete_breadboard; print ${_comps[breadboard]}")
                .lines()
                .toList();
        assertEquals("_complete_breadboard: function", said.get(0), said.toString());
        assertTrue(said.get(1).contains("_complete_breadboard"), said.toString());
    }

    @Test
    void shouldHaveAPageThatManShowsWithoutAWarning() throws Exception {
        Path page = Assembled.HOME.resolve("share/man/man1/breadboard.1");
        assertTrue(Files.size(page) > 10_000);
        assumeTrue(installed("groff"), "no groff");
        assertEquals(List.of(), bash("groff -man -Tutf8 -ww -rLL=80n " + page + " >/dev/null"));
        List<String> shown = bash("groff -man -Tascii -P-cbou " + page);
        assertTrue(shown.stream().anyMatch(line -> line.startsWith("breadboard - A breadboard for")), shown.toString());
        assertTrue(shown.contains("breadboard run fasst-smallbank --seed 42"), shown.toString());
    }

    @Test
    void shouldSayWhatItIsMadeOf() throws Exception {
        String said = Assembled.run(temp, "--version").with(0).out();
        assertTrue(
                said.matches("breadboard [0-9.]+ \\(commit ([0-9a-f]{12}|unknown), API [0-9.]+, Java "
                        + Pattern.quote(System.getProperty("java.version")) + "\\)\n"),
                said);
    }

    private static boolean installed(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
