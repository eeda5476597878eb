package org.breadboard.shell.verb.results;

import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.whatif.WhatIfRequest;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.PointCount;
import org.breadboard.shell.verb.common.Seed;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code whatif}. */
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
public final class WhatIfVerb extends Verb {
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

    @Spec
    private CommandSpec spec;

    /** The verb of a platform, on a console. */
    public WhatIfVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        for (double factor : factors) {
            if (!(factor >= LEAST && factor <= MOST) || factor == 1) {
                throw new ParameterException(
                        spec.commandLine(), "--factor is a number from 0.001 to 1000, and not 1, as 1.1 or 2");
            }
        }
        return breadboard.whatIf(
                new WhatIfRequest(
                        mix,
                        sets,
                        seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                        parameters.stream().distinct().toList(),
                        factors.stream().distinct().sorted().toList(),
                        parallel == null ? 0 : parallel,
                        output.format()),
                console);
    }
}
