// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bench",
        description =
                "Benchmarks the hot paths of the core in a JVM of their own, each beside a baseline; or whole commands.",
        footer = {
            "",
            "Without --commands everything goes to JMH. With it, wall-clock times and memory of whole",
            "commands are measured, in turn with those of another distribution, if one is named,",
            "beside the goals of docs/users/speed.md. 'studies', which takes long, has to be named, and",
            "so has 'fasst-smallbank-2threads', which builds from before threads refuse.",
            "",
            "Example:",
            "  breadboard bench RingHop -f 1 -wi 3 -i 5",
            "  breadboard bench --commands --against ~/breadboard-0.0.9 fasst-smallbank list-mixes"
        })
final class BenchCommand extends VerbCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            description = "Patterns and options of JMH's; or which commands, all if none is named.")
    private List<String> arguments = List.of();

    @ArgGroup(exclusive = false)
    private Commands commands;

    /** Of whole commands; without the first the others say nothing. */
    private static final class Commands {
        @Option(names = "--commands", required = true, description = "Measures whole commands, such as a default run.")
        private boolean asked;

        @Option(
                names = "--against",
                paramLabel = "FOLDER",
                description = "Another unpacked distribution, whose commands are called in turn with these.")
        private Path against;

        @Option(
                names = "--pairs",
                paramLabel = "N",
                defaultValue = "5",
                description = "How often each command is called (5).")
        private int pairs;

        @Option(
                names = "--append",
                paramLabel = "FILE",
                description = "Adds what was measured to a CSV, with its day, machine and commit.")
        private Path history;
    }

    @Mixin
    private OutputOption output;

    @Override
    protected void parse(CommandLine line) {
        line.setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        return commands != null && commands.asked
                ? new CommandBenchmark(scope.folders().home(), scope.console())
                        .run(
                                List.copyOf(arguments),
                                commands.against,
                                commands.pairs,
                                commands.history,
                                output.format())
                : new BenchmarkProcess(scope.folders().home()).run(List.copyOf(arguments), scope.console());
    }
}
