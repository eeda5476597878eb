// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts in Gogo itself, with verbs that need no plug-in. */
@Timeout(60)
class ScriptTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private volatile boolean hasNews;

    @TempDir
    private Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CommandProcessorImpl gogo = new CommandProcessorImpl();

    @BeforeEach
    void addVerbs() throws IOException {
        Files.createDirectories(home.resolve("mixes"));
        Files.writeString(home.resolve("mixes/tiny.yaml"), "description: One node\n");
        for (String verb : new String[] {"list", "describe"}) {
            gogo.addCommand("breadboard", new VerbFunction(board(), verb), verb);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "describe nobody | grep x; list mixes",
        "describe nobody | print x; list mixes",
        "each [a b] { describe nobody } | grep x; list mixes",
        "print nobody | each { describe $it } | grep x; list mixes",
        "list mixes | grep tiny | each { describe nobody }; list mixes",
        "lst mixes | print x; list mixes",
        "print a | lst | print x; list mixes",
        "each [a] { lst $it } | grep x; list mixes",
        "grep | print x; list mixes",
    })
    void shouldEndAfterAVerbThatFailsBeforeAPipe(String text) {
        assertEquals(2, run(text), this::err);
        assertFalse(out().contains("One node"), out());
        assertEquals(1, err().lines().count(), err());
    }

    @Test
    void shouldEndWithTheExitCodeOfAVerbThatFailsBeforeTheLastPipe() {
        assertEquals(2, run("describe nobody | print x"));
    }

    @Test
    void shouldHaveGrepFailWhereItFindsNothing() {
        assertEquals(0, run("list mixes | grep zzz && print found; list mixes | grep tiny && print tiny"));
        assertFalse(out().contains("found"), out());
        assertTrue(out().contains("tiny"), out());
    }

    @Test
    void shouldGoOnAfterAConditionThatFails() {
        assertEquals(0, run("if { describe nobody } { print then } { print else }; print on"), this::err);
        assertEquals("else\non\n", out());
    }

    @Test
    void shouldRunEachPipedCommandAsItComes() throws Exception {
        PipedWriter writer = new PipedWriter();
        BufferedReader lines = new BufferedReader(new PipedReader(writer));
        CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
                () -> new Script(gogo, surroundings()).run(lines, this::bringNews, print(out)));
        writer.write("# first\n\nprint a\n");
        writer.flush();
        long untilNs = System.nanoTime() + PATIENCE.toNanos();
        while (!out().equals("a\n")) {
            assertTrue(System.nanoTime() < untilNs && !status.isDone(), "it waits for the end: " + out());
            Thread.onSpinWait();
        }
        // What came meanwhile is waited for, and there.
        hasNews = true;
        writer.write("late\n");
        writer.close();
        assertEquals(0, status.get(PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);
        assertEquals("a\nnews\n", out());
    }

    private void bringNews() {
        if (hasNews) {
            gogo.addCommand("breadboard", (Function) (session, words) -> "news", "late");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'each [a b] {\\nprint $it\\n}\\n', 0, 'a\\nb\\n'",
        "'print a &&\\nprint b', 0, 'a\\nb\\n'",
        "'x = 5\\nprint $x', 0, '5\\n'",
        "'print a\\ndescribe nobody\\nprint b\\n', 2, 'a\\n'",
        "'print a\\nprint \"b', 2, 'a\\n'",
        "'print a\\nexit\\nprint b\\n', 0, 'a\\n'",
        "'print a\\n quit', 0, 'a\\n'",
        "'print \"a\\nexit\\n\"', 0, 'a\\nexit\\n\\n'",
    })
    void shouldTakeAPipedCommandForWholeWhereNothingIsOpen(String text, int status, String printed) {
        String lines = text.replace("\\n", "\n");
        assertEquals(
                status,
                new Script(gogo, surroundings()).run(new BufferedReader(new StringReader(lines)), () -> {}, print(out)),
                this::err);
        assertEquals(printed.replace("\\n", "\n"), out());
    }

    @ParameterizedTest
    @CsvSource({
        "'print a\\n\\nprint b\\ndescribe nobody\\nprint c\\n', 2, 4",
        "'# what\\nif { print a } {\\n print b\\n describe nobody\\n}\\n', 2, 2",
        "'print a\\nif { list\\n', 2, 2",
    })
    void shouldSayInWhichLineAFileEnded(String text, int status, int line) {
        assertEquals(
                status,
                new Script(gogo, surroundings())
                        .run("mine.bb", text.replace("\\n", "\n"), InputStream.nullInputStream(), print(out)),
                this::err);
        assertTrue(err().endsWith("mine.bb:" + line + ": the script ended here.\n"), err());
    }

    @Test
    void shouldRunAFileWithAByteOrderMark() {
        String text = "\uFEFFprint a\nprint b\n";
        assertEquals(
                0, new Script(gogo, surroundings()).run("mine.bb", text, InputStream.nullInputStream(), print(out)));
        assertEquals("a\nb\n", out());
        assertEquals("", err());
    }

    @Test
    void shouldTellOfAMistakeInTheBackground() {
        assertEquals(2, run("lst mixes &"));
        assertTrue(err().contains("There is no verb 'lst', did you mean 'list'"), err());
    }

    @Test
    void shouldTellOfAMistakeBeforeAPipeInTheBackground() {
        assertEquals(2, run("lst mixes | print x &"));
        assertEquals("There is no verb 'lst', did you mean 'list'; 'help' lists them all.\n", err());
    }

    @Test
    void shouldBranchInTheBackground() {
        Path then = home.resolve("then");
        Path otherwise = home.resolve("else");
        assertEquals(
                2,
                run("if { describe nobody } { print x > " + then + " } { print x > " + otherwise + " } &"),
                this::err);
        assertFalse(Files.exists(then));
        assertTrue(Files.exists(otherwise));
    }

    @Test
    void shouldKeepWordsOfAnAliasTogether() {
        assertEquals(0, run("alias say print 'a  b' \"c|d\"; say e"));
        assertEquals("a  b c|d e\n", out());
    }

    @ParameterizedTest
    @CsvSource({
        "alias list list mixes,'''list'' is a command itself; give the alias another name.'",
        "alias grep list,'''grep'' is a command itself; give the alias another name.'",
        "alias a a b,'''a'' would stand for itself; give the alias another name.'",
        "alias a b; alias b c; alias c a,'''c'' would stand for itself; give the alias another name.'",
        "each $none { print $it },The list of each has no value;",
        "grp x,'There is no verb ''grp'', did you mean ''grep'''",
    })
    void shouldMeetAMistakeWithOneSentenceAndExitCodeTwo(String text, String sentence) {
        assertEquals(2, run(text), this::err);
        assertTrue(err().contains(sentence), err());
        assertEquals(1, err().lines().count(), err());
    }

    @Test
    void shouldGoOnAfterTheLineInFrontWasInterrupted() throws Exception {
        Surroundings surroundings = surroundings();
        try (CommandSession session = open(surroundings)) {
            CompletableFuture<Void> begun = new CompletableFuture<>();
            CompletableFuture<Void> end = new CompletableFuture<>();
            session.put("forever", (Function) (caller, words) -> {
                begun.complete(null);
                return end.get();
            });
            session.execute("forever &");
            begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            CompletableFuture<Void> inFront = new CompletableFuture<>();
            session.put("front", (Function) (caller, words) -> {
                inFront.complete(null);
                return end.get();
            });
            CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(() -> execute(session, "front"));
            inFront.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Script.interrupt(session);
            ExecutionException interrupted = assertThrows(ExecutionException.class, waiting::get);
            assertEquals("Stopped.", GogoErrors.sentence(interrupted.getCause().getCause()));
            Script.begin(session);
            session.execute("print on");
            assertEquals("on\n", out());
            end.complete(null);
            session.execute("wait");
        }
    }

    @Test
    void shouldStopALineThatIsInterruptedBeforeItHasBegun() throws Exception {
        try (CommandSession session = open(surroundings())) {
            Script.begin(session);
            Script.interrupt(session);
            InterruptedException stopped =
                    assertThrows(InterruptedException.class, () -> session.execute("print on; print on"));
            assertEquals("Stopped.", GogoErrors.sentence(stopped));
            assertThrows(InterruptedException.class, () -> session.execute("print on | grep on | grep on"));
            assertEquals("", out());
            assertEquals("", err());
            Script.begin(session);
            session.execute("print on");
            assertEquals("on\n", out());
        }
    }

    @Test
    void shouldStopTheRestOfALineWithItsJob() throws Exception {
        Surroundings surroundings = surroundings();
        BackgroundRuns background = surroundings.background();
        try (CommandSession session = open(surroundings)) {
            CompletableFuture<Void> killed = new CompletableFuture<>();
            CompletableFuture<Void> begun = new CompletableFuture<>();
            session.put("first", (Function) (caller, words) -> {
                BackgroundRun run = background.begin("first");
                begun.complete(null);
                killed.get();
                background.end(run, 1);
                return null;
            });
            session.execute("each [a] { first; list mixes > " + home.resolve("second") + " } &");
            begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            session.execute("kill 1");
            killed.complete(null);
            session.execute("wait");
            assertEquals(1, background.worst());
            assertTrue(Files.notExists(home.resolve("second")) || Files.size(home.resolve("second")) == 0);
            assertEquals("", err());
        }
    }

    private static Object execute(CommandSession session, String line) {
        try {
            return session.execute(line);
        } catch (Exception thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    private int run(String text) {
        return new Script(gogo, surroundings()).run(text, InputStream.nullInputStream(), print(out));
    }

    private CommandSession open(Surroundings surroundings) {
        return Script.open(gogo, surroundings, InputStream.nullInputStream(), print(out));
    }

    private Surroundings surroundings() {
        PrintStream errors = print(err);
        BackgroundRuns background = new BackgroundRuns(run -> {
            print(out).print(run.out());
            errors.print(run.err());
        });
        return new Surroundings(
                board(),
                errors,
                false,
                false,
                () -> 100,
                false,
                background,
                () -> false,
                new AtomicReference<>(),
                Elsewhere.NOWHERE);
    }

    private Board board() {
        return new Board(home, new PluginRegistry());
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
