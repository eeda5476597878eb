// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.catalogue.KeptResult;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.combinations.CombinationTable;
import org.breadboard.platform.combinations.CombinationsRequest;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "list",
        description = "Lists what there is; what is of your own is marked, with the file that it lies in.",
        footer = {"", "Example:", "  breadboard list mixes", "  breadboard list combinations --of xenic"})
final class ListCommand extends VerbCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "KIND",
            description = "mixes, studies, testbeds, hardware, profiles, protocols, programs, stores,"
                    + " workloads, plugins, combinations (what runs with what, and why not) or results (which are"
                    + " kept); without one, all but the last three.")
    private Kind kind;

    @Option(
            names = "--of",
            paramLabel = "NAME",
            description = "Of combinations, only those with this protocol, profile, program or workload; may be given"
                    + " again and again.")
    private List<String> of = List.of();

    @Option(
            names = "--try",
            arity = "0..1",
            paramLabel = "N",
            fallbackValue = ListCommand.TrialCount.ALL,
            converter = ListCommand.TrialCount.class,
            description = "Runs every combination that can run for a moment, or N of them, and verifies it.")
    private Integer trials;

    @Mixin
    private OutputOption output;

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (kind == Kind.COMBINATIONS) {
            int tried = trials == null ? 0 : trials;
            return new CombinationTable(scope).show(new CombinationsRequest(of, tried, output.format()));
        }
        if (trials != null || !of.isEmpty()) {
            throw mistake((trials == null ? "--of" : "--try") + " goes with 'list combinations'");
        }
        if (kind == Kind.RESULTS) {
            KeptResult.table(KeptResult.all(scope.folders().results()))
                    .print(output.format(), "results", 2, scope.console().out());
            return ExitStatus.DONE;
        }
        scope.catalogue()
                .print(
                        Optional.ofNullable(kind),
                        output.format(),
                        scope.console().out());
        return ExitStatus.DONE;
    }

    /** Reads how many combinations to try. */
    static final class TrialCount implements ITypeConverter<Integer> {
        /** What stands for all. */
        static final String ALL = "ALL";

        /** Made by the reader of the command line. */
        TrialCount() {}

        @Override
        public Integer convert(String word) {
            if (word.equals(ALL)) {
                return CombinationsRequest.ALL;
            }
            int number = word.matches("[0-9]{1,6}") ? Integer.parseInt(word) : 0;
            if (number < 1) {
                throw new TypeConversionException('\'' + word
                        + "' is not a whole number from 1 to 999999, such as 20; without one, all are tried");
            }
            return number;
        }
    }
}
