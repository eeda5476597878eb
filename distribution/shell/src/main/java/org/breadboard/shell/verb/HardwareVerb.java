package org.breadboard.shell.verb;

import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "hardware",
        description = "Shows a profile's data sheet: every number with its unit, kind and source.",
        footer = {"", "Example:", "  breadboard hardware show connect-ib"})
final class HardwareVerb extends Verb {
    /** What can be done with a profile. */
    enum Action {
        /** Prints its data sheet. */
        SHOW
    }

    @Parameters(index = "0", paramLabel = "show", description = "The only thing that one can do with a profile.")
    private Action action;

    @Parameters(index = "1", paramLabel = "PROFILE", description = "The name of a profile ('list profiles').")
    private String profile;

    @Mixin
    private OutputOption output;

    HardwareVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        return switch (action) {
            case SHOW -> breadboard.showProfile(profile, output.format(), console);
        };
    }
}
