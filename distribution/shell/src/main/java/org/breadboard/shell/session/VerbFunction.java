// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.RootCommand;

/** A verb as a command of Gogo's, so that it works in pipes, closures and scripts. */
public final class VerbFunction implements Function {
    /** The session variable with the {@link Surroundings}. */
    static final String SURROUNDINGS = ".breadboard.surroundings";

    private final Board board;
    private final String verb;

    /** The verb of a board that has this name. */
    public VerbFunction(Board board, String verb) {
        this.board = board;
        this.verb = verb;
    }

    @Override
    public Object execute(CommandSession session, List<Object> arguments) throws Exception {
        return ScriptStop.calling(this::run, session, arguments);
    }

    private Object run(CommandSession session, List<Object> arguments) throws InterruptedException {
        Surroundings surroundings = (Surroundings) session.get(SURROUNDINGS);
        List<String> words = new ArrayList<>(List.of(verb));
        arguments.forEach(argument -> words.add(String.valueOf(argument)));
        Process process = Process.Utils.current();
        if (ScriptStop.isInBackground(process)) {
            ScriptStop.ended(session, runInBackground(surroundings, process, words), false);
            return null;
        }
        ScriptStop.check(session);
        PrintStream out = process == null ? session.getConsole() : process.out();
        boolean shown = process == null || process.isTty(1);
        Console console = surroundings.console(out, shown);
        int status = surroundings
                .elsewhere()
                .run(words, console, shown && surroundings.screen())
                .orElseGet(() -> RootCommand.execute(board, console, words).code());
        surroundings.running().set(null);
        ScriptStop.ended(session, status, true);
        return null;
    }

    private int runInBackground(Surroundings surroundings, Process process, List<String> words)
            throws InterruptedException {
        BackgroundRuns background = surroundings.background();
        BackgroundRun run = background.begin(String.join(" ", words));
        PrintStream pipe = process.isTty(1) ? null : process.out();
        int status = ExitStatus.DEFECT.code();
        try {
            Console console = run.console(pipe, surroundings.debug());
            status = surroundings
                    .elsewhere()
                    .run(words, console, false)
                    .orElseGet(() -> RootCommand.execute(board, console, words).code());
        } finally {
            background.end(run, status);
        }
        return status;
    }
}
