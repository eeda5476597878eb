package org.breadboard.shell.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.RunRequest;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "run",
        description = "Runs a mix, verifies it, and names its bottleneck.",
        footer = {
            "",
            "Example:",
            "  breadboard run fasst-smallbank --set cluster.nodes=6 --set load.contexts=peak --seed 42"
        })
final class RunVerb extends Verb {
    private static final String NEMESIS = "faults.nemesis=";

    @Parameters(paramLabel = "MIX", description = "The name of a mix ('list mixes'), or the path of a YAML file.")
    private String mix;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one key of the mix; may be given again and again, and the last one of a key wins.")
    private List<String> overrides = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = RunVerb.Seed.class,
            description = "The seed; the same seed gives the same bytes.")
    private Long seed;

    @Option(
            names = "--runtime",
            paramLabel = "RUNTIME",
            description = "sim (virtual time, for figures) or live (real threads).")
    private RunRequest.RuntimeKind runtime;

    @Option(
            names = "--nemesis",
            paramLabel = "LIST",
            description =
                    "What goes wrong in windows of time, with commas between; the same as --set " + NEMESIS + "LIST.")
    private String nemesis;

    @Option(names = "--explore", description = "Draws jitter, ties and torn copies too, to try correctness.")
    private boolean explore;

    @Option(names = "--print-config", description = "Prints the resolved mix, and runs nothing.")
    private boolean printConfig;

    @Mixin
    private OutputOption output;

    RunVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    ExitStatus execute(Breadboard breadboard, Console console) {
        OptionalLong chosenSeed = seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
        List<String> sets = new ArrayList<>(overrides);
        if (nemesis != null) {
            sets.add(NEMESIS + nemesis);
        }
        return breadboard.run(
                new RunRequest(mix, List.copyOf(sets), chosenSeed, runtime, explore, printConfig, output.format()),
                console);
    }

    /** Reads a seed. */
    static final class Seed implements ITypeConverter<Long> {
        /** What a mix takes for its key {@code seed}. */
        private static final long MOST = 1L << 53;

        /** Made by the reader of the command line. */
        Seed() {}

        @Override
        public Long convert(String word) {
            if (!word.matches("[0-9]{1,16}") || Long.parseLong(word) > MOST) {
                throw new TypeConversionException(
                        '\'' + word + "' is not a whole number between 0 and " + MOST + ", such as 42");
            }
            return Long.parseLong(word);
        }
    }
}
