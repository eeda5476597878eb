package org.breadboard.platform.describe.verb;

import java.io.IOException;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.describe.DataSheetTable;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "hardware",
        description = "Shows a profile's data sheet: every number with its unit, kind and source.",
        footer = {"", "Example:", "  breadboard hardware show connect-ib"})
final class HardwareCommand extends VerbCommand {
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

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        return switch (action) {
            case SHOW -> new DataSheetTable(scope).show(profile, output.format());
        };
    }
}
