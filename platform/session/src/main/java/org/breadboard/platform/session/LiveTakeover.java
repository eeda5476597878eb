// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.cluster.NeutralRecords;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.NotAdoptableException;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.CopiesInMemory;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.sim.SimEngine;
import org.breadboard.platform.tenants.SharedProtocols;

/**
 * One protocol taking over from another, up to the moment from which there is no way back. Whatever goes wrong is
 * refused in one sentence, and then the protocol of before is as it was. One thread.
 */
final class LiveTakeover {
    private static final long PROOF_LOOK_NS = 200_000;

    private final LivePhase before;
    private final ResolvedMix next;
    private final PluginWatch watch;
    private List<String> books = List.of();
    private List<String> remarks = List.of();
    private long drainedNs;
    private long recordsPassed;

    LiveTakeover(LivePhase before, ResolvedMix next, PluginWatch watch) {
        this.before = before;
        this.next = next;
        this.watch = watch;
    }

    /** A step that calls plug-ins. */
    private interface Work<T> {
        T get();
    }

    /**
     * Refuses what cannot be while everything still runs: another cluster, load or workload, and what the hardware or
     * the protocol refuses when it is built.
     */
    void rehearse() {
        Mix mix = before.resolved().mix();
        Mix other = next.mix();
        boolean apart =
                Stream.of(mix, other).anyMatch(each -> each.protocol().id().equals(SharedProtocols.ID));
        if (apart && !(mix.protocol().equals(other.protocol()) && mix.tenants().equals(other.tenants()))) {
            throw new RefusedException(
                    "Where tenants have a protocol each, their clients know no other; stop the cluster"
                            + " and start the other one.");
        }
        same("cluster", mix.cluster(), other.cluster());
        same("hardware", mix.hardware(), other.hardware());
        same("workload", mix.workload(), other.workload());
        same("workload", mix.tenants(), other.tenants());
        same("load", mix.load(), other.load());
        same("network", mix.network(), other.network());
        same("faults", mix.faults(), other.faults());
        same("runtime or check", mix.mode(), other.mode());
        if (!mayAdopt()) {
            checkOutcomes();
        }
        refusing(
                "is refused",
                () -> watch.call(() -> {
                    checkItems(next.parts().protocol());
                    try (Engine engine = new SimEngine(other.seed(), false)) {
                        ClusterBuilder.rehearse(other, next.parts(), engine);
                    }
                    return null;
                }));
    }

    private static void same(String what, Object one, Object other) {
        if (!java.util.Objects.equals(one, other)) {
            throw new RefusedException("A swap replaces the protocol alone, and this one has another " + what
                    + "; stop the cluster and start the other one.");
        }
    }

    private void checkItems(ProtocolType protocol) {
        IntFunction<ProtocolType> byTable = SharedProtocols.byTable(protocol);
        Items items = Items.of(
                before.cluster().workload().tables(),
                table -> byTable.apply(table).traits().grain());
        before.cluster().workload().tables().forEach(table -> {
            if (items.areRecords(table.id()) != before.cluster().items().areRecords(table.id())) {
                throw new RefusedException("it has versions of "
                        + (items.areRecords(table.id()) ? "records" : "parts of records") + " of table " + table.name()
                        + ", and the history that it would continue has them of "
                        + (items.areRecords(table.id()) ? "parts of records" : "records"));
            }
        });
    }

    /** Takes over, with admission paused: what it gives is built, proven to start, and holds the records. */
    LivePhase run() {
        long beganNs = System.nanoTime();
        String stuck = before.drain();
        drainedNs = System.nanoTime() - beganNs;
        if (stuck != null) {
            throw refusal("was undone", stuck, null);
        }
        long stoodNs = System.nanoTime();
        return refusing("was undone, and '" + before.protocol() + "' goes on", () -> {
            books = watch.call(before::books);
            remarks = watch.call(before.cluster()::remarks);
            boolean adopts = mayAdopt();
            LivePhase after = null;
            if (adopts) {
                try {
                    after = built(null, stoodNs);
                } catch (NotAdoptableException laidOutOtherwise) {
                    adopts = false;
                }
            }
            return adopts ? unchanged(proven(after, stoodNs)) : proven(passed(stoodNs), stoodNs);
        });
    }

    /** Refuses a cluster that adopted memory and does not hold in it what was there. */
    private LivePhase unchanged(LivePhase after) {
        String difference;
        try {
            difference = watch.call(() -> CopiesInMemory.difference(before.cluster(), after.cluster()));
        } catch (RuntimeException | Error broken) {
            after.engine().close();
            throw broken;
        }
        if (difference != null) {
            after.engine().close();
            throw new RefusedException("the memory was not adopted as it is: " + difference);
        }
        return after;
    }

    /**
     * Whether what takes over may be built on the memory as it is. What devices have in memory of their own, such as
     * locks, would be lost.
     */
    private boolean mayAdopt() {
        return next.mix().protocol().equals(before.resolved().mix().protocol())
                && next.parts().protocol().traits().adopts()
                && before.cluster().memories().stream().noneMatch(NodeMemory::isPartlyOfDevices);
    }

    /**
     * Refuses to pass records over where transactions may be given up halfway: the locks that they leave do not pass
     * over, and half of what they wrote would be there for all to see.
     */
    private void checkOutcomes() {
        if (before.resolved().mix().faults().lose()) {
            throw new RefusedException(
                    "Where packets are lost, transactions may be given up halfway, and their locks would not"
                            + " pass over to another protocol; swap to the same one, or start without loss.");
        }
    }

    /** The new cluster, with the records passed over one by one. */
    private LivePhase passed(long stoodNs) {
        checkOutcomes();
        NeutralRecords records = watch.call(() -> NeutralRecords.of(before.cluster()));
        LivePhase after = built(records, stoodNs);
        String difference = watch.call(() -> records.difference(after.cluster()));
        if (difference != null) {
            after.engine().close();
            throw new RefusedException("the records did not pass over: " + difference);
        }
        recordsPassed = records.count();
        return after;
    }

    private LivePhase built(NeutralRecords records, long stoodNs) {
        MixParts parts = next.parts();
        // The workload goes on, with what its generators have counted.
        MixParts own = new MixParts(
                parts.machine(),
                parts.groups(),
                parts.switches(),
                parts.program(),
                parts.protocol(),
                before.cluster().workload(),
                parts.plugins());
        Mix mix = next.mix();
        long nowNs = before.engine().nowNs() + System.nanoTime() - stoodNs;
        LiveEngine engine = new LiveEngine(mix.seed(), mix.mode().liveThreads(), nowNs);
        ClusterBuilder builder = before.builder().successor(mix, own, engine, records);
        Cluster cluster = watch.call(builder::build);
        long above = records == null ? before.above() : greatestVersion(records) + 1;
        return new LivePhase(next, parts.protocol().traits(), builder, cluster, engine, watch, above);
    }

    private long greatestVersion(NeutralRecords records) {
        return before.cluster().clients().stream()
                .mapToLong(StageClients::greatestVersion)
                .reduce(before.above() + records.greatestVersion(), Math::max);
    }

    /**
     * Lets each new stage have a turn while nothing is admitted, so that one that throws at once can be undone. Its
     * clock has gone on while everything stood still: what was built meanwhile took clients' time.
     */
    private LivePhase proven(LivePhase after, long stoodNs) {
        LiveEngine engine = after.engine();
        engine.beginAt(before.engine().nowNs() + System.nanoTime() - stoodNs);
        engine.start();
        while (!engine.hasTurned()) {
            if (engine.runUntil(engine.nowNs() + PROOF_LOOK_NS, () -> false) == Engine.Progress.FAILED) {
                String failure = after.failure();
                engine.close();
                throw new RefusedException(failure);
            }
        }
        after.cluster().clients().forEach(clients -> clients.versionsAbove(after.above()));
        return after;
    }

    private <T> T refusing(String how, Work<T> work) {
        try {
            return work.get();
        } catch (RefusedException | Hang refused) {
            throw refusal(how, refused.getMessage(), refused);
        } catch (OutOfMemoryError full) {
            throw refusal(how, "the heap has no room for two clusters at once, set BREADBOARD_OPTS=-Xmx8g", full);
        } catch (RuntimeException | LinkageError thrown) {
            String fault = PluginFault.describe(
                            thrown, new PluginCode(next.parts().plugins()))
                    .orElse(thrown.toString());
            throw refusal(how, fault, thrown);
        }
    }

    private RefusedException refusal(String how, String why, Throwable cause) {
        String sentence = "The swap to protocol '" + next.mix().protocol().id() + "' " + how + ": " + why;
        RefusedException refusal = new RefusedException(sentence.endsWith(".") ? sentence : sentence + ".");
        refusal.initCause(cause);
        return refusal;
    }

    /** What the nodes of before found wrong with themselves. */
    List<String> books() {
        return books;
    }

    /** What the nodes of before remarked. */
    List<String> remarks() {
        return remarks;
    }

    long drainedNs() {
        return drainedNs;
    }

    /** How many records passed over one by one; 0 if the memory was adopted. */
    long recordsPassed() {
        return recordsPassed;
    }
}
