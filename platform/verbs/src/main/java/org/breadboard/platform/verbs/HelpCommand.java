// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Screen;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "help",
        description = "Shows all verbs, or the help of one, or of a command of the shell.",
        footer = {"", "Example:", "  breadboard help run"})
final class HelpCommand extends VerbCommand {
    @Parameters(arity = "0..1", paramLabel = "VERB", description = "The verb, or the command of the shell, to explain.")
    private String verb;

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) {
        CommandLine root = words().parent().commandLine();
        CommandLine wanted = verb == null ? root : root.getSubcommands().get(verb);
        if (wanted != null) {
            wanted.usage(Screen.verbatim(scope.console().out())); // it is as wide as the screen, and may be coloured
            return ExitStatus.DONE;
        }
        List<SessionWord> words = scope.board().words();
        Optional<SessionWord> word =
                words.stream().filter(each -> each.name().equals(verb)).findFirst();
        if (word.isEmpty()) {
            List<String> others = words.stream().map(SessionWord::name).toList();
            scope.console().err().println(RootCommand.unknown(verb, scope.board(), others));
            return ExitStatus.USER_MISTAKE;
        }
        PrintStream out = scope.console().out();
        out.println("Usage, in the shell and in scripts: " + word.get().usage());
        Screen.paragraph(out, word.get().description());
        out.println();
        out.println("Example:");
        out.println("  " + word.get().example());
        return ExitStatus.DONE;
    }
}
