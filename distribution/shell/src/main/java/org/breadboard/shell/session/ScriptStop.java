// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.apache.felix.service.command.Process;
import org.breadboard.platform.console.ExitStatus;

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

    /** The session variable that says whether the user has stopped the line in front. */
    private static final String INTERRUPTED = ".breadboard.interrupted";

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

    /** Calls a command; of what it throws before a pipe, Gogo is not told, which would print it and go on. */
    static Object calling(Function command, CommandSession session, List<Object> words) throws Exception {
        boolean inBackground = isInBackground(Process.Utils.current());
        try {
            if (!inBackground && Boolean.TRUE.equals(session.get(INTERRUPTED))) {
                throw new InterruptedException("the line was stopped");
            }
            return command.execute(session, words);
        } catch (Exception thrown) {
            if (isLastOfItsPipe(Process.Utils.current())) {
                throw thrown;
            }
            if (!(thrown instanceof ScriptStop || thrown instanceof InterruptedException)) {
                tell(session, thrown, inBackground);
            }
            return null;
        }
    }

    /** A mistake before a pipe is one all the same. */
    private static void tell(CommandSession session, Exception mistake, boolean inBackground) {
        Surroundings surroundings = (Surroundings) session.get(VerbFunction.SURROUNDINGS);
        if (inBackground) {
            surroundings.background().mistaken(line(), mistake);
            return;
        }
        surroundings.err().println(GogoErrors.sentence(mistake));
        try {
            ended(session, ExitStatus.USER_MISTAKE.code(), true);
        } catch (ScriptStop noted) {
            // The next command of the script finds it.
        }
    }

    /** A line begins, which nobody has stopped yet. */
    static void begin(CommandSession session) {
        session.put(INTERRUPTED, null);
    }

    /** Has each command of the line in front end that begins from now on. */
    static void interrupt(CommandSession session) {
        session.put(INTERRUPTED, true);
    }

    /** Whether a command, or one that it is part of, was begun with {@code &}. */
    static boolean isInBackground(Process process) {
        for (Job job = process == null ? null : process.job(); job != null; job = job.parent()) {
            if (job.status() == Job.Status.Background) {
                return true;
            }
        }
        return false;
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
