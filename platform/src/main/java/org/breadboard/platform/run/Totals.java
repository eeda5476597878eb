package org.breadboard.platform.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.workload.SharedWorkload;

/**
 * What all clients of a cluster have measured together.
 *
 * @param aborts attempts that did not commit, by reason, in the order of {@code AbortReason}
 * @param types committed by type of transaction, in the workload's order
 * @param tenants of several workloads at once, by name, what became of the attempts of each; else empty
 */
record Totals(
        Measured sum, Map<String, Long> aborts, Map<String, Long> types, Map<String, RunResult.Attempts> tenants) {
    /** Of a cluster that stands still. */
    static Totals of(Cluster cluster) {
        Workload workload = cluster.workload();
        Measured sum = new Measured(
                cluster.window(), workload == null ? 1 : workload.transactions().size());
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
        Map<String, RunResult.Attempts> tenants = new LinkedHashMap<>();
        if (workload instanceof SharedWorkload shared) {
            shared.tenants().forEach(tenant -> tenants.put(tenant.name(), new RunResult.Attempts(0, 0)));
            for (int type = 0; type < shared.transactions().size(); type++) {
                String name = shared.tenants().get(shared.tenantOfType(type)).name();
                tenants.merge(
                        name,
                        new RunResult.Attempts(sum.ofType(type), sum.abortedOfType(type)),
                        RunResult.Attempts::plus);
            }
        }
        return new Totals(sum, aborts, types, tenants);
    }
}
