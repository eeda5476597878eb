// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.io.IOException;
import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = "Tells how much runs or studies differ, whether that is more than chance, and why it may be.",
        footer = {
            "",
            "Each is a folder of a result, a mix, which is run with several seeds, or a study that was run.",
            "A mix may have settings of its own behind it, after commas. The first is what the others are set against.",
            "",
            "Example:",
            "  breadboard compare xenic-smallbank drtmh-smallbank --seeds 5",
            "  breadboard compare fasst-smallbank fasst-smallbank,protocol.responseBatching=false",
            "  breadboard compare results/fasst/20261123T223553.465 results/fasst/latest --output json"
        })
final class CompareCommand extends VerbCommand {
    private static final int MOST = 20;

    @Parameters(paramLabel = "A B", arity = "2..*", description = "Two or more results, mixes or studies.")
    private List<String> subjects;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one key of every mix; may be given again and again, and the last one of a key wins.")
    private List<String> sets = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many runs each mix has, with one seed after another; default: 5.")
    private Integer seeds;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = PointCount.class,
            description = "How many runs at once; default: as many as there are cores.")
    private Integer parallel;

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return subjects.get(0);
    }

    @Override
    protected String title() {
        return words().name() + ' ' + String.join(" ", subjects);
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (subjects.size() > MOST) {
            throw mistake("at most " + MOST + " can be compared at once");
        }
        CompareRequest request = new CompareRequest(
                subjects, sets, seeds == null ? 5 : seeds, parallel == null ? 0 : parallel, output.format());
        scope.useAll();
        Compare compare = new Compare(scope.plugins(), scope.folders(), scope.patience(), scope.console());
        return compare.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
    }
}
