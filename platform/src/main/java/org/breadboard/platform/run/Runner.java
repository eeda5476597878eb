package org.breadboard.platform.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.history.HistoryChunkPool;
import org.breadboard.platform.history.HistoryFileWriter;
import org.breadboard.platform.history.RecordedHistory;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;

/**
 * Runs one resolved mix: builds the cluster, lets it warm up, measures, brings it to rest, and judges what it did.
 */
public final class Runner {
    private static final int SLICES = 50;
    /** How long a run may take to come to rest: longer than any protocol's own time-out. */
    private static final long REST_NS = 5_000_000_000L;
    /** How long a live run goes on after its last transaction, so that messages nobody waits for arrive. */
    private static final long SETTLE_NS = 50_000_000L;

    private final List<Plugin> plugins;

    /** A runner over the installed plug-ins. */
    public Runner(List<Plugin> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /** Told how far a run is. Called by the thread that runs. */
    @FunctionalInterface
    public interface Progress {
        /** {@code doneNs} of {@code totalNs} have passed, and {@code committed} transactions are done so far. */
        void at(long doneNs, long totalNs, long committed);
    }

    /**
     * Runs the mix to its end, or until {@code cancelled} says so: then what was measured until then is the result, and is
     * judged like any other.
     *
     * @param history where the history's bytes go, or null to check and forget it
     * @throws RefusedException if the mix cannot work, in one sentence
     */
    public RunResult run(Mix mix, Path history, Progress progress, BooleanSupplier cancelled) {
        long began = System.nanoTime();
        HardwareType hardware = find(mix.hardware(), "hardware", Plugin::hardware, HardwareType::id);
        ProtocolType protocol = find(mix.protocol(), "protocol", Plugin::protocols, ProtocolType::id);
        Workload workload = mix.workload() == null
                ? null
                : find(mix.workload(), "workload", Plugin::workloads, WorkloadType::id)
                        .create(
                                mix.workloadSettings(),
                                mix.cluster().nodes(),
                                mix.cluster().threads(),
                                mix.cluster().scale());
        Map<String, StoreType> stores = new TreeMap<>();
        plugins.forEach(plugin -> plugin.stores().forEach(store -> stores.put(store.id(), store)));
        RecordedHistory recorded = new RecordedHistory();
        try (Engine engine = engine(mix)) {
            Cluster cluster = new Cluster(mix, engine, hardware, protocol, workload, stores, recorded);
            Drive drive = new Drive(mix, engine, cluster, progress, cancelled);
            drive.run();
            engine.close();
            int open = 0;
            for (StageClients clients : cluster.clients()) {
                open += clients.close();
            }
            String unwritten = history == null || workload == null ? null : write(recorded, history);
            RunVerdict verdict = null;
            String failure = drive.failure(open);
            if (failure == null) {
                try {
                    verdict = workload == null
                            ? operationsVerdict(cluster)
                            : new Verification(cluster).judge(recorded, protocol.promises());
                } catch (RuntimeException | LinkageError thrown) {
                    failure = PluginFault.describe(thrown).orElse(null);
                    if (failure == null) {
                        throw thrown;
                    }
                }
            }
            return result(
                    mix, cluster, drive, verdict, failure == null ? unwritten : failure, System.nanoTime() - began);
        }
    }

    private static Engine engine(Mix mix) {
        if (mix.mode().live()) {
            return new LiveEngine(mix.seed(), mix.mode().liveThreads());
        }
        return new SimEngine(mix.seed(), mix.mode().explore());
    }

    private <T> T find(String id, String kind, Function<Plugin, List<T>> kinds, Function<T, String> idOf) {
        List<String> known = new ArrayList<>();
        for (Plugin plugin : plugins) {
            for (T candidate : kinds.apply(plugin)) {
                if (idOf.apply(candidate).equals(id)) {
                    return candidate;
                }
                known.add(idOf.apply(candidate));
            }
        }
        throw new RefusedException("No installed bundle offers the " + kind + " '" + id + "'; there is "
                + (known.isEmpty() ? "none" : String.join(", ", known)) + ".");
    }

    /** Null, or one sentence: what was measured stays of use where the disk has no room for its history. */
    private static String write(RecordedHistory recorded, Path path) {
        try (HistoryFileWriter writer = new HistoryFileWriter(path, new HistoryChunkPool(64, 1))) {
            recorded.forEachChunk(writer);
            return null;
        } catch (IOException | UncheckedIOException failed) {
            Throwable cause = failed instanceof UncheckedIOException wrapped ? wrapped.getCause() : failed;
            String why = cause.getMessage();
            return why.startsWith("The history")
                    ? why
                    : "The history could not be written to " + path + ": " + why + ".";
        }
    }

    private static RunVerdict operationsVerdict(Cluster cluster) {
        List<String> wrong = new ArrayList<>();
        for (StageOperations operations : cluster.operations()) {
            if (operations.firstWrong() != null) {
                wrong.add(operations.firstWrong());
            }
        }
        cluster.nodes().forEach(node -> wrong.addAll(node.violations()));
        return new RunVerdict(wrong.isEmpty(), false, true, true, 0, 0, wrong);
    }

    private static RunResult result(
            Mix mix, Cluster cluster, Drive drive, RunVerdict verdict, String failure, long wallNs) {
        Workload workload = cluster.workload();
        Measured sum = new Measured(
                drive.window(), workload == null ? 1 : workload.transactions().size());
        cluster.clients().forEach(clients -> sum.add(clients.measured()));
        cluster.operations().forEach(operations -> sum.add(operations.measured()));
        Map<String, Long> aborts = new LinkedHashMap<>();
        for (AbortReason reason : AbortReason.values()) {
            if (sum.aborted(reason) > 0) {
                aborts.put(reason.name(), sum.aborted(reason));
            }
        }
        Map<String, Long> types = new LinkedHashMap<>();
        for (int type = 0; workload != null && type < workload.transactions().size(); type++) {
            types.put(workload.transactions().get(type).name(), sum.ofType(type));
        }
        List<RunResult.Utilisation> usage = drive.utilisation();
        usage.sort(Comparator.comparingDouble((RunResult.Utilisation u) -> Double.isNaN(u.share()) ? -1 : u.share())
                .reversed());
        boolean whole = drive.measuredNs() == mix.time().measureNs();
        return new RunResult(
                mix,
                drive.measuredNs(),
                sum.committed(),
                whole ? sum.rateCi95PerSecond() : Double.NaN,
                sum.latencyNs(),
                aborts,
                types,
                usage,
                cluster.counts(),
                verdict,
                drive.partial(),
                failure,
                drive.messagesDelivered(),
                wallNs);
    }

    /** The phases of a run on its engine: warm-up, measurement, coming to rest. */
    private static final class Drive {
        private final Mix mix;
        private final Engine engine;
        private final Cluster cluster;
        private final Progress progress;
        private final BooleanSupplier cancelled;
        private List<Engine.Usage> atWarm = List.of();
        private List<Engine.Usage> atEnd = List.of();
        private long measuredNs;
        private boolean partial;
        private boolean rested;

        Drive(Mix mix, Engine engine, Cluster cluster, Progress progress, BooleanSupplier cancelled) {
            this.mix = mix;
            this.engine = engine;
            this.cluster = cluster;
            this.progress = progress;
            this.cancelled = cancelled;
        }

        void run() {
            engine.start();
            advance(0, mix.time().warmupNs());
            atWarm = engine.usage();
            long fromNs = engine.nowNs();
            advance(mix.time().warmupNs(), mix.time().endNs());
            atEnd = engine.usage();
            measuredNs =
                    partial ? Math.max(0, engine.nowNs() - fromNs) : mix.time().measureNs();
            if (engine.failure() == null) {
                rest();
            }
        }

        private void advance(long fromNs, long toNs) {
            for (int slice = 1; slice <= SLICES && !partial && engine.failure() == null; slice++) {
                long untilNs = fromNs + (toNs - fromNs) * slice / SLICES;
                if (engine.runUntil(untilNs, cancelled) == Engine.Progress.STOPPED) {
                    partial = true;
                    cluster.clients().forEach(StageClients::stop);
                    cluster.operations().forEach(StageOperations::stop);
                }
                progress.at(engine.nowNs(), mix.time().endNs(), committed());
            }
        }

        private long committed() {
            long sum = 0;
            if (!mix.mode().live()) {
                for (StageClients clients : cluster.clients()) {
                    sum += clients.measured().allCommitted();
                }
            }
            return sum;
        }

        private void rest() {
            long limitNs = engine.nowNs() + REST_NS;
            if (mix.mode().live()) {
                rested = engine.runUntil(limitNs, this::clientsDone) == Engine.Progress.STOPPED;
                engine.runUntil(engine.nowNs() + SETTLE_NS, () -> false);
            } else {
                rested = engine.runUntil(limitNs, () -> false) == Engine.Progress.IDLE;
            }
        }

        private boolean clientsDone() {
            for (StageClients clients : cluster.clients()) {
                if (clients.running() > 0) {
                    return false;
                }
            }
            return true;
        }

        Window window() {
            return new Window(mix.time().warmupNs(), mix.time().endNs());
        }

        long measuredNs() {
            return measuredNs;
        }

        boolean partial() {
            return partial;
        }

        /** One sentence, or null. {@code open} attempts were never answered. */
        String failure(int open) {
            Engine.Failure f = engine.failure();
            if (f != null) {
                return (f.node() < 0 ? "" : "Node " + f.node() + ", ") + f.where() + ": " + f.cause();
            }
            boolean faults = mix.network().loss() > 0;
            if (!rested && !faults) {
                return "The run did not come to rest within " + REST_NS / 1_000_000_000 + " s: " + open
                        + " transactions were never answered.";
            }
            if (open > 0 && !faults) {
                return open + " transactions were never answered, although nothing was lost.";
            }
            return null;
        }

        List<RunResult.Utilisation> utilisation() {
            List<RunResult.Utilisation> shares = new ArrayList<>();
            for (int i = 0; i < atEnd.size() && i < atWarm.size(); i++) {
                Engine.Usage end = atEnd.get(i);
                double busy = end.busyNs() - atWarm.get(i).busyNs();
                String where = end.node() < 0 ? end.name() : "node" + end.node() + "/" + end.name();
                shares.add(new RunResult.Utilisation(
                        where, end.stage() ? "stage" : "resource", measuredNs == 0 ? 0 : busy / measuredNs));
            }
            return shares;
        }

        long messagesDelivered() {
            long sum = 0;
            for (Engine.Usage usage : engine.usage()) {
                sum += usage.received();
            }
            return sum;
        }
    }
}
