// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tracing;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.platform.capture.CaptureRecorder;
import org.breadboard.platform.capture.PcapngFile;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Progress;
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
import org.breadboard.platform.trace.TraceRecorder;
import org.breadboard.platform.verbs.Experiment;

/**
 * All that happens in a part of a run as a file that Perfetto opens, its packets as one that Wireshark opens, or both.
 */
public final class MixTrace {
    /** So many slices take about 1 GB of memory, and of the file. */
    private static final int MOST_SLICES = 3_000_000;

    private static final long NS = 1_000;

    /** How long before packets are captured the run is looked at, at least: most of their transactions began later. */
    private static final long LEAST_LEAD_NS = 100 * NS;

    /** Options of Wireshark and tshark. */
    private static final String EXACT = "--disable-heuristic rpcrdma_infiniband --disable-heuristic eth_over_ib";

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
                    + " time can be " + request.participle() + ": add --set runtime=sim.");
        }
        if (resolved.peak()) {
            throw new RefusedException("Mix '" + mix.name() + "' searches for its peak, and one run can be "
                    + request.participle() + ": add --set load.contexts=N, such as the one that 'run' reports.");
        }
        long fromNs = request.fromUs().isPresent()
                ? request.fromUs().getAsLong() * NS
                : mix.time().warmupNs();
        long toNs = fromNs + request.forUs() * NS;
        if (toNs > mix.time().endNs()) {
            throw new RefusedException("A run of mix '" + mix.name() + "' ends at "
                    + mix.time().endNs() / NS + " us, before the " + request.noun() + " does, at " + toNs / NS
                    + " us; see --trace-from-us and --trace-for-us.");
        }
        OutputFile traceFile = request.trace() == null ? null : new OutputFile(request.trace(), "The trace");
        OutputFile packetFile = request.packets() == null ? null : new OutputFile(request.packets(), "The capture");
        Stream.of(traceFile, packetFile).filter(Objects::nonNull).forEach(OutputFile::check);
        CaptureRecorder packets = packetFile == null ? null : new CaptureRecorder(mix, resolved.parts(), fromNs, toNs);
        // A trace and its packets name the same transactions; packets alone have more of them named.
        long leadNs = Math.max(LEAST_LEAD_NS, toNs - fromNs);
        long sinceNs = traceFile == null ? Math.max(0, fromNs - leadNs) : fromNs;
        Trace trace;
        try (Progress progress = console.progress(request.noun() + " " + mix.name())) {
            Runner.Progress shown = (phase, share, committed) -> progress.at(phase.words(), share, "");
            trace = new CloseLook(mix, resolved.parts(), patience, shown, cancelled)
                    .trace(sinceNs, toNs, MOST_SLICES, packets == null ? TraceRecorder.Passing.UNHEARD : packets);
        }
        if (packets != null && packets.isFull()) {
            throw new RefusedException(String.format(
                    Locale.ROOT,
                    "The packets from %d to %d us are too many to be kept in memory; capture a shorter part.",
                    fromNs / NS,
                    toNs / NS));
        }
        if (traceFile != null) {
            write(traceFile, resolved, trace, fromNs, toNs);
        }
        if (packetFile != null) {
            write(packetFile, request.records(), mix, packets, fromNs, toNs);
        }
    }

    private void write(OutputFile file, ResolvedMix resolved, Trace trace, long fromNs, long toNs)
            throws UnusableFolderException {
        Mix mix = resolved.mix();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("mix", mix.name());
        facts.put("seed", mix.seed());
        facts.put("protocol", mix.protocol().id());
        facts.put("fromUs", fromNs / NS);
        facts.put("toUs", toNs / NS);
        file.write(console, out -> write(out, facts, resolved, trace, fromNs, toNs));
        console.err()
                .println(String.format(
                        Locale.ROOT,
                        "%,d slices and %,d transactions of %d to %d us are %s; https://ui.perfetto.dev and"
                                + " chrome://tracing open it.",
                        trace.spans().size(),
                        trace.attempts().size(),
                        fromNs / NS,
                        toNs / NS,
                        file.place()));
    }

    private void write(OutputFile file, boolean records, Mix mix, CaptureRecorder packets, long fromNs, long toNs)
            throws UnusableFolderException {
        List<PcapngFile.Interface> interfaces = packets.end();
        String comment = String.format(
                Locale.ROOT,
                "mix %s, seed %d, protocol %s, %d to %d us of a run in virtual time; times are ns since the run began",
                mix.name(),
                mix.seed(),
                mix.protocol().id(),
                fromNs / NS,
                toNs / NS);
        file.write(console, out -> {
            try (PcapngFile pcapng = new PcapngFile(out, comment, records)) {
                pcapng.add(interfaces, packets.packets());
            }
        });
        // Nothing in a packet says what the payload behind InfiniBand's transport is, so Wireshark guesses.
        String open = packets.hasTransport()
                ? "Wireshark and tshark open it, with " + EXACT + ", so that they take no payload for what it is not."
                : "Wireshark and tshark open it.";
        boolean unread = !records && interfaces.stream().anyMatch(each -> each.link() == PacketCapture.Link.INFINIBAND);
        console.err()
                .println(String.format(
                                Locale.ROOT,
                                "%,d packets of %d to %d us are %s; ",
                                packets.packets().size(),
                                fromNs / NS,
                                toNs / NS,
                                file.place())
                        + (unread ? "their link type is InfiniBand's, 247; with --pcap-erf " + open : open));
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
