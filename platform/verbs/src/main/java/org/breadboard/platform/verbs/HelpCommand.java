// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import org.breadboard.platform.console.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "help",
        description = "Shows all verbs, or the help of one.",
        footer = {"", "Example:", "  breadboard help run"})
final class HelpCommand extends VerbCommand {
    @Parameters(arity = "0..1", paramLabel = "VERB", description = "The verb to explain.")
    private String verb;

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) {
        CommandLine root = words().parent().commandLine();
        CommandLine wanted = verb == null ? root : root.getSubcommands().get(verb);
        if (wanted == null) {
            scope.console()
                    .err()
                    .println(RootCommand.unknown(verb, root.getSubcommands().keySet()));
            return ExitStatus.USER_MISTAKE;
        }
        wanted.usage(scope.console().out());
        return ExitStatus.DONE;
    }
}
