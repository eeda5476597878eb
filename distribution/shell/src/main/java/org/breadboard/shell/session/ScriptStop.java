package org.breadboard.shell.session;

import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.Process;
import org.breadboard.platform.ExitStatus;

/**
 * Ends a script at the first verb that fails, also where that stands before a pipe, of which Gogo itself heeds only the
 * last command. Exit codes are those of a job, so that what runs in the background has its own.
 */
final class ScriptStop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The session variable that says whether a verb that fails ends the script. */
    private static final String STRICT = ".breadboard.strict";

    /** The session variable with the exit code of the verb that ended the script. */
    private static final String STOPPED = ".breadboard.stopped";

    /** The session variable with the exit code of the last verb. */
    private static final String STATUS = "status";

    private final int status;

    private ScriptStop(int status) {
        super("stopped with exit code " + status);
        this.status = status;
    }

    /** The exit code of the verb that failed. */
    int status() {
        return status;
    }

    /** Has verbs that fail from now on end the session's script, except in the conditions of {@code if}. */
    static void atFailures(CommandSession session) {
        session.put(STRICT, true);
    }

    /** The exit code of the verb that ended the script, or 0. */
    static int statusOf(CommandSession session) {
        return session.get(STOPPED) instanceof Integer code ? code : ExitStatus.DONE.code();
    }

    /** Ends the script, if a verb before a pipe has failed. */
    static void check(CommandSession session) {
        int code = statusOf(session);
        if (code != ExitStatus.DONE.code()) {
            throw new ScriptStop(code);
        }
    }

    /** What a command has ended with; a verb in front that has failed ends the script. */
    static void ended(CommandSession session, int code, boolean fatal) {
        session.put(ofJob(STATUS), code);
        Process process = Process.Utils.current();
        if (process != null) {
            process.error(code);
        }
        if (fatal
                && code != ExitStatus.DONE.code()
                && Boolean.TRUE.equals(session.get(STRICT))
                && !isCondition(session)) {
            session.put(STOPPED, code);
            throw new ScriptStop(code);
        }
    }

    private static boolean isCondition(CommandSession session) {
        return session.get(ofJob(STRICT)) == Boolean.FALSE;
    }

    /** Whether a condition is done, or its value not empty. */
    static boolean holds(CommandSession session, Function condition) throws Exception {
        String strict = ofJob(STRICT);
        Object before = session.get(strict);
        session.put(strict, false);
        session.put(ofJob(STATUS), ExitStatus.DONE.code());
        try {
            Object value = condition.execute(session, List.of());
            if (value == null) {
                return Integer.valueOf(ExitStatus.DONE.code()).equals(session.get(ofJob(STATUS)));
            }
            return !List.of("", "false", "0").contains(value.toString());
        } finally {
            session.put(strict, before);
        }
    }

    /** Calls a command; before a pipe, Gogo is not told that the script ends, which it would print. */
    static Object calling(Function command, CommandSession session, List<Object> words) throws Exception {
        try {
            return command.execute(session, words);
        } catch (ScriptStop stopped) {
            if (isLastOfItsPipe(Process.Utils.current())) {
                throw stopped;
            }
            return null;
        }
    }

    private static boolean isLastOfItsPipe(Process process) {
        if (process == null) {
            return true;
        }
        List<Process> processes = process.job().processes();
        return process == processes.get(processes.size() - 1);
    }

    /** The job of the line that the calling thread is part of; null outside of commands. */
    static Job line() {
        Process process = Process.Utils.current();
        Job line = process == null ? null : process.job();
        while (line != null && line.parent() != null) {
            line = line.parent();
        }
        return line;
    }

    private static String ofJob(String name) {
        Job line = line();
        return line == null ? name : name + '.' + line.id();
    }
}
