// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.tenants.SharedWorkload;

/** What all clients of a cluster have measured together. */
public final class Totals {
    private final Workload workload;
    private final Measured sum;

    private Totals(Workload workload, Measured sum) {
        this.workload = workload;
        this.sum = sum;
    }

    /** Of a cluster that stands still, and has clients or operations. */
    public static Totals of(Cluster cluster) {
        Measured sum = cluster.noneMeasured();
        cluster.measured().forEach(sum::add);
        return new Totals(cluster.workload(), sum);
    }

    /** What all clients measured, as one. */
    public Measured sum() {
        return sum;
    }

    /** Attempts that did not commit, by reason, in the order of {@code AbortReason}; those that occurred. */
    public Map<String, Long> aborts() {
        Map<String, Long> aborts = new LinkedHashMap<>();
        for (AbortReason reason : AbortReason.values()) {
            if (sum.aborted(reason) > 0) {
                aborts.put(reason.name(), sum.aborted(reason));
            }
        }
        return aborts;
    }

    /** By type of transaction, phase of the load, and tenant. */
    public Kinds kinds() {
        List<Kinds.Kind> types = new ArrayList<>();
        List<Kinds.Kind> tenants = new ArrayList<>();
        List<Kinds.Kind> phases = new ArrayList<>();
        for (int type = 0; workload != null && type < sum.types(); type++) {
            int own = type;
            types.add(kind(workload.transactions().get(type).name(), (of, phase) -> of == own));
        }
        if (workload instanceof SharedWorkload shared) {
            for (int tenant = 0; tenant < shared.tenants().size(); tenant++) {
                int own = tenant;
                tenants.add(kind(shared.tenants().get(tenant).name(), (of, phase) -> shared.tenantOfType(of) == own));
            }
        }
        for (int phase = 0;
                sum.phases() != Phases.STEADY && phase < sum.phases().count();
                phase++) {
            int own = phase;
            phases.add(kind((phase + 1) + ": " + sum.phases().words(phase), (of, at) -> at == own));
        }
        return new Kinds(types, phases, tenants, List.of());
    }

    /** All transactions, under a name. */
    public Kinds.Kind all(String name) {
        return kind(name, (type, phase) -> true);
    }

    @FunctionalInterface
    private interface Choice {
        boolean has(int type, int phase);
    }

    private Kinds.Kind kind(String name, Choice choice) {
        Histogram latencyNs = null;
        long[] aborted = new long[AbortReason.values().length];
        for (int type = 0; type < sum.types(); type++) {
            for (int phase = 0; phase < sum.phases().count(); phase++) {
                if (choice.has(type, phase)) {
                    Histogram own = sum.latencyNs(type, phase);
                    if (latencyNs == null) {
                        latencyNs = own;
                    } else {
                        latencyNs.add(own);
                    }
                    for (AbortReason reason : AbortReason.values()) {
                        aborted[reason.ordinal()] += sum.aborted(type, phase, reason);
                    }
                }
            }
        }
        return new Kinds.Kind(name, latencyNs, aborted);
    }
}
