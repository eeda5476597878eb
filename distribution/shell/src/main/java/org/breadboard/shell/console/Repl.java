package org.breadboard.shell.console;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.shell.verb.GogoErrors;
import org.breadboard.shell.verb.RefusalNotice;
import org.breadboard.shell.verb.Script;
import org.breadboard.shell.verb.Surroundings;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The loop of the interactive shell: reads a line, runs it, says what went wrong, until the user leaves. */
public final class Repl {
    static final Set<String> LEAVE = Set.of("exit", "quit");

    private static final String PROMPT = "breadboard> ";
    private static final String HISTORY = ".breadboard_history";
    private static final int COLUMNS_UNKNOWN = 80;
    private static final int ROWS_UNKNOWN = 24;

    private final CommandProcessor gogo;
    private final Breadboard breadboard;
    private final boolean debug;
    private final RefusalNotice refusals;

    /** The shell of one process. */
    public Repl(CommandProcessor gogo, Breadboard breadboard, boolean debug) {
        this.gogo = gogo;
        this.breadboard = breadboard;
        this.debug = debug;
        refusals = new RefusalNotice(breadboard.registry());
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
        Surroundings surroundings = new Surroundings(out, true, terminal::getWidth, debug, running);
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("breadboard")
                .completer(warm(new VerbCompleter(breadboard)))
                .variable(LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), HISTORY))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .build();
        Notices notices = new Notices(reader::printAbove);
        out.println("Breadboard. 'help' lists the verbs, TAB completes them, 'exit' leaves.");
        try (CommandSession session = Script.open(gogo, surroundings, terminal.input(), out);
                PluginRegistry.Watch watch = breadboard.registry().watch(change -> announce(notices, change))) {
            while (true) {
                refusals.tellNew(out);
                try {
                    String line = reader.readLine(PROMPT).strip();
                    if (LEAVE.contains(line)) {
                        return ExitStatus.DONE.code();
                    }
                    if (!line.isEmpty()) {
                        notices.hold();
                        try {
                            execute(line, session, terminal, surroundings, out);
                        } finally {
                            notices.release();
                        }
                    }
                } catch (UserInterruptException cleared) {
                    // Ctrl-C at the prompt: the line is dropped, and the next one is read.
                } catch (EndOfFileException left) {
                    return ExitStatus.DONE.code();
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
        Thread worker = Thread.currentThread();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {
            if (surroundings.running().get() == null) {
                worker.interrupt();
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
