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
        name = "describe",
        description = "Describes one thing: what it needs, offers and promises, and each of its settings.",
        footer = {"", "Example:", "  breadboard describe fasst", "  breadboard describe study/fasst --output json"})
final class DescribeVerb extends Verb {
    @Parameters(
            paramLabel = "ID",
            description = "What 'list' shows: a protocol, hardware, profile, workload, store, program, mix, study or"
                    + " testbed; as KIND/ID where several have one name; or the path of a mix.")
    private String id;

    @Mixin
    private OutputOption output;

    DescribeVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.describe(id, output.format(), console);
    }
}
