package org.breadboard.shell.verb;

import java.util.Optional;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        description = "Lists what there is; what is of your own is marked, with the file that it lies in.",
        footer = {"", "Example:", "  breadboard list mixes"})
final class ListVerb extends Verb {
    @Parameters(
            arity = "0..1",
            paramLabel = "KIND",
            description = "mixes, studies, testbeds, hardware, profiles, protocols, programs, stores,"
                    + " workloads or plugins; without one, all but plugins.")
    private Kind kind;

    @Mixin
    private OutputOption output;

    ListVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.list(Optional.ofNullable(kind), output.format(), console);
    }
}
