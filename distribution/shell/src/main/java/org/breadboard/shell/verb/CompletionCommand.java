// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import org.breadboard.shell.manual.ProgramModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description = "Prints what has your own shell complete verbs, options and names with TAB.",
        footer = {
            "",
            "Names are those that there are now; print it again when some have come.",
            "",
            "Example:",
            "  source <(breadboard completion bash)",
            "  breadboard completion fish | source"
        })
final class CompletionCommand extends VerbCommand {
    /** Whose language it is in. */
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) {
        ProgramModel model = new ProgramModel(scope.board());
        scope.console().verbatim().out().print(shell == Shell.FISH ? model.fish() : model.bash());
        return ExitStatus.DONE;
    }
}
