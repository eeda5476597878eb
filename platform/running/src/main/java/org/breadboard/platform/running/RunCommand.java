// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.tracing.MixTrace;
import org.breadboard.platform.tracing.TraceRequest;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.PointCount;
import org.breadboard.platform.verbs.Seed;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
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
final class RunCommand extends VerbCommand {
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
            names = "--threads",
            paramLabel = "K",
            converter = PointCount.class,
            description = "How many threads virtual time has; default: 1. Any number gives the same bytes.")
    private int threads = 1;

    @Option(
            names = "--nemesis",
            paramLabel = "LIST",
            description =
                    "What goes wrong in windows of time, with commas between; the same as --set " + NEMESIS + "LIST.")
    private String nemesis;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Writes all that happens in a part of the run to a file that Perfetto and Chrome open; '-' is"
                    + " standard output, and the result is on standard error then.")
    private String trace;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Writes the packets of the same part to a file that Wireshark and tshark open; '-' as above.")
    private String pcap;

    @Option(
            names = "--pcap-erf",
            description =
                    "Puts packets of InfiniBand into ERF records, which Wireshark opens, in place of link type 247.")
    private boolean records;

    @Option(
            names = "--trace-from-us",
            paramLabel = "US",
            converter = RunCommand.Instant.class,
            description = "When the trace begins, in us since the run began; default: when measuring begins.")
    private Long traceFromUs;

    @Option(
            names = "--trace-for-us",
            paramLabel = "US",
            converter = RunCommand.Microseconds.class,
            description = "How long the trace is, in us; default: 20.")
    private Long traceForUs;

    @Option(names = "--explore", description = "Draws jitter, ties and torn copies too, to try correctness.")
    private boolean explore;

    @Option(names = "--print-config", description = "Prints the resolved mix, and runs nothing.")
    private boolean printConfig;

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return mix;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        OptionalLong chosenSeed = seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
        List<String> sets = new ArrayList<>(overrides);
        if (nemesis != null) {
            sets.add(NEMESIS + nemesis);
        }
        RunRequest request =
                new RunRequest(mix, List.copyOf(sets), chosenSeed, runtime, explore, printConfig, output.format());
        checkTrace();
        TraceRequest traced = trace == null && pcap == null ? null : traced(request.sets());
        if (traced != null && traced.namesOneFile()) {
            throw mistake("--trace and --pcap need two files");
        }
        if (traced != null) {
            // What is wrong with either is said before anything is kept.
            scope.useAll();
            new MixTrace(scope.plugins(), scope.folders(), scope.patience(), scope.console()).write(traced);
            scope.useOnly(List.of());
        }
        if (traced != null && traced.takesStandardOutput()) {
            Console aside = scope.console().with(scope.console().err());
            return scope.board().call(title(), mix, aside, own -> new MixRun(own, threads).run(request));
        }
        return new MixRun(scope, threads).run(request);
    }

    private void checkTrace() {
        if (trace == null && pcap == null && (traceFromUs != null || traceForUs != null)) {
            throw mistake("--trace-from-us and --trace-for-us need a --trace FILE or a --pcap FILE to write to");
        }
        if (pcap == null && records) {
            throw mistake("--pcap-erf needs a --pcap FILE");
        }
    }

    private TraceRequest traced(List<String> sets) {
        Path traceFile = path("--trace", trace);
        Path packets = path("--pcap", pcap);
        OptionalLong from = traceFromUs == null ? OptionalLong.empty() : OptionalLong.of(traceFromUs);
        return new TraceRequest(
                mix, sets, traceFile, packets, records, from, traceForUs == null ? TRACE_US : traceForUs);
    }

    /** Null where nothing is asked for. */
    private Path path(String option, String word) {
        try {
            return word == null ? null : Path.of(word);
        } catch (InvalidPathException wrong) {
            throw mistake(option + ": '" + word + "' is no path");
        }
    }

    /** Reads a time since the run began, which may be 0. */
    static final class Instant implements ITypeConverter<Long> {
        /** Made by the reader of the command line. */
        Instant() {}

        @Override
        public Long convert(String word) {
            return word.matches("0+(us)?") ? Long.valueOf(0) : new Microseconds().convert(word);
        }
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
