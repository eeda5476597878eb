// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;

/** A board of all that ships, without a container, and what it prints. One thread; to be closed. */
final class TestBoard implements AutoCloseable {
    /** The distribution's own mixes, data sheets and studies. */
    static final Path DIST = Path.of("src/main/dist");

    private static final int COLUMNS = 80;

    private final PluginRegistry registry = new PluginRegistry();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    TestBoard() {
        registry.open(new ServiceLoaderSource(TestBoard.class.getClassLoader()));
    }

    /** A board whose results go into a folder. */
    Board of(Path results) {
        return new Board(new Folders(DIST, null, results), registry);
    }

    Console console(Cancellation cancellation) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                COLUMNS,
                true,
                cancellation);
    }

    /** Says a command, whose results go into a folder; what was printed before is forgotten. */
    ExitStatus say(Path results, Cancellation cancellation, List<String> words) {
        forget();
        return RootCommand.execute(of(results), console(cancellation), words);
    }

    void forget() {
        out.reset();
        err.reset();
    }

    byte[] printed() {
        return out.toByteArray();
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** The first line of what it complained of. */
    String sentence() {
        return err().lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        registry.close();
    }
}
