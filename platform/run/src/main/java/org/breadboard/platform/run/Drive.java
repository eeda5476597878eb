// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.measured.TimelineRecorder;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;

/** The phases of a run on its engine: warm-up, measurement, and then {@link Rest}. */
final class Drive {
    /** In how many slices it warms up, and live is measured, where threads stand still after each. */
    private static final int SLICES = 50;

    /** In how many it is measured in virtual time: windows of faults, as they are by default, have two each. */
    private static final int VIRTUAL_SLICES = 100;

    private final Mix mix;
    private final Engine engine;
    private final Supplier<Cluster> clusters;
    private final RunHistory history;
    private final Runner.Progress progress;
    private final BooleanSupplier cancelled;
    private WarmUp warmUp;
    private List<Engine.Usage> atWarm = List.of();
    private List<Engine.Usage> atEnd = List.of();
    private long measuredNs;
    private long sentBytes;
    private long[] instantsNs = new long[0];
    private long messagesMeasured;
    private long eventsMeasured;
    private double backgroundLag;
    private boolean partial;
    private final Rest rest;
    private final TimelineRecorder timeline;
    private volatile boolean told;

    Drive(
            Mix mix,
            Engine engine,
            Supplier<Cluster> clusters,
            RunHistory history,
            Runner.Progress progress,
            BooleanSupplier cancelled) {
        this.mix = mix;
        this.engine = engine;
        this.clusters = clusters;
        this.history = history;
        this.progress = progress;
        this.cancelled = cancelled;
        rest = new Rest(mix, engine, clusters);
        timeline = new TimelineRecorder(cluster().measured());
    }

    private Cluster cluster() {
        return clusters.get();
    }

    void run() {
        long begunNs = System.nanoTime();
        engine.start();
        if (mix.warmsUntilSteady()) {
            warmUntilSteady();
        } else {
            advance(Runner.Phase.WARMING, 0, mix.time().warmupNs(), SLICES);
        }
        long warmNs = System.nanoTime();
        atWarm = engine.usage();
        long eventsBefore = engine.events();
        long sentBefore = cluster().sentBytes();
        ProtocolNode.Background before = background();
        long fromNs = engine.nowNs();
        boolean live = mix.mode().live();
        timeline.begin(live ? fromNs : cluster().window().fromNs(), busy());
        advance(
                Runner.Phase.MEASURING,
                cluster().window().fromNs(),
                cluster().window().toNs(),
                slices(mix.time().measureNs()));
        long measuredAtNs = System.nanoTime();
        atEnd = engine.usage();
        eventsMeasured = engine.events() - eventsBefore;
        messagesMeasured = received(atEnd) - received(atWarm);
        sentBytes = cluster().sentBytes() - sentBefore;
        backgroundLag = lag(before, background());
        measuredNs = partial ? Math.max(0, engine.nowNs() - fromNs) : mix.time().measureNs();
        if (engine.failure() == null) {
            rest.reach();
        }
        instantsNs = new long[] {begunNs, warmNs, measuredAtNs, System.nanoTime()};
    }

    /**
     * What it took.
     *
     * @param beganNs when building began
     */
    Work work(long beganNs) {
        return new Work(
                instantsNs[0] - beganNs,
                instantsNs[1] - instantsNs[0],
                instantsNs[2] - instantsNs[1],
                instantsNs[3] - instantsNs[2],
                System.nanoTime() - instantsNs[3],
                received(engine.usage()),
                messagesMeasured,
                eventsMeasured,
                engine.gains());
    }

    private ProtocolNode.Background background() {
        ProtocolNode.Background sum = ProtocolNode.Background.NONE;
        for (ProtocolNode node : cluster().nodes()) {
            sum = sum.plus(node.background());
        }
        return sum;
    }

    private static double lag(ProtocolNode.Background before, ProtocolNode.Background after) {
        double added = after.added() - before.added();
        return added == 0 ? Double.NaN : Math.max(0, 1 - (after.done() - before.done()) / added);
    }

    /** Lets a live run go on until its rate is steady, or for as long as that may take, and then opens the window. */
    private void warmUntilSteady() {
        warmUp = new WarmUp();
        while (!warmUp.isOver() && !partial && engine.failure() == null) {
            cluster().window().rehearse(engine.nowNs());
            stopIf(isCutShort(engine.nowNs() + WarmUp.SLICE_NS));
            warmUp.add(allCommitted(), engine.nowNs());
            progress.at(Runner.Phase.WARMING, warmUp.share(), allCommitted());
        }
        cluster().measured().forEach(Measured::forget);
        if (!partial && engine.failure() == null) {
            cluster().window().begin(engine.nowNs());
        }
    }

    private void stopIf(boolean cutShort) {
        if (cutShort) {
            partial = true;
            cluster().window().cut(engine.nowNs());
            cluster().clients().forEach(StageClients::stop);
            cluster().operations().forEach(StageOperations::stop);
        }
    }

    private void advance(Runner.Phase phase, long fromNs, long toNs, int slices) {
        for (int slice = 1; slice <= slices && !partial && engine.failure() == null; slice++) {
            long untilNs = fromNs + (toNs - fromNs) * slice / slices;
            stopIf(isCutShort(untilNs));
            if (phase == Runner.Phase.MEASURING) {
                boolean whole = !mix.mode().live() && !partial && engine.failure() == null;
                timeline.cut(whole ? untilNs : engine.nowNs(), busy());
            }
            progress.at(phase, (double) slice / slices, committed());
        }
    }

    /** How busy everything has been so far, where that is known. */
    private List<Engine.Usage> busy() {
        return mix.mode().live() ? List.of() : engine.usage();
    }

    /** Live threads come back to cold caches after each slice, so theirs are no shorter than those of the warm-up. */
    private int slices(long lengthNs) {
        return mix.mode().live() ? (int) Math.max(1, Math.min(SLICES, lengthNs / WarmUp.SLICE_NS)) : VIRTUAL_SLICES;
    }

    /** Runs on, standing still whenever enough was recorded; true if the user wanted it to stop. */
    private boolean isCutShort(long untilNs) {
        while (true) {
            Engine.Progress reached = engine.runUntil(untilNs, this::isToStop);
            if (reached == Engine.Progress.FAILED) {
                return false;
            }
            history.takeSlice();
            if (reached != Engine.Progress.STOPPED || told) {
                return reached == Engine.Progress.STOPPED;
            }
        }
    }

    private boolean isToStop() {
        if (cancelled.getAsBoolean()) {
            told = true;
        }
        return told || history.gather();
    }

    private long committed() {
        return mix.mode().live() ? 0 : allCommitted();
    }

    /** How many have committed so far; live, only while the threads stand still. */
    private long allCommitted() {
        return cluster().measured().stream().mapToLong(Measured::allCommitted).sum();
    }

    /** What is to be said of how it warmed up, if that depended on its rate. */
    Optional<String> warmUpRemark() {
        return Optional.ofNullable(warmUp).filter(WarmUp::isOver).map(WarmUp::remark);
    }

    /** How long it warmed up, and was to be measured. */
    Mix.Time time() {
        return new Mix.Time(cluster().window().fromNs(), mix.time().measureNs());
    }

    long measuredNs() {
        return measuredNs;
    }

    /** Bytes that all machines put on their links while it was measured. */
    long sentBytes() {
        return sentBytes;
    }

    /** Which share of the background's work of that time was not done in it; NaN if there was none. */
    double backgroundLag() {
        return backgroundLag;
    }

    boolean partial() {
        return partial;
    }

    /** How the run came to rest. */
    Rest end() {
        return rest;
    }

    /** The measured time, slice by slice. */
    Timeline timeline() {
        return timeline.timeline(busy(), this::where);
    }

    List<RunResult.Utilisation> utilisation() {
        List<RunResult.Utilisation> shares = new ArrayList<>();
        boolean warm = !atWarm.isEmpty();
        for (int i = 0; warm && i < atEnd.size(); i++) {
            Engine.Usage end = atEnd.get(i);
            boolean there = i < atWarm.size();
            double busy = end.busyNs() - (there ? atWarm.get(i).busyNs() : 0);
            shares.add(new RunResult.Utilisation(
                    where(end),
                    end.stage() ? "stage" : "resource",
                    measuredNs == 0 ? 0 : busy / measuredNs,
                    end.served() - (there ? atWarm.get(i).served() : 0)));
        }
        return shares;
    }

    private String where(Engine.Usage usage) {
        int machines = mix.cluster().machines();
        if (usage.node() < 0) {
            return usage.name();
        }
        return (usage.node() < machines ? "node" + usage.node() : "switch" + (usage.node() - machines)) + "/"
                + usage.name();
    }

    private static long received(List<Engine.Usage> usage) {
        return usage.stream().mapToLong(Engine.Usage::received).sum();
    }
}
