// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.Beginnings;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.run.Rest;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.sim.SimEngine;

/**
 * Looks closely at a part of a run in virtual time: it begins the run as often as it is asked, each time from the
 * beginning and with the same events, and never ends it. One thread.
 */
public final class CloseLook {
    private static final int SLICES = 50;

    /** How long behind its window a run is looked at, in virtual time. */
    private static final long LONGEST_REST_NS = 1_000_000_000L;

    private final Mix mix;
    private final MixParts parts;
    private final Duration patience;
    private final Runner.Progress progress;
    private final BooleanSupplier cancelled;
    private final Beginnings beginnings = new Beginnings();

    /**
     * An attempt at a transaction, as histories and verdicts have it.
     *
     * @param id by which verdicts name it
     * @param client whose it is
     * @param type the workload's number for its type
     * @param beganNs when it began
     * @param endedNs when its client knew the outcome
     */
    public record Ended(long id, int client, int type, Outcome outcome, long beganNs, long endedNs) {
        /** How long it took. */
        public long tookNs() {
            return endedNs - beganNs;
        }
    }

    /**
     * At runs of {@code mix}, which is not live and has a workload.
     *
     * @throws RefusedException if machines crash in it
     */
    public CloseLook(Mix mix, MixParts parts, Duration patience, Runner.Progress progress, BooleanSupplier cancelled) {
        if (mix.faults().crash()) {
            throw new RefusedException("A run in which machines crash cannot be looked at closely; leave crash,"
                    + " power-loss, nic-crash, qp-error and zookeeper-crash out of faults.nemesis.");
        }
        this.mix = mix;
        this.parts = parts;
        this.patience = patience;
        this.progress = progress;
        this.cancelled = cancelled;
    }

    /** Told of attempts that ended, until it has enough. */
    @FunctionalInterface
    public interface Search {
        /** Whether the run may end; {@code warm} says whether what it measures has begun. */
        boolean hasEnough(List<Ended> soFar, boolean warm);
    }

    /**
     * The attempts that end with an outcome while the run warms up and is measured, in no order that matters, as far as
     * {@code search} wants them.
     *
     * @param toTheEnd whether those that end behind the window count, too, until all clients are done
     */
    public List<Ended> attempts(Search search, boolean toTheEnd) {
        List<Ended> ended = new ArrayList<>();
        List<HistoryChunk> chunks = new ArrayList<>();
        try (SimEngine engine = new SimEngine(mix.seed(), mix.mode().explore())) {
            engine.speeds(mix.mode().speeds());
            Cluster cluster = build(engine, chunks::add, ClusterObserver.NOBODY);
            engine.start();
            Mix.Time time = mix.time();
            boolean goesOn = true;
            for (int slice = 0; goesOn; slice++) {
                Engine.Progress reached = advance(engine, cluster, time.warmupNs() + time.measureNs() * slice / SLICES);
                progress.at(slice == 0 ? Runner.Phase.WARMING : Runner.Phase.MEASURING, Double.NaN, ended.size());
                cluster.clients().forEach(clients -> clients.flush(engine.nowNs()));
                chunks.forEach(chunk -> read(chunk, ended));
                chunks.clear();
                boolean more =
                        slice < SLICES || toTheEnd && reached == Engine.Progress.REACHED && areBusy(cluster, engine);
                goesOn = more && !search.hasEnough(ended, slice > 0);
            }
        }
        return ended;
    }

    /** Whether clients wait for an outcome; not for ever. */
    private boolean areBusy(Cluster cluster, Engine engine) {
        return engine.nowNs() < mix.time().endNs() + LONGEST_REST_NS
                && cluster.clients().stream().anyMatch(clients -> clients.running() > 0);
    }

    private static void read(HistoryChunk chunk, List<Ended> into) {
        TransactionView view = new TransactionView();
        for (int at = 0; at < chunk.lengthWords(); ) {
            at = view.wrap(chunk.words(), at, chunk.lengthWords());
            if (view.outcome() != Outcome.UNKNOWN) {
                into.add(new Ended(
                        view.transactionId(),
                        view.client(),
                        view.type(),
                        view.outcome(),
                        view.invocationNs(),
                        view.completionNs()));
            }
        }
    }

    /**
     * All that happens from one instant to another, in ns.
     *
     * @param mostSpans the most spans that it may have
     * @throws RefusedException if it has more, or the run fails
     */
    public Trace trace(long fromNs, long toNs, int mostSpans) {
        return trace(fromNs, toNs, mostSpans, TraceRecorder.Passing.UNHEARD);
    }

    /** The same; {@code passing} hears of messages meanwhile. */
    public Trace trace(long fromNs, long toNs, int mostSpans, TraceRecorder.Passing passing) {
        Tracing tracing = new Tracing();
        try (SimEngine engine = new SimEngine(mix.seed(), mix.mode().explore())) {
            engine.speeds(mix.mode().speeds());
            engine.observed();
            Cluster cluster = build(engine, chunk -> true, tracing);
            engine.start();
            if (fromNs > 0) {
                advance(engine, cluster, fromNs - 1);
            }
            tracing.recorder = new TraceRecorder(tracing.reader, passing);
            engine.observe(tracing.recorder);
            long sliceNs = Math.max(1, (toNs - fromNs) / SLICES);
            for (long atNs = Math.min(toNs, fromNs + sliceNs); ; atNs = Math.min(toNs, atNs + sliceNs)) {
                advance(engine, cluster, atNs);
                int spans = tracing.recorder.trace().spans().size();
                if (spans > mostSpans) {
                    throw new RefusedException(String.format(
                            Locale.ROOT,
                            "More than %,d slices fill the time from %d to %d us; trace a shorter part.",
                            mostSpans,
                            fromNs / 1000,
                            toNs / 1000));
                }
                if (atNs == toNs) {
                    break;
                }
            }
        }
        return tracing.recorder.trace();
    }

    private static final class Tracing implements ClusterObserver {
        private MessageReader reader;
        private TraceRecorder recorder;

        @Override
        public TransactionSource clients(
                int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
            return new TracedSource(clients, firstClient, () -> recorder);
        }

        @Override
        public void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement) {
            reader = protocol.reader();
        }
    }

    private Cluster build(Engine engine, HistorySink history, ClusterObserver observer) {
        progress.at(Runner.Phase.POPULATING, Double.NaN, 0);
        return new PluginWatch(parts.plugins(), patience, cancelled, () -> {})
                .call(() -> new ClusterBuilder(mix, parts, engine, history, beginnings)
                        .observedBy(observer)
                        .build());
    }

    /**
     * Runs on; from the end of the window on nothing goes wrong on purpose any more, as in any run.
     *
     * @throws RefusedException if it comes to nothing, in one sentence
     */
    private Engine.Progress advance(Engine engine, Cluster cluster, long untilNs) {
        long endNs = mix.time().endNs();
        if (engine.nowNs() < endNs && untilNs > endNs) {
            advance(engine, endNs);
        }
        if (engine.nowNs() >= endNs) {
            cluster.heal(engine.nowNs());
        }
        return advance(engine, untilNs);
    }

    private Engine.Progress advance(Engine engine, long untilNs) {
        Engine.Progress reached = engine.runUntil(untilNs, cancelled);
        if (reached == Engine.Progress.FAILED) {
            throw new RefusedException(
                    "The run failed: " + Rest.described(engine.failure(), new PluginCode(parts.plugins())));
        }
        if (reached == Engine.Progress.STOPPED) {
            throw new RefusedException("Stopped; nothing was drawn or written.");
        }
        return reached;
    }
}
