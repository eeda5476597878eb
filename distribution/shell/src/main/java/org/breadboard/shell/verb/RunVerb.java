package org.breadboard.shell.verb;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.tracing.TraceRequest;
import org.breadboard.platform.verbs.RunRequest;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.Seed;
import org.breadboard.shell.verb.common.Verb;
import org.breadboard.shell.verb.common.Word;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
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
    private static final long TRACE_US = 20;

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
            converter = Seed.class,
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

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Writes all that happens in a part of the run to a file that Perfetto and Chrome open.")
    private String trace;

    @Option(
            names = "--trace-from-us",
            paramLabel = "US",
            converter = RunVerb.Microseconds.class,
            description = "When the trace begins, in us since the run began; default: when measuring begins.")
    private Long traceFromUs;

    @Option(
            names = "--trace-for-us",
            paramLabel = "US",
            converter = RunVerb.Microseconds.class,
            description = "How long the trace is, in us; default: 20.")
    private Long traceForUs;

    @Option(names = "--explore", description = "Draws jitter, ties and torn copies too, to try correctness.")
    private boolean explore;

    @Option(names = "--print-config", description = "Prints the resolved mix, and runs nothing.")
    private boolean printConfig;

    @Mixin
    private OutputOption output;

    @Spec
    private CommandSpec spec;

    RunVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        OptionalLong chosenSeed = seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
        List<String> sets = new ArrayList<>(overrides);
        if (nemesis != null) {
            sets.add(NEMESIS + nemesis);
        }
        ExitStatus traced = trace == null ? noTrace() : trace(breadboard, sets, console);
        return traced != ExitStatus.DONE
                ? traced
                : breadboard.run(
                        new RunRequest(
                                mix, List.copyOf(sets), chosenSeed, runtime, explore, printConfig, output.format()),
                        console);
    }

    private ExitStatus noTrace() {
        if (traceFromUs != null || traceForUs != null) {
            throw new ParameterException(
                    spec.commandLine(), "--trace-from-us and --trace-for-us need a --trace FILE to write to");
        }
        return ExitStatus.DONE;
    }

    /** Traces before it runs: what is wrong with either is said before anything is kept. */
    private ExitStatus trace(Breadboard breadboard, List<String> sets, Console console) {
        Path file;
        try {
            file = Path.of(trace);
        } catch (InvalidPathException wrong) {
            throw new ParameterException(spec.commandLine(), "--trace: '" + trace + "' is no path");
        }
        List<String> all = new ArrayList<>(sets);
        if (seed != null) {
            all.add("seed=" + seed);
        }
        if (runtime != null) {
            all.add("runtime=" + Word.lower(runtime));
        }
        if (explore) {
            all.add("explore=true");
        }
        OptionalLong from = traceFromUs == null ? OptionalLong.empty() : OptionalLong.of(traceFromUs);
        return breadboard.trace(
                new TraceRequest(mix, List.copyOf(all), file, from, traceForUs == null ? TRACE_US : traceForUs),
                console);
    }

    /** Reads a time that is not 0. */
    static final class Microseconds implements ITypeConverter<Long> {
        /** Made by the reader of the command line. */
        Microseconds() {}

        @Override
        public Long convert(String word) {
            if (!word.matches("0*[1-9][0-9]{0,11}(us)?")) {
                throw new TypeConversionException(
                        '\'' + word + "' is not a whole number of microseconds above 0, such as 20");
            }
            return Long.valueOf(word.replace("us", ""));
        }
    }
}
