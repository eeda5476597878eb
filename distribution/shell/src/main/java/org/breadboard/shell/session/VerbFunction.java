package org.breadboard.shell.session;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.breadboard.hosting.PluginActions;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.Verbs;

/** A verb as a command of Gogo's, so that it works in pipes, closures and scripts. */
public final class VerbFunction implements Function {
    /** The session variable with the {@link Surroundings}. */
    static final String SURROUNDINGS = ".breadboard.surroundings";

    private final Breadboard breadboard;
    private final PluginActions plugins;
    private final String verb;

    /** A verb of the root command's. */
    public VerbFunction(Breadboard breadboard, PluginActions plugins, String verb) {
        this.breadboard = breadboard;
        this.plugins = plugins;
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
        int status = new Verbs(breadboard, plugins, surroundings.console(out)).execute(words);
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
            status = new Verbs(breadboard, plugins, run.console(pipe, surroundings.debug())).execute(words);
        } finally {
            background.end(run, status);
        }
        return status;
    }
}
