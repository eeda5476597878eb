// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README says that a run prints is what it prints, but for wall-clock time and the result's folder. */
final class ReadmeTest {
    @TempDir
    private Path results;

    @Test
    void shouldShowWhatARunPrints() throws Exception {
        System.setProperty("breadboard.results", results.toString());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                80,
                true,
                new Cancellation());
        try (PluginRegistry registry = new PluginRegistry()) {
            registry.open(new ServiceLoaderSource(ReadmeTest.class.getClassLoader()));
            assertEquals(
                    ExitStatus.DONE,
                    RootCommand.execute(
                            new Board(Path.of("src/main/dist"), registry), console, "run", "fasst-smallbank"),
                    err::toString);
        } finally {
            System.clearProperty("breadboard.results");
        }
        String readme = Files.readString(Path.of("../../README.md"));
        String shown = readme.substring(readme.indexOf("```\nmix ") + 4, readme.lastIndexOf("```"));
        assertEquals(sameEachTime(out.toString(StandardCharsets.UTF_8)), sameEachTime(shown));
    }

    private static List<String> sameEachTime(String printed) {
        return printed.lines()
                .filter(line -> !line.matches("(work|speed|result) .*"))
                .toList();
    }
}
