package org.breadboard.shell.verb;

import java.io.InputStream;
import java.io.PrintStream;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.breadboard.platform.ExitStatus;

/** Runs a text of Gogo's language to its end, or to the first verb that fails. */
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
            session.put(VerbFunction.STRICT, true);
            Object result = session.execute(text);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
            return ExitStatus.DONE.code();
        } catch (VerbFunction.ScriptStopped stopped) {
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
        return session;
    }
}
