// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.Seed;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "whatif",
        description = "Tells what a faster stage or resource would buy, and which bottlenecks stand behind the first.",
        footer = {
            "",
            "Each group of stages and resources is made faster, one at a time; then what is busiest, again and again.",
            "With --parameter, numbers of the mix are made better instead: times shorter, all else larger.",
            "",
            "Example:",
            "  breadboard whatif fasst-smallbank",
            "  breadboard whatif xenic-smallbank --parameter hardware.linkGbps,hardware.corePacketNs --output json"
        })
final class WhatIfCommand extends VerbCommand {
    private static final double LEAST = 1e-3;
    private static final double MOST = 1e3;

    @Parameters(paramLabel = "MIX", description = "The name of a mix ('list mixes'), or the path of a YAML file.")
    private String mix;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one key of the mix; may be given again and again, and the last one of a key wins.")
    private List<String> sets = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Seed.class,
            description = "The seed of all runs; the same seed gives the same answer.")
    private Long seed;

    @Option(
            names = "--parameter",
            paramLabel = "KEY",
            split = ",",
            description = "A number of the mix that is made better, such as hardware.linkGbps; may be given again.")
    private List<String> parameters = List.of();

    @Option(
            names = "--factor",
            paramLabel = "X",
            split = ",",
            description = "How many times as fast, or as good; default: 1.1,2.")
    private List<Double> factors = List.of(1.1, 2.0);

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
        return mix;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        for (double factor : factors) {
            if (!(factor >= LEAST && factor <= MOST) || factor == 1) {
                throw mistake("--factor is a number from 0.001 to 1000, and not 1, as 1.1 or 2");
            }
        }
        WhatIfRequest request = new WhatIfRequest(
                mix,
                sets,
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                parameters.stream().distinct().toList(),
                factors.stream().distinct().sorted().toList(),
                parallel == null ? 0 : parallel,
                output.format());
        scope.useAll();
        WhatIf whatIf = new WhatIf(scope.plugins(), scope.folders(), scope.patience(), scope.console());
        return whatIf.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
    }
}
