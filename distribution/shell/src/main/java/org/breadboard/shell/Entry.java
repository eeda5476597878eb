// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandProcessor;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.shell.console.Repl;
import org.breadboard.shell.session.BackgroundRun;
import org.breadboard.shell.session.BackgroundRuns;
import org.breadboard.shell.session.Elsewhere;
import org.breadboard.shell.session.RefusalNotice;
import org.breadboard.shell.session.Script;
import org.breadboard.shell.session.Surroundings;

/**
 * What the launcher calls, once: the process's streams and what to do go in, the exit code comes out. Only classes of
 * the JDK cross, since the launcher is outside of Felix; without Felix, it goes through {@link OneShot}.
 *
 * <p>Keys: {@code mode} (String: {@code verb}, {@code command}, {@code script} or {@code console}), {@code arguments}
 * (List of String), {@code in}, {@code out}, {@code err} (streams), {@code terminals} (Set of String: which of the
 * streams are terminals), {@code columns} (Integer, 80 if missing: how wide these are), {@code debug} (Boolean),
 * {@code onInterrupt} (Consumer of Runnable: takes what to do on Ctrl-C), {@code prompted} (Boolean, false if missing:
 * whether the terminal shows greeting and prompt already), {@code elsewhere} (Function, may be missing: as
 * {@link Elsewhere} has it), {@code key} (BooleanSupplier, may be missing: whether a key was pressed), {@code live}
 * (Consumer of Boolean, may be missing: this is one line of many, after which a live cluster stays, and it is told
 * whether there is one).
 */
final class Entry implements Function<Map<String, Object>, Integer> {
    private static final int USUAL_COLUMNS = 80;

    private final Board board;
    private final Supplier<CommandProcessor> gogo;
    private final Runnable settle;

    /**
     * The shell of a process.
     *
     * @param gogo the interpreter of scripts, which there is in Felix only
     * @param settle waits until what has come into the folder of plug-ins is there
     */
    Entry(Board board, Supplier<CommandProcessor> gogo, Runnable settle) {
        this.board = board;
        this.gogo = gogo;
        this.settle = settle;
    }

    @Override
    @SuppressWarnings("unchecked") // the launcher's side of the contract above
    public Integer apply(Map<String, Object> call) {
        List<String> arguments = (List<String>) call.get("arguments");
        InputStream in = (InputStream) call.get("in");
        PrintStream out = (PrintStream) call.get("out");
        PrintStream err = (PrintStream) call.get("err");
        Set<String> terminals = (Set<String>) call.get("terminals");
        int columns = (Integer) call.getOrDefault("columns", USUAL_COLUMNS);
        boolean debug = (Boolean) call.get("debug");
        Consumer<Boolean> live = (Consumer<Boolean>) call.get("live");
        Elsewhere elsewhere = Elsewhere.of((Function<Map<String, Object>, Integer>) call.get("elsewhere"), settle);
        AtomicReference<Cancellation> running = new AtomicReference<>();
        Surroundings surroundings = new Surroundings(
                board,
                err,
                terminals.contains("err"),
                terminals.contains("out"),
                () -> columns,
                debug,
                new BackgroundRuns(run -> print(run, out, err)),
                (BooleanSupplier) call.getOrDefault("key", (BooleanSupplier) () -> false),
                running,
                elsewhere);
        ((Consumer<Runnable>) call.get("onInterrupt")).accept(surroundings::interruptAll);
        String mode = (String) call.get("mode");
        boolean interactive = mode.equals("console") && terminals.contains("in");
        if (!interactive && (live == null || arguments.contains("start"))) {
            new RefusalNotice(board.registry()).tellNew(err);
        }
        boolean prompted = (Boolean) call.getOrDefault("prompted", false);
        int status = interactive
                ? new Repl(gogo.get(), board, debug, prompted, elsewhere).run()
                : status(mode, arguments, surroundings, in, out, err);
        if (live != null) {
            live.accept(board.resident().title().isPresent());
            return status;
        }
        return Math.max(
                status, board.resident().stop(surroundings.console(out, true)).code());
    }

    private int status(
            String mode,
            List<String> arguments,
            Surroundings surroundings,
            InputStream in,
            PrintStream out,
            PrintStream err) {
        return switch (mode) {
            case "verb" -> verb(arguments, surroundings, out);
            case "command" -> new Script(gogo.get(), surroundings).run(arguments.get(0), in, out);
            case "script" -> file(arguments.get(0), new Script(gogo.get(), surroundings), in, out, err);
            case "console" -> text(in, new Script(gogo.get(), surroundings), settle, out, err);
            default -> throw new IllegalArgumentException("no mode " + mode);
        };
    }

    private int verb(List<String> arguments, Surroundings surroundings, PrintStream out) {
        return RootCommand.execute(board, surroundings.console(out, true), arguments)
                .code();
    }

    /** What a script did in the background is printed in one piece. */
    private static synchronized void print(BackgroundRun run, PrintStream out, PrintStream err) {
        out.print(run.out());
        err.print(run.err());
    }

    private static int file(String name, Script script, InputStream in, PrintStream out, PrintStream err) {
        try {
            return script.run(name, Files.readString(Path.of(name)), in, out);
        } catch (IOException unreadable) {
            err.println("The script '" + name + "' cannot be read; -f needs the path of a text file.");
            return ExitStatus.USER_MISTAKE.code();
        }
    }

    private static int text(InputStream in, Script script, Runnable settle, PrintStream out, PrintStream err) {
        try {
            return script.run(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), settle, out);
        } catch (UncheckedIOException unreadable) {
            err.println("The standard input broke off: " + unreadable.getCause().getMessage() + ".");
            return ExitStatus.FAILED.code();
        }
    }
}
