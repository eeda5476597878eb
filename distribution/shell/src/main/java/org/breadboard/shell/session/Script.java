// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Job;
import org.breadboard.platform.console.ExitStatus;

/**
 * Runs a text of Gogo's language to its end, or to the first verb that fails; what runs in the background is part of
 * it.
 */
public final class Script {
    /** The word that ends the shell. */
    public static final String EXIT = "exit";

    /** Lines that end the shell, or what is piped into it. */
    public static final Set<String> LEAVE = Set.of(EXIT, "quit");

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final CommandProcessor gogo;
    private final Surroundings surroundings;

    /** Scripts of one session. */
    public Script(CommandProcessor gogo, Surroundings surroundings) {
        this.gogo = gogo;
        this.surroundings = surroundings;
    }

    /**
     * Runs a script and prints its last value, if it has one.
     *
     * @return the exit code: that of the verb that failed, or 2 if the script itself is wrong
     */
    public int run(String text, InputStream in, PrintStream out) {
        return text.isBlank() ? ExitStatus.DONE.code() : run(List.of(text).iterator(), in, out);
    }

    /**
     * Runs a script as it comes, each command as soon as its line is whole, so that whoever writes it sees what one did
     * before they send the next. A command goes on in the next line where a quote or a bracket is open. A line that is
     * one of {@link #LEAVE} is the last.
     *
     * @param settle is run before each command
     * @return the exit code, as for a text
     * @throws UncheckedIOException if the reader breaks off
     */
    public int run(BufferedReader lines, Runnable settle, PrintStream out) {
        return run(new Commands(lines, settle), InputStream.nullInputStream(), out);
    }

    /**
     * Runs a script's file, as it comes; says where it stopped if a verb fails or the script itself is wrong.
     *
     * @param name of the file, for people
     */
    public int run(String name, String text, InputStream in, PrintStream out) {
        String whole = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        Commands commands = new Commands(new BufferedReader(new StringReader(whole)), () -> {});
        int status = run(commands, in, out);
        if (commands.stopped) {
            surroundings.err().println(name + ":" + commands.began + ": the script ended here.");
        }
        return status;
    }

    private int run(Iterator<String> commands, InputStream in, PrintStream out) {
        try (CommandSession session = open(gogo, surroundings, in, out)) {
            ScriptStop.atFailures(session);
            int status = run(commands, session, out);
            if (status != ExitStatus.DONE.code()) {
                surroundings.background().cancel("the script failed");
                if (commands instanceof Commands lines) {
                    lines.stopped = true;
                }
            }
            surroundings.background().await();
            return status == ExitStatus.DONE.code() ? surroundings.background().worst() : status;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return ExitStatus.FAILED.code();
        }
    }

    private int run(Iterator<String> commands, CommandSession session, PrintStream out) {
        try {
            Object result = null;
            while (ScriptStop.statusOf(session) == ExitStatus.DONE.code() && commands.hasNext()) {
                result = session.execute(commands.next());
                out.flush();
            }
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
            return ScriptStop.statusOf(session);
        } catch (ScriptStop stopped) {
            return stopped.status();
        } catch (UncheckedIOException brokenOff) {
            throw brokenOff;
        } catch (Exception wrong) {
            surroundings.err().println(GogoErrors.sentence(wrong));
            if (surroundings.debug()) {
                wrong.printStackTrace(surroundings.err());
            }
            return ExitStatus.USER_MISTAKE.code();
        }
    }

    /** The commands of a text that is not whole yet. */
    private static final class Commands implements Iterator<String> {
        private final BufferedReader lines;
        private final Runnable settle;
        private String next;
        /** The line in which the command that was given last begins, from 1 on. */
        private int began;

        private int begins;
        private int line;
        /** Whether a command failed in front. */
        private boolean stopped;

        Commands(BufferedReader lines, Runnable settle) {
            this.lines = lines;
            this.settle = settle;
        }

        @Override
        public boolean hasNext() {
            StringBuilder command = new StringBuilder();
            try {
                for (String text; next == null && (text = lines.readLine()) != null; ) {
                    line++;
                    boolean empty = text.isBlank() || text.strip().startsWith("#");
                    begins = command.isEmpty() ? line : begins;
                    if (!command.isEmpty() || !empty) {
                        command.append(text).append('\n');
                    }
                    if (!command.isEmpty() && isWhole(command.toString())) {
                        next = command.toString();
                    }
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
            if (next == null && !command.isEmpty()) {
                next = command.toString();
            }
            return next != null && !LEAVE.contains(next.strip());
        }

        private static boolean isWhole(String command) {
            String end = command.strip();
            try {
                new Parser(end).program();
                return !end.endsWith("&&") && !end.endsWith("||");
            } catch (EOFError open) {
                return false;
            } catch (SyntaxError wrong) {
                return true;
            }
        }

        @Override
        public String next() {
            String command = next;
            next = null;
            began = begins;
            settle.run();
            return command;
        }
    }

    /** A session in which verbs find what they need; the caller closes it. */
    public static CommandSession open(
            CommandProcessor gogo, Surroundings surroundings, InputStream in, PrintStream out) {
        CommandSession session = gogo.createSession(in, out, surroundings.err());
        session.put("SCOPE", "breadboard:*");
        session.put(VerbFunction.SURROUNDINGS, surroundings);
        surroundings.background().watch(session);
        new SessionCommands(surroundings.board(), surroundings.background())
                .byName()
                .forEach(session::put);
        return session;
    }

    /** A line is about to run in front; from now on {@link #interrupt} stops it. */
    public static void begin(CommandSession session) {
        ScriptStop.begin(session);
    }

    /**
     * Interrupts the line that a session runs in front, or is about to run, on whose thread {@code execute} then
     * throws. Any thread.
     */
    public static void interrupt(CommandSession session) {
        ScriptStop.interrupt(session);
        new ArrayList<>(session.jobs())
                .stream()
                        .filter(job -> job.parent() == null && job.status() == Job.Status.Foreground)
                        .forEach(Job::interrupt);
    }
}
