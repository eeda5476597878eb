// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.ClusterBuilder;
import org.breadboard.platform.configurations.CrashWatch;
import org.breadboard.platform.configurations.Reconfiguring;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.memory.StoreJournal;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.sim.SimEngine;

/** Makes the engines of one run, and what strikes it at an instant. One thread. */
final class Engines {
    /** Between the seeds of configurations of a run, whose stages draw other numbers each. */
    private static final long SEEDS_APART = 0x9e3779b97f4a7c15L;

    private final Mix mix;
    private final int threads;
    private final StoreJournal stores;
    private final Instants instants;

    /** Of a run that has so many threads in virtual time. */
    Engines(Mix mix, int threads) {
        this.mix = mix;
        this.threads = threads;
        FaultAt at = mix.faults().at();
        stores = at != null && at.moment() != FaultAt.Moment.ARRIVAL ? new StoreJournal() : null;
        instants = at == null
                ? null
                : new Instants(at, mix.cluster().nodes(), mix.time().endNs(), stores);
    }

    /** The instants of the run; null if nothing strikes at one. */
    Instants instants() {
        return instants;
    }

    /** Makes the engine that drives the run: one after another, if its machines crash. */
    Engine first(PluginWatch watch, CrashWatch crashes) {
        return mix.faults().crash()
                ? new Reconfiguring(this::of, mix.mode().live(), mix.faults(), watch, crashes)
                : of(0);
    }

    /** Has the builder of the first cluster note what an instant needs. */
    ClusterBuilder noting(ClusterBuilder builder) {
        return builder.noting(stores);
    }

    /** Has what strikes at an instant strike this cluster, the first one on {@code engine}. */
    void strike(Engine engine, Cluster first) {
        if (instants == null) {
            return;
        }
        instants.struckBy((fault, place, nowNs) -> {
            boolean machine = place < mix.cluster().nodes();
            if (fault.kind() == Faults.Kind.SWITCH_CRASH
                    && place >= mix.cluster().machines()) {
                first.nemesis()
                        .crashSwitch((int) (fault.number() % mix.switches().count()), nowNs);
            } else if (machine && engine instanceof Reconfiguring reconfiguring) {
                reconfiguring.strike(fault, place, nowNs);
            }
        });
    }

    /** An engine of a configuration, for which nothing was built yet. */
    private Engine of(long epoch) {
        Engine made = still(mix, epoch, threads);
        if (instants != null && epoch == 0) {
            ((SimEngine) made).strike(instants);
        }
        return made;
    }

    /** One for which a cluster is built that does nothing. */
    static Engine still(Mix mix) {
        return still(mix, 0, 1);
    }

    private static Engine still(Mix mix, long epoch, int threads) {
        long seed = mix.seed() + epoch * SEEDS_APART;
        if (mix.mode().live()) {
            return new LiveEngine(seed, mix.mode().liveThreads());
        }
        SimEngine engine = new SimEngine(seed, mix.mode().explore());
        engine.speeds(mix.mode().speeds());
        engine.threads(threads);
        if (threads == 1 && asksAtTheInstant(mix)) {
            engine.observed();
        }
        return engine;
    }

    /** Whether {@code CommitWatch} is to let nobody off: of what tries protocols, and not how fast machines are. */
    private static boolean asksAtTheInstant(Mix mix) {
        boolean tried = mix.mode().explore() || mix.load().untilDone();
        return tried || !mix.faults().isNone() || mix.network().racks() > 1;
    }
}
