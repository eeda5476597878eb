// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.Beginnings;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.configurations.CrashWatch;
import org.breadboard.platform.configurations.Reconfiguring;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.measured.Drain;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.watch.CommitWatch;
import org.breadboard.platform.watch.CopyWatch;

/**
 * Runs resolved mixes, one after another: builds the cluster, lets it warm up, measures, brings it to rest, and judges
 * what it did. Filled tables are kept from a run to the next, which may start from them; what a run yields does not
 * depend on that. One thread.
 */
public final class Runner {
    private static final String OPERATIONS =
            "serializability, replicas and invariants, since the protocol runs operations of its own, not transactions";

    private final Duration patience;
    private final Beginnings beginnings = new Beginnings();
    private boolean judgesWhole;
    private int threads = 1;
    private OneByOne whyOneByOne;
    private Instants instants;

    /** A plug-in that does not return outside of a step is given up after {@code patience}. */
    public Runner(Duration patience) {
        this.patience = patience;
    }

    /**
     * From now on final states are looked at whole, also where nobody has written: so it shows if nodes did not begin
     * with what the workload says.
     */
    public Runner judgingWhole() {
        judgesWhole = true;
        return this;
    }

    /**
     * From now on runs in virtual time have so many threads, the same bytes with any number. They use no more than
     * there are machines, nor than {@link Engine#MOST_THREADS}, and one where events have to happen one by one. With
     * faults, exploration, late tries or racks one thread finds more: a write that a copy gets less than a window after
     * its client was told.
     *
     * @throws IllegalArgumentException if it is none
     */
    public Runner onThreads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " threads");
        }
        threads = count;
        return this;
    }

    /** Why the last run's events happened one by one; empty if they did not, or it ran on real threads. */
    public Optional<OneByOne> whyOneByOne() {
        return Optional.ofNullable(whyOneByOne);
    }

    /** The instants that the last run came through; empty if nothing was to strike at one. */
    public Optional<Instants> instants() {
        return Optional.ofNullable(instants);
    }

    /** What a run does, one after another. */
    public enum Phase {
        /** Building nodes, and filling tables. */
        POPULATING("populating"),
        /** Before the window. */
        WARMING("warming up"),
        /** In the window. */
        MEASURING("measuring"),
        /** Judging what was recorded and what is left in memory. */
        CHECKING("checking");

        private final String words;

        Phase(String words) {
            this.words = words;
        }

        /** As people read it. */
        public String words() {
            return words;
        }

        /**
         * How much of warm-up and window together is done; of any other phase, how much of that.
         *
         * @param share of this phase
         * @param warmUp how much of both the warm-up is
         */
        public double ofWindow(double share, double warmUp) {
            return switch (this) {
                case WARMING -> warmUp * share;
                case MEASURING -> warmUp + (1 - warmUp) * share;
                default -> share;
            };
        }
    }

    /** Told how far a run is. Called by the thread that runs. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Something was done.
         *
         * @param share of the phase, between 0 and 1; NaN if nobody knows
         * @param committed transactions that are done so far
         */
        void at(Phase phase, double share, long committed);
    }

    /**
     * Runs the mix to its end, or until {@code cancelled} says so: then what was measured until then is the result, and
     * is judged like any other.
     *
     * @param parts what the mix's names stand for
     * @param history where the history's bytes go, or null to check and forget it
     * @throws RefusedException if the mix cannot work, in one sentence
     * @throws Hang if a plug-in does not return while the cluster is built
     */
    public RunResult run(Mix mix, MixParts parts, Path history, Progress progress, BooleanSupplier cancelled) {
        long began = System.nanoTime();
        progress.at(Phase.POPULATING, Double.NaN, 0);
        List<Plugin> plugins = parts.plugins();
        Phase[] phase = {Phase.POPULATING};
        PluginWatch watch = new PluginWatch(plugins, patience, cancelled, () -> progress.at(phase[0], Double.NaN, 0));
        ProtocolTraits traits = watch.call(parts.protocol()::traits);
        RunHistory records = mix.mode().windowed() && mix.workload() != null
                ? new WindowedHistory(watch, WindowedHistory.SLICE_WORDS)
                : new WholeHistory(mix.mode().live());
        CrashWatch crashes = new CrashWatch(mix.mode().live());
        Engines engines = new Engines(mix, threads);
        instants = engines.instants();
        try (Engine engine = engines.first(watch, crashes)) {
            CommitWatch commits = new CommitWatch(durability(mix, parts), engine);
            CopyWatch copies = new CopyWatch(engine);
            ClusterObserver watches = commits.and(copies);
            ClusterBuilder builder = engines.noting(new ClusterBuilder(mix, parts, engine, records, beginnings))
                    .observedBy(mix.faults().crash() ? watches.and(crashes) : watches);
            Cluster first = watch.call(builder::build);
            if (first.workload() != null && !mix.mode().live()) {
                copies.begin(first.workload().tables(), first.items());
            }
            Supplier<Cluster> clusters = () -> first;
            LongFunction<List<AfterCrash>> afterCrashes = untilNs -> List.of();
            Supplier<List<String>> memberRemarks = List::of;
            if (engine instanceof Reconfiguring reconfiguring) {
                reconfiguring.runs(builder, first, mix, cancelled);
                clusters = reconfiguring::cluster;
                afterCrashes = reconfiguring::afterCrashes;
                memberRemarks = reconfiguring::remarks;
            }
            engines.strike(engine, first);
            if (first.workload() != null) {
                records.begin(watch.call(() ->
                        recording(first, engine, parts.protocol(), mix.mode().promise(parts.protocol()), history)));
            }
            Drive drive = new Drive(mix, engine, clusters, records, progress, cancelled);
            drive.run();
            whyOneByOne = engine.whyOneByOne().orElse(null);
            Cluster cluster = clusters.get();
            phase[0] = Phase.CHECKING;
            progress.at(Phase.CHECKING, Double.NaN, 0);
            List<String> ofMembers = memberRemarks.get();
            engine.close();
            int open = drive.end().closeClients(records);
            String unwritten = records.keep();
            RunVerdict verdict = null;
            RunFailure failure = drive.end().failure(open, new PluginCode(plugins));
            if (failure == null) {
                try {
                    verdict = watch.call(() -> judge(mix, builder, cluster, records, seen(commits, copies)));
                    failure = traits.recovers() ? unfinished(verdict) : null;
                } catch (Hang hang) {
                    failure = new RunFailure(RunFailure.Kind.FAULT, hang.getMessage());
                } catch (RuntimeException | LinkageError thrown) {
                    failure = PluginFault.describe(thrown, new PluginCode(plugins))
                            .map(sentence -> new RunFailure(RunFailure.Kind.FAULT, sentence))
                            .orElse(null);
                    if (failure == null) {
                        throw thrown;
                    }
                }
            }
            boolean partial = drive.partial() || unwritten != null;
            return result(
                    mix,
                    cluster,
                    drive,
                    afterCrashes.apply(drive.time().warmupNs() + drive.measuredNs()),
                    partial,
                    verdict,
                    ofMembers,
                    failure == null ? RunFailure.orNull(RunFailure.Kind.NOT_WRITTEN, unwritten) : failure,
                    drive.work(began));
        }
    }

    private static IntFunction<Durability> durability(Mix mix, MixParts parts) {
        IntFunction<ProtocolType> byThread = SharedProtocols.byThread(parts.protocol());
        return thread -> mix.mode().live()
                ? Durability.UNTOLD
                : asked(byThread.apply(thread).traits().durability(), mix);
    }

    private static Durability asked(Durability promised, Mix mix) {
        if (promised != Durability.COPIES_WHERE_MACHINES_CRASH) {
            return promised;
        }
        return mix.faults().crash() ? Durability.COPIES : Durability.UNTOLD;
    }

    private static RunHistory.Recording recording(
            Cluster cluster, Engine engine, ProtocolType protocol, ProtocolType.Promise promise, Path file) {
        return new RunHistory.Recording(
                Verification.options(cluster.workload(), cluster.items(), promise, Verification.versions(protocol)),
                Verification.initialState(cluster.workload(), cluster.items()),
                cluster.clients().size(),
                () -> cluster.clients().forEach(clients -> clients.flush(engine.nowNs())),
                cluster.chunks(),
                file);
    }

    private static List<String> seen(CommitWatch commits, CopyWatch copies) {
        List<String> seen = new ArrayList<>(commits.violations());
        seen.addAll(copies.violations());
        return seen;
    }

    private RunVerdict judge(Mix mix, ClusterBuilder builder, Cluster cluster, RunHistory records, List<String> seen) {
        if (cluster.workload() == null) {
            return operationsVerdict(cluster);
        }
        try (Engine still = Engines.still(mix)) {
            Supplier<Cluster> first = judgesWhole ? null : () -> builder.asAtFirst(still);
            return new Verification(cluster, 0, first, seen).judge(records);
        }
    }

    /** What a protocol that recovers has left undecided although nothing goes wrong any more, or null. */
    private static RunFailure unfinished(RunVerdict verdict) {
        return verdict.unknown() == 0
                ? null
                : new RunFailure(
                        RunFailure.Kind.UNKNOWN_OUTCOME,
                        verdict.unknown() + " transactions are of unknown outcome, although nothing is lost any more"
                                + " and the protocol says that it recovers from losses.");
    }

    private static RunVerdict operationsVerdict(Cluster cluster) {
        List<String> wrong = new ArrayList<>();
        for (StageOperations operations : cluster.operations()) {
            if (operations.firstWrong() != null) {
                wrong.add(operations.firstWrong());
            }
        }
        cluster.nodes().forEach(node -> wrong.addAll(node.violations()));
        return RunVerdict.ofOperations(OPERATIONS, wrong);
    }

    /** What was asked for and never happened, in one sentence: such a run says nothing of how that is borne. */
    private static Optional<String> neverStruck(Mix mix, Map<String, Long> counts) {
        String words = mix.faults().struck(name -> counts.getOrDefault(name, 0L)).entrySet().stream()
                .filter(fault -> fault.getValue() == 0)
                .map(fault -> "'" + fault.getKey() + "'")
                .collect(Collectors.joining(", "));
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Of the faults that the mix has, " + words
                                + " never struck, so the run says nothing of that: measure longer, or have it strike more often.");
    }

    private static RunResult result(
            Mix mix,
            Cluster cluster,
            Drive drive,
            List<AfterCrash> crashes,
            boolean partial,
            RunVerdict verdict,
            List<String> memberRemarks,
            RunFailure failure,
            Work work) {
        Workload workload = cluster.workload();
        Totals totals = Totals.of(cluster);
        Measured sum = totals.sum();
        List<RunResult.Utilisation> usage = drive.utilisation();
        usage.sort(Comparator.comparingDouble((RunResult.Utilisation u) -> Double.isNaN(u.share()) ? -1 : u.share())
                .reversed());
        List<String> remarks = new ArrayList<>(cluster.remarks());
        remarks.addAll(memberRemarks);
        if (workload != null) {
            remarks.addAll(workload.remarks());
        }
        if (verdict != null && verdict.tooLittle() != null) {
            remarks.add(verdict.tooLittle());
        }
        Timeline cut = drive.timeline();
        Timeline timeline = cut.marked(cluster.nemesis().strikes(cut.fromNs(), cut.toNs()).stream()
                .map(strike ->
                        new Timeline.Mark(strike.kind().word(), strike.victims(), strike.fromNs(), strike.toNs()))
                .toList());
        Drain.of(timeline).ifPresent(remarks::add);
        neverStruck(mix, cluster.counts()).ifPresent(remarks::add);
        boolean whole = drive.measuredNs() == mix.time().measureNs();
        Phases phases = mix.load().phases();
        int contexts =
                cluster.clients().stream().mapToInt(StageClients::contexts).sum();
        remarks.addAll(phases.remarks(drive.measuredNs(), mix.load().open() ? 0 : contexts));
        if (whole && !mix.mode().explore()) {
            drive.warmUpRemark().ifPresent(remarks::add);
            int offering = crashes.isEmpty() ? cluster.clients().size() : 0;
            Steadiness.remark(mix, offering, sum, drive).ifPresent(remarks::add);
            Steadiness.remark(drive.backgroundLag()).ifPresent(remarks::add);
        }
        return new RunResult(
                mix,
                drive.measuredNs(),
                sum.committed(),
                // A load that changes on purpose is no noise.
                whole && phases == Phases.STEADY ? sum.rateCi95PerSecond() : Double.NaN,
                sum.latencyNs(),
                totals.aborts(),
                totals.kinds(),
                timeline,
                crashes,
                usage,
                drive.sentBytes(),
                drive.backgroundLag(),
                cluster.counts(),
                verdict,
                remarks,
                partial,
                failure,
                work);
    }
}
