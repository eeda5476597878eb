// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.Refusal;
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

    /** A kit that had another name for what the jar calls. */
    static final Map<String, String> RENAMED =
            Map.of("org/breadboard/kit/rpc/RecordCall.operation()I", "operationCode");

    /** Why a jar that was built against that kit is refused, as the end of a sentence. */
    static final String MISFIT = "its class com.example.nowait.LockServer calls"
            + " org.breadboard.kit.rpc.RecordCall.operationCode(): int, which is not there; it was built against"
            + " org.breadboard.kit.rpc [0.1,1), and this Breadboard has version 0.1.0; rebuild it against this"
            + " Breadboard's kit";

    @TempDir
    private Path temp;

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
            Board board = new Board(new Folders(Path.of("src/main/dist"), temp), registry);
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

    @Test
    void shouldBeRefusedOnTheClassPathIfItWasBuiltAgainstAnotherKit() throws Exception {
        Path old = Files.write(temp.resolve("old.jar"), RenamedJar.bytes(JAR, RENAMED));
        try (URLClassLoader classes = new URLClassLoader(
                        new URL[] {old.toUri().toURL()}, getClass().getClassLoader());
                PluginRegistry registry = new PluginRegistry()) {
            registry.open(new ServiceLoaderSource(classes));
            assertEquals(List.of(new Refusal("com.example.nowait 1.0.0 (old.jar)", MISFIT)), registry.refusals());
        }
    }
}
