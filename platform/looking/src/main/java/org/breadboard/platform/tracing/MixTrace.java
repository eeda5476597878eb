// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tracing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.files.UnusableFolderException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.trace.ChromeTrace;
import org.breadboard.platform.trace.CloseLook;
import org.breadboard.platform.trace.Trace;
import org.breadboard.platform.verbs.Experiment;

/** All that happens in a part of a run, as a file that Perfetto opens. */
public final class MixTrace {
    /** So many slices take about 1 GB of memory, and of the file. */
    private static final int MOST_SLICES = 3_000_000;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final long NS = 1_000;

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Duration patience;
    private final Console console;

    /**
     * Traces of runs.
     *
     * @param plugins what is installed
     * @param folders of the distribution
     * @param patience how long a plug-in may take outside of steps
     * @param console where to say what was written, and how to be told to stop
     */
    public MixTrace(List<InstalledPlugin> plugins, Folders folders, Duration patience, Console console) {
        this.plugins = plugins;
        this.folders = folders;
        this.patience = patience;
        this.console = console;
    }

    /**
     * Runs a mix again up to the end of the part, and writes the file.
     *
     * @throws RefusedException if that cannot be, in one sentence; then the file is as it was
     * @throws UnusableFolderException if it could not be written to its end; then a regular file is as it was, too
     */
    public void write(TraceRequest request) throws UnusableFolderException {
        BooleanSupplier cancelled = console.cancellation()::isCancelled;
        ResolvedMix resolved = new Experiment(plugins, folders, patience, cancelled)
                .resolve(MixRequest.of(request.mix(), request.overrides()));
        Mix mix = resolved.mix();
        if (mix.mode().live()) {
            throw new RefusedException("Mix '" + mix.name() + "' runs on real threads, and only what runs in virtual"
                    + " time can be traced: add --set runtime=sim.");
        }
        if (resolved.peak()) {
            throw new RefusedException("Mix '" + mix.name() + "' searches for its peak, and one run can be traced: add"
                    + " --set load.contexts=N, such as the one that 'run' reports.");
        }
        long fromNs = request.fromUs().isPresent()
                ? request.fromUs().getAsLong() * NS
                : mix.time().warmupNs();
        long toNs = fromNs + request.forUs() * NS;
        if (toNs > mix.time().endNs()) {
            throw new RefusedException("A run of mix '" + mix.name() + "' ends at "
                    + mix.time().endNs() / NS + " us, before the trace does, at " + toNs / NS
                    + " us; see --trace-from-us and --trace-for-us.");
        }
        if (!request.toStandardOutput()) {
            checkFile(request.file());
        }
        Trace trace;
        try (Progress progress = console.progress("trace " + mix.name())) {
            Runner.Progress shown = (phase, share, committed) -> progress.at(phase.words(), share, "");
            trace = new CloseLook(mix, resolved.parts(), patience, shown, cancelled).trace(fromNs, toNs, MOST_SLICES);
        }
        write(request, resolved, trace, fromNs, toNs);
        console.err()
                .println(String.format(
                        Locale.ROOT,
                        "%,d slices and %,d transactions of %d to %d us are %s; https://ui.perfetto.dev and"
                                + " chrome://tracing open it.",
                        trace.spans().size(),
                        trace.attempts().size(),
                        fromNs / NS,
                        toNs / NS,
                        request.toStandardOutput() ? "on standard output" : "in " + request.file()));
    }

    /** Sees that there is a place for the file, before anything runs. */
    private static void checkFile(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.exists(file) && !Files.isDirectory(file) && !Files.isRegularFile(file) && Files.isWritable(file)) {
            return; // a device or a pipe, whose folder does not matter
        }
        if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new RefusedException("The trace cannot be written to '" + file + "': "
                    + (Files.isDirectory(file)
                            ? "that is a folder."
                            : "there is no folder for it that can be written."));
        }
    }

    private void write(TraceRequest request, ResolvedMix resolved, Trace trace, long fromNs, long toNs)
            throws UnusableFolderException {
        Path aside = null;
        Mix mix = resolved.mix();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("mix", mix.name());
        facts.put("seed", mix.seed());
        facts.put("protocol", mix.protocol().id());
        facts.put("fromUs", fromNs / NS);
        facts.put("toUs", toNs / NS);
        try {
            if (request.toStandardOutput()) {
                OutputStream kept = new BufferedOutputStream(Screen.verbatim(console.out()), BUFFER_BYTES) {
                    @Override
                    public void close() throws IOException {
                        flush();
                    }
                };
                write(kept, facts, resolved, trace, fromNs, toNs);
                return;
            }
            // A device or a pipe is written as it is, and of a link what it leads to is replaced.
            Path target = Files.exists(request.file()) ? request.file().toRealPath() : request.file();
            boolean inPlace = Files.exists(target) && !Files.isRegularFile(target);
            aside = inPlace ? null : target.resolveSibling("." + target.getFileName() + ".unfinished");
            OutputStream own = new BufferedOutputStream(Files.newOutputStream(inPlace ? target : aside), BUFFER_BYTES);
            write(own, facts, resolved, trace, fromNs, toNs);
            if (!inPlace) {
                Files.move(aside, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            try {
                if (aside != null) {
                    Files.deleteIfExists(aside);
                }
            } catch (IOException stays) {
                failed.addSuppressed(stays);
            }
            throw new UnusableFolderException(
                    "The trace could not be written to '" + request.file() + "': " + FileTrouble.reason(failed) + ".",
                    failed);
        }
    }

    private static void write(
            OutputStream out, Map<String, Object> facts, ResolvedMix resolved, Trace trace, long fromNs, long toNs)
            throws IOException {
        try (ChromeTrace file = new ChromeTrace(out, facts)) {
            file.add(trace, fromNs, toNs, nodeNames(resolved.mix()), typeNames(resolved));
            file.add(faults(resolved.mix(), fromNs, toNs));
        }
    }

    private static List<ChromeTrace.Fault> faults(Mix mix, long fromNs, long toNs) {
        Nemesis nemesis = new Nemesis(
                mix.faults(),
                mix.seed(),
                mix.cluster().machines(),
                mix.cluster().nodes(),
                mix.switches() == null ? 1 : mix.switches().count(),
                name -> new Tally());
        return nemesis.strikes(fromNs, toNs).stream()
                .map(strike ->
                        new ChromeTrace.Fault(strike.kind().word(), strike.victims(), strike.fromNs(), strike.toNs()))
                .toList();
    }

    private static IntFunction<String> nodeNames(Mix mix) {
        int machines = mix.cluster().machines();
        return node -> node < 0 ? "network" : node < machines ? "node" + node : "switch" + (node - machines);
    }

    private static IntFunction<String> typeNames(ResolvedMix resolved) {
        return type -> resolved.parts().workload().transactions().get(type).name();
    }
}
