// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.breadboard.shell.session.BackgroundRun;
import org.breadboard.shell.session.BackgroundRuns;
import org.breadboard.shell.session.Elsewhere;
import org.breadboard.shell.session.GogoErrors;
import org.breadboard.shell.session.RefusalNotice;
import org.breadboard.shell.session.Script;
import org.breadboard.shell.session.Surroundings;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The loop of the interactive shell: reads a line, runs it, says what went wrong, until the user leaves. */
public final class Repl {
    private static final String START_UP = ".breadboardrc";
    private static final String HISTORY_COMMAND = "history";
    private static final long LEAVING_MS = 20_000;
    private static final String HISTORY = ".breadboard_history";
    private static final int COLUMNS_UNKNOWN = 80;
    private static final int ROWS_UNKNOWN = 24;

    private final CommandProcessor gogo;
    private final Board board;
    private final boolean debug;
    private final boolean prompted;
    private final Elsewhere elsewhere;
    private final RefusalNotice refusals;

    /**
     * The shell of one process.
     *
     * @param prompted whether the terminal shows the greeting and a prompt already
     * @param elsewhere what runs verbs of a live cluster
     */
    public Repl(CommandProcessor gogo, Board board, boolean debug, boolean prompted, Elsewhere elsewhere) {
        this.gogo = gogo;
        this.board = board;
        this.debug = debug;
        this.prompted = prompted;
        this.elsewhere = elsewhere;
        refusals = new RefusalNotice(board.registry());
    }

    /** Runs until the user leaves, on the calling thread. */
    public int run() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        // JLine looks for the providers of its terminals through the thread's context class loader.
        Thread.currentThread().setContextClassLoader(LineReader.class.getClassLoader());
        try (Terminal terminal = TerminalBuilder.builder()
                .name("breadboard")
                .system(true)
                .nativeSignals(true)
                .signalHandler(Terminal.SignalHandler.SIG_IGN)
                .build()) {
            Thread.currentThread().setContextClassLoader(before);
            if (terminal.getWidth() <= 0) {
                // A terminal that does not know its size would show no prompt.
                terminal.setSize(new Size(COLUMNS_UNKNOWN, ROWS_UNKNOWN));
            }
            return converse(terminal);
        } catch (IOException broken) {
            throw new UncheckedIOException("The terminal cannot be used", broken);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private int converse(Terminal terminal) {
        PrintStream out = new PrintStream(terminal.output(), true, charset(terminal));
        AtomicReference<Cancellation> running = new AtomicReference<>();
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("breadboard")
                .completer(warm(new VerbCompleter(board)))
                .variable(LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), HISTORY))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .build();
        Notices notices = new Notices(reader::printAbove);
        BackgroundRuns background =
                new BackgroundRuns(run -> notices.tell((run.ending() + '\n' + run.out() + run.err()).stripTrailing()));
        Surroundings surroundings = new Surroundings(
                board,
                out,
                true,
                true,
                terminal::getWidth,
                debug,
                background,
                () -> pressed(terminal),
                running,
                elsewhere);
        if (prompted) {
            Greeting.takePromptAway(out);
        } else {
            Greeting.show(out);
        }
        try (CommandSession session = Script.open(gogo, surroundings, terminal.input(), out);
                PluginRegistry.Watch watch = board.registry().watch(change -> announce(notices, change))) {
            session.put(HISTORY_COMMAND, history(reader));
            startUp(session, terminal, surroundings, out);
            boolean warned = false;
            while (true) {
                refusals.tellNew(out);
                try {
                    String line = read(reader);
                    if (Script.LEAVE.contains(line)) {
                        if (warned || mayLeave(background, out)) {
                            return leave(background, out);
                        }
                        warned = true;
                    } else if (!line.isEmpty()) {
                        warned = false;
                        notices.hold();
                        try {
                            execute(line, session, terminal, surroundings, out);
                        } finally {
                            notices.release();
                        }
                    }
                } catch (UserInterruptException cleared) {
                    // Ctrl-C at the prompt: the line is dropped, and the next one is read.
                }
            }
        }
    }

    private static String read(LineReader reader) {
        try {
            return reader.readLine(Greeting.PROMPT).strip();
        } catch (EndOfFileException left) {
            return Script.EXIT;
        }
    }

    /** Whether a key was pressed; until the verb is over, keys come one by one, and nobody sees them. */
    private static boolean pressed(Terminal terminal) {
        terminal.enterRawMode();
        try {
            return terminal.reader().peek(1) >= 0 && terminal.reader().read() >= 0;
        } catch (IOException broken) {
            return true;
        }
    }

    private static boolean mayLeave(BackgroundRuns background, PrintStream out) {
        List<String> running =
                background.running().stream().map(BackgroundRun::toString).toList();
        if (!running.isEmpty()) {
            out.println("There are jobs that run: " + String.join(", ", running)
                    + ". Leave once more to stop them, or 'wait' for them.");
        }
        return running.isEmpty();
    }

    private static int leave(BackgroundRuns background, PrintStream out) {
        background.cancel("you left the shell");
        try {
            background.await(LEAVING_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        out.flush();
        return ExitStatus.DONE.code();
    }

    /** The lines that were typed, oldest first, with their numbers. */
    private static Function history(LineReader reader) {
        return (session, words) -> {
            Process process = Process.Utils.current();
            PrintStream lines = process == null ? session.getConsole() : process.out();
            reader.getHistory().forEach(entry -> lines.println((entry.index() + 1) + "  " + entry.line()));
            return null;
        };
    }

    /** What the user wants each shell to begin with. */
    private void startUp(CommandSession session, Terminal terminal, Surroundings surroundings, PrintStream out) {
        Path own = Path.of(System.getProperty("user.home"), START_UP);
        for (Path script : List.of(board.home().resolve("conf").resolve("shell.rc"), own)) {
            if (Files.isRegularFile(script)) {
                try {
                    execute(Files.readString(script), session, terminal, surroundings, out);
                } catch (IOException unreadable) {
                    out.println("The start-up script " + script + " cannot be read; it must be a text file.");
                }
            }
        }
    }

    /** Somebody who presses TAB does not wait, nor does somebody who starts the shell. */
    private static VerbCompleter warm(VerbCompleter completer) {
        Thread thread = new Thread(completer::warmUp, "warm-up-of-completion");
        thread.setDaemon(true);
        thread.start();
        return completer;
    }

    private static Charset charset(Terminal terminal) {
        return terminal.encoding() == null ? Charset.defaultCharset() : terminal.encoding();
    }

    private void execute(
            String line, CommandSession session, Terminal terminal, Surroundings surroundings, PrintStream out) {
        Attributes attributes = terminal.getAttributes();
        Script.begin(session);
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {
            if (surroundings.running().get() == null) {
                Script.interrupt(session);
            } else {
                surroundings.interrupt();
            }
        });
        try {
            Object result = session.execute(line);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
        } catch (Exception wrong) {
            out.println(GogoErrors.sentence(wrong));
            if (debug) {
                wrong.printStackTrace(out);
            }
        } finally {
            terminal.setAttributes(attributes);
            terminal.handle(Terminal.Signal.INT, before);
            out.flush();
        }
    }

    /** Above the prompt, or after the verb, since bundles come and go while the user types and waits. */
    private static void announce(Notices notices, PluginChange change) {
        for (InstalledPlugin gone : change.removed()) {
            notices.tell("Plug-in '" + gone.id() + "' is gone: " + gone.origin() + '.');
        }
        for (InstalledPlugin there : change.added()) {
            notices.tell("Plug-in '" + there.id() + "' is there: " + there.origin() + '.');
        }
    }
}
