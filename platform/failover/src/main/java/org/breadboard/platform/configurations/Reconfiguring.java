// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.leases.AgreedMembership;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.Membership;
import org.breadboard.platform.member.PlannedMembership;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.recovery.Outcomes;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.runtime.SeededStream;

/**
 * Runs a cluster whose machines crash and come back: one engine after another, each with the nodes of one
 * configuration. To whoever drives the run it is one engine, whose clock goes on. One thread, which controls the run.
 */
public final class Reconfiguring extends SuccessiveEngines {
    /** The stream of what the manager's messages and leases take. */
    private static final long MANAGER = -4;

    private static final double BITS = 8;

    private final LongFunction<Engine> engines;
    private final Faults faults;
    private final PluginWatch watch;
    private final CrashWatch crashWatch;
    private ClusterBuilder builder;
    private Cluster cluster;
    private Membership membership;
    private Crashes crashes;
    private Failure failure;
    private boolean recovering;
    /** Machines whose threads of the present configuration do nothing any more. */
    private final BitSet stopped = new BitSet();
    /** What is still on its way in configurations that are over; in virtual time. */
    private final Pasts pasts = new Pasts();
    /** What each machine had in memory when it was a member last: it is still there, and nobody may use it. */
    private NodeMemory[] lastMemories;
    /** Where configurations are decided, on real threads; null in virtual time. */
    private final EpochStore epochs;

    /**
     * Of a cluster that is still to be built on it.
     *
     * @param engines makes the engine of a configuration, by its epoch
     * @param live whether on real threads, where building a configuration takes time of the run
     * @param crashWatch is told of crashes, and observes all clusters of the run
     */
    public Reconfiguring(
            LongFunction<Engine> engines, boolean live, Faults faults, PluginWatch watch, CrashWatch crashWatch) {
        super(engines.apply(0));
        this.engines = engines;
        this.faults = faults;
        this.watch = watch;
        this.crashWatch = crashWatch;
        epochs = live ? Epochs.open(faults) : null;
    }

    /**
     * Takes the first cluster, which {@code by} has built on this.
     *
     * @param cancelled whether the run is not to begin any more
     * @throws RefusedException if nobody can decide on configurations
     */
    public void runs(ClusterBuilder by, Cluster first, Mix mix, BooleanSupplier cancelled) {
        builder = by;
        cluster = first;
        Faults.Control control = faults.control();
        Configuration all =
                Configuration.first(mix.cluster().nodes(), mix.cluster().replication());
        ToLongFunction<Configuration.Copy> copyNs = copy -> (long) (bytes(copy) * BITS / control.gbps());
        if (epochs != null) {
            Epochs.await(epochs, control, cancelled);
            membership = new AgreedMembership(all, control.leaseNs(), epochs, copyNs);
            engine.lease(membership::leaseUntilNs);
        } else {
            SeededStream random = new SeededStream(mix.seed(), MANAGER);
            PlannedMembership.Times times = new PlannedMembership.Times(
                    control.leaseNs(),
                    mix.mode().explore() ? control.leaseNs() : control.leaseNs() / Membership.RENEWALS_PER_LEASE,
                    control.decideNs(),
                    control.oneWayNs());
            membership = new PlannedMembership(all, times, random::nextLong, copyNs);
        }
        lastMemories = new NodeMemory[mix.cluster().nodes()];
        crashes = new Crashes(first.nemesis(), mix.cluster().nodes());
        crashWatch.measures(first.window());
    }

    private double bytes(Configuration.Copy copy) {
        return cluster.nodes().get(copy.from()).copyBytes(copy.partition());
    }

    /** How the run, which was measured until an instant and goes on no more, came back from each crash before that. */
    public List<AfterCrash> afterCrashes(long untilNs) {
        return crashWatch.outcomes(untilNs);
    }

    /** What a reader of the result has to know about how its members agreed. */
    public List<String> remarks() {
        return membership.remarks();
    }

    /** The cluster that runs. */
    public Cluster cluster() {
        return cluster;
    }

    // What a run does with an engine.

    @Override
    public Progress runUntil(long untilNs, BooleanSupplier stop) {
        while (failure() == null) {
            // What was due happens even if real threads were held up until after the end.
            long dueNs = nextNs();
            long nextNs = Math.max(nowNs(), dueNs);
            long atMostNs = Math.min(untilNs, nextNs);
            long lateNs = pasts.runUntil(atMostNs);
            Progress progress = engine.runUntil(
                    Math.min(lateNs, atMostNs),
                    () -> stop.getAsBoolean() || hasRecovered() || nextNs() < dueNs || membership.failure() != null);
            if (progress == Progress.FAILED) {
                return progress;
            }
            if (hasRecovered()) {
                recovering = false;
                long recoveredNs = Math.max(nowNs(), builder.recoveries().finishedNs());
                membership.recovered(recoveredNs);
                crashWatch.recovered(recoveredNs, membership);
                builder.observer().recovered();
            } else if (lateNs <= atMostNs && (progress == Progress.IDLE || nowNs() >= lateNs)) {
                engine.beginAt(lateNs);
                pasts.arrive(engine, cluster.fabric().gates());
            } else if (dueNs <= untilNs && (progress == Progress.IDLE || nowNs() >= nextNs)) {
                happen(nextNs);
            } else if (progress == Progress.IDLE && nextNs < Long.MAX_VALUE) {
                // All machines are down; time goes on.
                engine.beginAt(untilNs);
                return Progress.REACHED;
            } else if (progress != Progress.STOPPED || stop.getAsBoolean()) {
                return progress;
            }
        }
        return Progress.FAILED;
    }

    private boolean hasRecovered() {
        return recovering && builder.recoveries().areFinished();
    }

    private long nextNs() {
        Membership.Event event = membership.next();
        return Math.min(crashes.nextNs(), event == null ? Long.MAX_VALUE : event.atNs());
    }

    private void happen(long nowNs) {
        Membership.Event event = membership.next();
        if (event != null && event.atNs() <= nowNs) {
            if (event.action() == Membership.Action.STOP) {
                membership.stopped();
                stops(event.machine());
            } else {
                form(nowNs);
            }
            return;
        }
        Struck struck = new Struck(nowNs);
        crashes.happen(nowNs, struck);
        struck.tell();
    }

    private void stops(int machine) {
        engine.crash(machine);
        stopped.set(machine);
    }

    /** Has a fault happen to a machine with records, or to all, at an instant of its own: while its events happen. */
    public void strike(FaultAt fault, int machine, long nowNs) {
        Struck struck = new Struck(nowNs);
        crashes.happen(fault.kind(), machine, nowNs, nowNs + faults.windowNs(), struck);
        struck.tell();
    }

    /** The machines at an instant. */
    private final class Struck implements Crashes.Victims {
        private final long nowNs;
        private final BitSet lost = new BitSet();

        Struck(long nowNs) {
            this.nowNs = nowNs;
        }

        @Override
        public boolean crash(int machine) {
            stops(machine); // of one that is down its host may still be up
            boolean was = membership.isUp(machine);
            if (was) {
                membership.crashed(machine, nowNs);
                leaves(machine);
            }
            return was;
        }

        @Override
        public boolean crashNic(int machine) {
            boolean was = membership.isUp(machine);
            if (was) {
                cluster.nics().get(machine).crash(engine);
                membership.isolated(machine, nowNs);
                leaves(machine);
            }
            return was;
        }

        @Override
        public boolean failQueuePairs(int machine) {
            boolean was = membership.isUp(machine);
            if (was) {
                membership.isolated(machine, nowNs);
                leaves(machine);
            }
            return was;
        }

        private void leaves(int machine) {
            cluster.fabric().crash(machine);
            lost.set(machine, membership.configuration().isMember(machine));
        }

        @Override
        public void comeBack(int machine) {
            membership.returned(machine, nowNs);
        }

        @Override
        public void reachable(boolean there) {
            membership.reachable(there, nowNs);
        }

        void tell() {
            if (!lost.isEmpty()) {
                crashWatch.crashed(lost, nowNs, membership.configuration());
            }
        }
    }

    // A configuration after another.

    private void form(long nowNs) {
        Configuration before = membership.configuration();
        try {
            Configuration next = membership.form();
            if (next != null) {
                watch.call(() -> {
                    begin(before, next, nowNs);
                    return null;
                });
            }
        } catch (RefusedException | IllegalStateException broken) {
            failure = new Failure(-1, "the configuration after " + before.epoch(), broken);
        }
    }

    private void begin(Configuration before, Configuration next, long nowNs) {
        long beganNs = System.nanoTime();
        checkStopped(before, next);
        NodeMemory[] memories = memories(before, next);
        cluster.nodes().forEach(ProtocolNode::interrupted);
        interruptClients(before.epoch());
        long stoppedNs = Math.max(nowNs, nowNs());
        Engine last = follow(engines.apply(next.epoch()), stoppedNs);
        engine.lease(membership::leaseUntilNs);
        builder = builder.reconfigured(next, engine, memories, cluster.sentBytes());
        builder.recoveries().begin(next.members());
        if (epochs == null) {
            pasts.add(last, cluster);
        } else {
            last.close();
        }
        cluster = builder.build();
        for (int node = 0; node < next.machines(); node++) {
            // One that has been decided on may have been lost since.
            if (!next.isMember(node) || !membership.isUp(node)) {
                stops(node);
                cluster.fabric().crash(node);
            }
        }
        recovering = true;
        if (epochs != null) {
            engine.beginAt(stoppedNs + System.nanoTime() - beganNs);
        }
        engine.start();
    }

    /**
     * No machine may work for two configurations, nor one for the last while others do for the next. Real threads stop
     * by themselves when their lease is over.
     */
    private void checkStopped(Configuration before, Configuration next) {
        for (int node = 0; node < before.machines() && epochs == null; node++) {
            if (before.isMember(node) && !stopped.get(node)) {
                throw new IllegalStateException("configuration " + next.epoch() + " begins while node " + node
                        + ", whose lease is not over, still works for configuration " + before.epoch());
            }
        }
        stopped.clear();
    }

    private void interruptClients(int epoch) {
        Outcomes outcomes = builder.recoveries().outcomes();
        long since = epoch;
        for (StageClients clients : cluster.clients()) {
            clients.interrupt(epoch, outcomes, nowNs());
            since = Math.min(since, clients.interruptedSince());
        }
        outcomes.forgetBefore(since);
    }

    /**
     * What each member finds: what survives of its memory, if it was a member before, and the copies that it gets. Who
     * was none has what others have changed since, and what they have decided long ago: it begins with nothing.
     */
    private NodeMemory[] memories(Configuration before, Configuration next) {
        NodeMemory[] memories = new NodeMemory[next.machines()];
        for (int node = 0; node < memories.length; node++) {
            if (before.isMember(node)) {
                lastMemories[node] = cluster.memories().get(node);
            }
            if (next.isMember(node)) {
                memories[node] = before.isMember(node) ? lastMemories[node].survivors() : new NodeMemory(node);
            }
        }
        for (Configuration.Copy copy : before.missing(next)) {
            ProtocolNode source = cluster.nodes().get(copy.from());
            for (Region region : source.copy(copy.partition())) {
                PagedRegion present = memories[copy.from()].keeps(region.name());
                memories[copy.to()].receive(memories[copy.from()].fork(present));
            }
        }
        return memories;
    }

    @Override
    public boolean isSettled() {
        return crashes.isOver() && membership.isSettled();
    }

    @Override
    public Failure failure() {
        if (failure == null && membership != null && membership.failure() != null) {
            failure = new Failure(-1, "membership", new IllegalStateException(membership.failure()));
        }
        failure = failure == null ? pasts.failure() : failure;
        return failure == null ? engine.failure() : failure;
    }

    @Override
    public void close() {
        if (membership != null) {
            membership.close();
        } else if (epochs != null) {
            epochs.close();
        }
        pasts.close();
        engine.close();
    }
}
