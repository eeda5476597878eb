// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.PluginVerbs;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every verb of a plug-in owes its users: help with an example, one sentence and exit code 2 for a mistake, and
 * completion that does not throw. Tests of a verb's own extend it and {@link #call} it, on a board with an empty folder
 * and the plug-ins of the class path, of which it is one.
 */
public abstract class VerbContract {
    private static final List<String> TYPED = List.of("", "-", "--set", "x=", "x=1", "a/b", "\u00e9", ",", "--output");

    @TempDir
    private Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private PluginRegistry registry;
    private Board board;

    /** For the test's class. */
    protected VerbContract() {}

    /** The plug-in's class, which the class path names as a service. */
    protected abstract Class<? extends VerbPlugin> plugin();

    @BeforeEach
    final void open() throws IOException {
        Files.createDirectory(home.resolve("mixes"));
        registry = new PluginRegistry(new PluginVerbs(List.of()));
        registry.open(new ServiceLoaderSource(VerbContract.class.getClassLoader()));
        board = new Board(new Folders(home, home.resolve("results")), registry);
    }

    @AfterEach
    final void close() {
        registry.close();
    }

    /** Puts a mix where it is found by its name. */
    protected final void mix(String name, String yaml) throws IOException {
        Files.writeString(home.resolve("mixes").resolve(name + ".yaml"), "description: \"a test's\"\n" + yaml);
    }

    /** Calls a verb, and answers its exit code; {@link #out} and {@link #err} have what this call printed. */
    protected final int call(String... words) {
        out.reset();
        err.reset();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                100,
                true,
                new Cancellation());
        return RootCommand.execute(board, console, words).code();
    }

    /** What the last call printed as its result. */
    protected final String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** What the last call printed besides. */
    protected final String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private List<String> names() {
        List<String> names = registry.installed().stream()
                .filter(each -> plugin().isInstance(each.plugin()))
                .flatMap(each -> each.verbs().stream())
                .map(offer -> offer.id())
                .toList();
        assertFalse(names.isEmpty(), () -> "no verb can be used: " + registry.refusals());
        return names;
    }

    @Test
    final void shouldBeHelpfulWithAnExample() {
        for (String name : names()) {
            assertEquals(0, call(name, "--help"), this::err);
            assertTrue(out().contains("Example:") && out().contains("breadboard " + name), this::out);
            assertEquals(0, call("help"), this::err);
            assertTrue(out().contains("\n  " + name), this::out);
        }
    }

    @Test
    final void shouldMeetAnOptionThatThereIsNotWithOneSentence() {
        for (String name : names()) {
            assertEquals(2, call(name, "--no-such-option", "1"), this::out);
            assertEquals(1, withoutTrace().size(), this::err);
            assertEquals("", out());
        }
    }

    /** Stack traces, which tests ask for, are no sentences. */
    private List<String> withoutTrace() {
        return err().lines()
                .filter(line -> !line.startsWith("\t") && !line.startsWith("picocli.") && !line.startsWith("Caused by"))
                .toList();
    }

    @Test
    final void shouldCompleteWhateverIsTyped() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (Board.Named named : board.verbs()) {
            for (int question = 0; question < 200; question++) {
                List<String> words = new ArrayList<>();
                for (int word = random.nextInt(5); word > 0; word--) {
                    words.add(TYPED.get(random.nextInt(TYPED.size())));
                }
                String option = random.nextBoolean() ? "" : "--set";
                String typed = TYPED.get(random.nextInt(TYPED.size()));
                try {
                    Verb verb = named.verb();
                    verb.complete(new Completion(board.names(), names(), words, option, typed));
                } catch (RuntimeException thrown) {
                    throw new AssertionError(
                            named.name() + " threw when '" + typed + "' was typed behind " + words + ", seed " + seed,
                            thrown);
                }
            }
        }
    }
}
