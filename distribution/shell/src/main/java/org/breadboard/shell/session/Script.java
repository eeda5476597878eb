package org.breadboard.shell.session;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Job;
import org.breadboard.platform.ExitStatus;

/**
 * Runs a text of Gogo's language to its end, or to the first verb that fails; what runs in the background is part of
 * it.
 */
public final class Script {
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
        if (text.isBlank()) {
            return ExitStatus.DONE.code();
        }
        try (CommandSession session = open(gogo, surroundings, in, out)) {
            ScriptStop.atFailures(session);
            int status = run(text, session, out);
            if (status != ExitStatus.DONE.code()) {
                surroundings.background().cancel("the script failed");
            }
            surroundings.background().await();
            return status == ExitStatus.DONE.code() ? surroundings.background().worst() : status;
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return ExitStatus.FAILED.code();
        }
    }

    private int run(String text, CommandSession session, PrintStream out) {
        try {
            Object result = session.execute(text);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
            return ScriptStop.statusOf(session);
        } catch (ScriptStop stopped) {
            return stopped.status();
        } catch (Exception wrong) {
            surroundings.err().println(GogoErrors.sentence(wrong));
            if (surroundings.debug()) {
                wrong.printStackTrace(surroundings.err());
            }
            return ExitStatus.USER_MISTAKE.code();
        }
    }

    /** A session in which verbs find what they need; the caller closes it. */
    public static CommandSession open(
            CommandProcessor gogo, Surroundings surroundings, InputStream in, PrintStream out) {
        CommandSession session = gogo.createSession(in, out, surroundings.err());
        session.put("SCOPE", "breadboard:*");
        session.put(VerbFunction.SURROUNDINGS, surroundings);
        surroundings.background().watch(session);
        new SessionCommands(surroundings.background()).byName().forEach(session::put);
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
