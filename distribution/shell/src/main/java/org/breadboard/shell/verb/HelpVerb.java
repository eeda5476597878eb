package org.breadboard.shell.verb;

import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "help",
        description = "Shows all verbs, or the help of one.",
        footer = {"", "Example:", "  breadboard help run"})
final class HelpVerb extends Verb {
    @Parameters(arity = "0..1", paramLabel = "VERB", description = "The verb to explain.")
    private String verb;

    @Spec
    private CommandSpec spec;

    HelpVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        CommandLine root = spec.parent().commandLine();
        CommandLine wanted = verb == null ? root : root.getSubcommands().get(verb);
        if (wanted == null) {
            console.err().println(VerbNames.unknown(verb));
            return ExitStatus.USER_MISTAKE;
        }
        wanted.usage(console.out());
        return ExitStatus.DONE;
    }
}
