// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A plug-in's jar that was built before the platform was modules: example no-wait of commit 1dedbbe8, under another
 * file name. It runs as it is.
 */
class PluginOfBeforeTest {
    static final Path JAR = Path.of("src/test/resources/no-wait-of-before.jar").toAbsolutePath();

    @TempDir
    private Path results;

    @Test
    void shouldRunFromTheClassPath() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                false,
                new Cancellation());
        try (URLClassLoader classes = new URLClassLoader(
                        new URL[] {JAR.toUri().toURL()}, getClass().getClassLoader());
                PluginRegistry registry = new PluginRegistry()) {
            registry.open(new ServiceLoaderSource(classes));
            Board board = new Board(new Folders(Path.of("src/main/dist"), results), registry);
            ExitStatus status = RootCommand.execute(
                    board,
                    console,
                    Words.of(
                            "run fasst-smallbank",
                            "protocol=no-wait",
                            "cluster.nodes=3",
                            "cluster.scale=0.02",
                            "time.warmupUs=50",
                            "time.measureUs=200"));
            assertEquals(ExitStatus.DONE, status, err::toString);
        }
    }
}
