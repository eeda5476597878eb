// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.fabric.EpochGates;
import org.breadboard.platform.runtime.Engine;

/**
 * Configurations that are over, in virtual time: packets that their machines had sent are still on their way in links
 * and switches, and arrive in a later one. Their machines do nothing any more. The thread that controls the run.
 */
final class Pasts {
    private static final Comparator<EpochGates.Late> ORDER =
            Comparator.comparingLong(EpochGates.Late::atNs).thenComparingInt(EpochGates.Late::node);

    private final List<Past> pasts = new ArrayList<>();
    /** What has come to ports and has not arrived yet, by time; those of one instant by node, and in order. */
    private final List<EpochGates.Late> late = new ArrayList<>();

    private Engine.Failure failure;

    private record Past(Engine engine, EpochGates gates) {}

    /** The configuration that ran on an engine is over: threads and NICs of its machines lose all that they had. */
    void add(Engine engine, Cluster cluster) {
        for (int node = 0; node < cluster.nodes().size(); node++) {
            engine.crash(node);
            cluster.nics().get(node).crash(engine);
        }
        engine.forgetStopped();
        EpochGates gates = cluster.fabric().gates();
        gates.isOver();
        pasts.add(new Past(engine, gates));
    }

    /**
     * Has packets go on until an instant.
     *
     * @return when the next one arrives; the greatest number if none is known to
     */
    long runUntil(long untilNs) {
        boolean more = false;
        for (Past past : List.copyOf(pasts)) {
            Engine.Progress progress = past.engine.runUntil(untilNs, () -> false);
            int before = late.size();
            past.gates.takeLate(late);
            more |= late.size() > before;
            failure = failure == null ? past.engine.failure() : failure;
            if (progress != Engine.Progress.REACHED) {
                past.engine.close();
                pasts.remove(past);
            }
        }
        if (more) {
            late.sort(ORDER);
        }
        return late.isEmpty() ? Long.MAX_VALUE : late.get(0).atNs();
    }

    /** The next one arrives at its machine, whose engine has come to that instant. */
    void arrive(Engine present, EpochGates gates) {
        EpochGates.Late next = late.remove(0);
        gates.arrive(next.node(), present.at(next.node()), next.packet());
    }

    /** What went wrong there, or null. */
    Engine.Failure failure() {
        return failure;
    }

    void close() {
        pasts.forEach(past -> past.engine.close());
    }
}
