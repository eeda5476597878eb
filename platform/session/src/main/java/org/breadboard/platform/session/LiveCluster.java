// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.cluster.Beginnings;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.measured.TimelineRecorder;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.Rest;
import org.breadboard.platform.run.RunFailure;
import org.breadboard.platform.run.RunHistory;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.platform.run.Totals;
import org.breadboard.platform.run.Verification;
import org.breadboard.platform.run.WholeHistory;
import org.breadboard.platform.run.WindowedHistory;
import org.breadboard.platform.run.Work;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * A cluster on real threads that runs until somebody stops it, and whose protocol can be swapped under load. Everything
 * from its first transaction to its last is one history, which is judged like that of a run.
 *
 * <p>A thread of its own drives it: between slices of time, while all stages stand still, it does what callers ask for.
 * Any thread may call.
 */
public final class LiveCluster {
    /** Ten years: it is measured until it is stopped. */
    private static final Mix.Time UNTIL_STOPPED = new Mix.Time(0, 315_000_000_000_000_000L);

    /** A mix says how long in microseconds, and at most an hour. */
    private static final long MICROSECOND_NS = 1_000;

    private static final long MOST_NS = 3_600_000_000_000L;

    private static final long SLICE_NS = 100_000_000;
    /** The history is checked from memory, which takes several times as much as the records themselves. */
    private static final int HISTORY_SHARE = 8;

    private final Duration patience;
    private final Path historyFile;
    private final RunHistory records;
    private final Thread control = new Thread(this::drive, "breadboard-live-control");
    private final Requests asked = new Requests(() -> this.ended != null);
    private final AtomicReference<String> swapping = new AtomicReference<>();
    private final long beganNs = System.nanoTime();
    private final TimelineRecorder timeline;
    private final List<LiveSwap> swaps = new ArrayList<>();
    private final LivePeriods periods = new LivePeriods();
    private final List<String> books = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private volatile LivePhase phase;
    /** What all of it is to be: what the least of its protocols promises. */
    private ProtocolType.Promise promise;

    private long messagesBefore;
    private long sentBytesBefore;

    private volatile String ended;
    private Throwable defect;
    private RunResult result;
    private ResolvedMix resultMix;

    /**
     * Builds a cluster and lets it run.
     *
     * @param history where the history's bytes go, or null to check and forget it
     * @param patience how long a plug-in may take outside of steps
     * @throws RefusedException if the mix cannot work, in one sentence
     * @throws Hang if a plug-in does not return while the cluster is built
     */
    public static LiveCluster start(ResolvedMix resolved, Path history, Duration patience) {
        LiveCluster cluster = new LiveCluster(resolved, history, patience);
        cluster.control.setDaemon(true);
        cluster.control.start();
        return cluster;
    }

    private LiveCluster(ResolvedMix resolved, Path history, Duration patience) {
        this.patience = patience;
        historyFile = history;
        Mix mix = resolved.withTime(UNTIL_STOPPED).mix();
        PluginWatch watch = watch(resolved);
        records = mix.mode().windowed()
                ? new WindowedHistory(watch, WindowedHistory.SLICE_WORDS)
                : new WholeHistory(true);
        LiveEngine engine = new LiveEngine(mix.seed(), mix.mode().liveThreads());
        ClusterBuilder builder = new ClusterBuilder(mix, resolved.parts(), engine, records, new Beginnings());
        phase = watch.call(() -> {
            Cluster built = builder.build();
            built.window().begin(0);
            ProtocolTraits traits = resolved.parts().protocol().traits();
            return new LivePhase(resolved, traits, builder, built, engine, watch, 0);
        });
        promise = resolved.mix().mode().promise(resolved.parts().protocol());
        timeline = new TimelineRecorder(phase.cluster().measured());
        timeline.begin(0, List.of());
        records.begin(watch.call(this::recording));
    }

    private PluginWatch watch(ResolvedMix resolved) {
        return new PluginWatch(resolved.parts().plugins(), patience, () -> false);
    }

    private RunHistory.Recording recording() {
        Cluster cluster = phase.cluster();
        // Protocols that come later may have versions of another kind.
        return new RunHistory.Recording(
                Verification.options(
                        cluster.workload(), cluster.items(), promise, table -> ProtocolType.Versions.SHARED),
                Verification.initialState(cluster.workload(), cluster.items()),
                cluster.clients().size(),
                () -> cluster.clients()
                        .forEach(clients -> clients.flush(phase.engine().nowNs())),
                cluster.chunks(),
                historyFile);
    }

    // The control thread.

    private void drive() {
        try {
            runOn();
        } catch (RuntimeException | Error broke) {
            defect = broke;
            phase.engine().close();
            ended = "it broke off (" + broke + ").";
        }
        asked.answer();
    }

    private void runOn() {
        long mostBytes = mostHistoryBytes();
        phase.engine().start();
        long sliceEndNs = SLICE_NS;
        while (ended == null) {
            LiveEngine engine = phase.engine();
            Engine.Progress reached = engine.runUntil(sliceEndNs, this::isToStandStill);
            if (engine.nowNs() >= sliceEndNs) {
                timeline.cut(engine.nowNs(), List.of());
                sliceEndNs = engine.nowNs() + SLICE_NS;
            }
            if (reached == Engine.Progress.FAILED) {
                finish(phase.failure());
            } else {
                records.takeSlice();
                if (records.heldBytes() > mostBytes) {
                    finish("its history has filled the " + (mostBytes >> 20)
                            + " MB that it may take until it is checked; start it with --set check=windowed to check"
                            + " it meanwhile, or with a larger heap, as in BREADBOARD_OPTS=-Xmx8g.");
                }
            }
            asked.answer();
        }
    }

    /** How much of a history may wait in memory until it is checked. */
    static long mostHistoryBytes() {
        return Runtime.getRuntime().maxMemory() / HISTORY_SHARE;
    }

    private boolean isToStandStill() {
        return !asked.isEmpty() || records.gather();
    }

    /** Ends it, if it still runs; {@code why} is the end of a sentence. */
    void end(String why) {
        asked.ask(() -> {
            if (ended == null) {
                finish(why);
            }
            return null;
        });
    }

    /** It runs no more; {@code why} is one sentence, or null if somebody asked for it. */
    private void finish(String why) {
        long stoppedNs = System.nanoTime();
        long measuredNs = phase.engine().nowNs();
        timeline.cut(measuredNs, List.of());
        LivePhase last = phase;
        Cluster cluster = last.cluster();
        cluster.clients().forEach(StageClients::stop);
        Rest rest = new Rest(last.resolved().mix(), last.engine(), () -> cluster);
        if (last.engine().failure() == null) {
            rest.reach();
        }
        long restedNs = System.nanoTime();
        last.engine().close();
        int open = rest.closeClients(records);
        String unwritten = records.keep();
        PluginCode code = new PluginCode(last.resolved().parts().plugins());
        RunFailure failure = rest.failure(open, code);
        RunVerdict verdict = null;
        if (failure == null) {
            try {
                verdict = last.watch().call(() -> new Verification(cluster, last.above(), null, books).judge(records));
            } catch (Hang hang) {
                failure = new RunFailure(RunFailure.Kind.FAULT, hang.getMessage());
            } catch (RuntimeException | LinkageError thrown) {
                failure = new RunFailure(
                        RunFailure.Kind.FAULT,
                        PluginFault.describe(thrown, code).orElse(thrown.toString()));
            }
        }
        long wholeNs = (measuredNs / MICROSECOND_NS + 1) * MICROSECOND_NS;
        resultMix = last.resolved().withTime(new Mix.Time(0, Math.min(wholeNs, MOST_NS)));
        if (failure == null) {
            failure = RunFailure.orNull(RunFailure.Kind.NOT_WRITTEN, unwritten);
        }
        long messages = messagesBefore + phase.received();
        Work work = new Work(
                0,
                0,
                stoppedNs - beganNs,
                restedNs - stoppedNs,
                System.nanoTime() - restedNs,
                messages,
                messages,
                0,
                Map.of());
        result = result(measuredNs, verdict, failure, why != null || unwritten != null, work);
        ended = why == null ? "it was stopped." : why;
    }

    private RunResult result(long measuredNs, RunVerdict verdict, RunFailure failure, boolean partial, Work work) {
        Cluster cluster = phase.cluster();
        Totals totals = Totals.of(cluster);
        periods.end(phase.protocol(), totals, measuredNs, measuredNs);
        List<String> all = new ArrayList<>(remarks);
        cluster.remarks().stream().filter(remark -> !all.contains(remark)).forEach(all::add);
        all.addAll(cluster.workload().remarks());
        swaps.forEach(swap -> all.add(swap.sentence()));
        if (verdict != null && verdict.tooLittle() != null) {
            all.add(verdict.tooLittle());
        }
        all.add("It is measured from its first transaction on, with all that a JVM needs to warm up.");
        return new RunResult(
                resultMix.mix(),
                measuredNs,
                totals.sum().committed(),
                Double.NaN,
                totals.sum().latencyNs(),
                totals.aborts(),
                totals.kinds().with(periods.all()),
                timeline.timeline(List.of(), usage -> "")
                        .marked(swaps.stream().map(LiveSwap::mark).toList()),
                List.of(),
                List.of(),
                sentBytesBefore + cluster.sentBytes(),
                Double.NaN,
                cluster.counts(),
                verdict,
                all,
                partial,
                failure,
                work);
    }

    // For callers.

    private <T> T ask(Supplier<T> what) {
        return asked.ask(() -> {
            if (ended != null) {
                throw new RefusedException("The live cluster runs no more: " + ended);
            }
            return what.get();
        });
    }

    /** Why it runs no more, as the end of a sentence; null while it runs. */
    public String ended() {
        return ended;
    }

    /** The mix that runs; a swap replaces its protocol. */
    public ResolvedMix resolved() {
        return phase.resolved();
    }

    /**
     * What it has done so far.
     *
     * @throws RefusedException if it runs no more
     */
    public LiveLook look() {
        return ask(() -> {
            Totals totals = Totals.of(phase.cluster());
            long aborted =
                    totals.aborts().values().stream().mapToLong(Long::longValue).sum();
            long[] busyNs = Arrays.stream(phase.engine().threadIds())
                    .map(ManagementFactory.getThreadMXBean()::getThreadCpuTime)
                    .toArray();
            return new LiveLook(
                    phase.engine().nowNs(),
                    phase.protocol(),
                    swaps.size(),
                    totals.sum().committed(),
                    aborted,
                    totals.sum().latencyNs(),
                    busyNs);
        });
    }

    /**
     * Lets another protocol take over: admission pauses, what is in flight drains, the records pass over, and admission
     * goes on.
     *
     * @param next the mix that runs, but for its protocol
     * @throws RefusedException if that cannot be; then the protocol of before goes on, and nothing is lost
     */
    public LiveSwap swap(ResolvedMix next) {
        String to = next.mix().protocol().id();
        String other = swapping.compareAndExchange(null, to);
        if (other != null) {
            throw new RefusedException("A swap to protocol '" + other + "' is under way; wait until it is over.");
        }
        try {
            new LiveTakeover(phase, next, watch(next)).rehearse();
            return ask(() -> swapNow(next));
        } finally {
            swapping.set(null);
        }
    }

    private LiveSwap swapNow(ResolvedMix next) {
        long pausedAtNs = System.nanoTime();
        List<StageClients> clients = phase.cluster().clients();
        clients.forEach(StageClients::pause);
        try {
            LiveTakeover takeover = new LiveTakeover(phase, next, watch(next));
            LivePhase after = takeover.run();
            LivePhase before = phase;
            messagesBefore += before.received();
            sentBytesBefore += before.cluster().sentBytes();
            books.addAll(takeover.books());
            takeover.remarks().stream()
                    .filter(remark -> !remarks.contains(remark))
                    .forEach(remarks::add);
            after.builder().takeOver();
            phase = after;
            if (!after.traits().promise().includes(promise)) {
                promise = after.traits().promise();
                records.begin(after.watch().call(this::recording));
            }
            before.engine().close();
            long now = System.nanoTime();
            LiveSwap swap = new LiveSwap(
                    before.protocol(),
                    after.protocol(),
                    before.engine().nowNs(),
                    now - pausedAtNs,
                    takeover.drainedNs(),
                    takeover.recordsPassed());
            swaps.add(swap);
            periods.end(swap.from(), Totals.of(before.cluster()), swap.atNs(), swap.resumedNs());
            return swap;
        } finally {
            clients.forEach(StageClients::resume);
        }
    }

    /** Stops it, if it still runs, and gives the result of all that it did. */
    public RunResult stop() {
        end(null);
        if (result == null) {
            throw new IllegalStateException("the live cluster broke off", defect);
        }
        return result;
    }

    /** The mix of the result: the protocol that ran last, and as long as it was measured. After {@link #stop}. */
    public ResolvedMix resultMix() {
        return resultMix;
    }
}
