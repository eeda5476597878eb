// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;

/**
 * What one run yielded. Times are virtual in {@code sim} and wall-clock in {@code live}; the two never share a table.
 *
 * @param measuredNs how long was measured
 * @param committed transactions (or operations) that completed in that time
 * @param committedCi95PerSecond half the width of the 95% confidence interval of the rate, from batch means; NaN if
 *     unknown
 * @param latencyNs of those, from the intended start in an open loop
 * @param aborts attempts that did not commit in that time, by reason, in the order of {@code AbortReason}
 * @param kinds the same by type of transaction, phase of the load, and tenant
 * @param timeline the same over that time
 * @param afterCrashes how it came back from each crash of that time, in their order; empty where no machines crash
 * @param usage share of the measured time that each stage and resource was busy, highest first
 * @param sentBytes what all machines put on their links in that time, headers and gaps included
 * @param backgroundLag which share of what came up for the background in that time, such as a log to apply, was not
 *     done in it: what was measured lasts only while it is close to 0; NaN if nothing came up
 * @param counters what plug-ins counted over the whole run, by name
 * @param verdict what the checks found; null if the run failed before it could be checked
 * @param remarks what the protocol's nodes, the switches' programs and the rules of {@link Steadiness} remarked, each
 *     sentence once
 * @param partial the run was stopped early by the user: what is here is what was measured until then
 * @param failure null if the run itself did not fail: a plug-in threw or hung, or the run never came to rest
 * @param work what it took of the wall clock, and what it did in it
 */
public record RunResult(
        Mix mix,
        long measuredNs,
        long committed,
        double committedCi95PerSecond,
        Histogram latencyNs,
        Map<String, Long> aborts,
        Kinds kinds,
        Timeline timeline,
        List<AfterCrash> afterCrashes,
        List<Utilisation> usage,
        long sentBytes,
        double backgroundLag,
        Map<String, Long> counters,
        RunVerdict verdict,
        List<String> remarks,
        boolean partial,
        RunFailure failure,
        Work work) {
    /** Committed by type of transaction, in the workload's order. */
    public Map<String, Long> types() {
        Map<String, Long> types = new LinkedHashMap<>();
        kinds.types().forEach(type -> types.put(type.name(), type.committed()));
        return types;
    }

    /** What several workloads at once did, by name; empty if there is only one. */
    public Map<String, Kinds.Kind> tenants() {
        Map<String, Kinds.Kind> tenants = new LinkedHashMap<>();
        kinds.tenants().forEach(tenant -> tenants.put(tenant.name(), tenant));
        return tenants;
    }

    /** How often each machine with records crashed over the whole run, by its name; empty where none can. */
    public Map<String, Long> crashes() {
        Map<String, Long> crashes = new LinkedHashMap<>();
        for (int node = 0; mix.faults().crash() && node < mix.cluster().nodes(); node++) {
            crashes.put("node" + node, counters.getOrDefault(Faults.crashes(node), 0L));
        }
        return crashes;
    }

    /** Committed per second, over all nodes. */
    public double committedPerSecond() {
        return measuredNs == 0 ? 0 : committed * 1e9 / measuredNs;
    }

    /** Committed per second and node. */
    public double committedPerNodePerSecond() {
        return committedPerSecond() / mix.cluster().nodes();
    }

    /** Attempts per second that did not commit. */
    public double abortedPerSecond() {
        long sum = aborts.values().stream().mapToLong(Long::longValue).sum();
        return measuredNs == 0 ? 0 : sum * 1e9 / measuredNs;
    }

    /**
     * Bytes on the wire for each transaction (or operation) that committed, what aborted attempts sent included; NaN if
     * none did.
     */
    public double wirePerCommittedBytes() {
        return committed == 0 ? Double.NaN : (double) sentBytes / committed;
    }

    /** The same without its timeline, for who keeps many results. */
    RunResult withoutTimeline() {
        return new RunResult(
                mix,
                measuredNs,
                committed,
                committedCi95PerSecond,
                latencyNs,
                aborts,
                kinds,
                Timeline.NONE,
                afterCrashes,
                usage,
                sentBytes,
                backgroundLag,
                counters,
                verdict,
                remarks,
                partial,
                failure,
                work);
    }

    /** Whether nothing that was promised was found broken. */
    public boolean verified() {
        return failure == null && verdict != null && verdict.holds();
    }

    /** Whether it ran to its end and has nothing to show: no transaction committed while it measured. */
    public boolean showsNothing() {
        return failure == null && committed == 0 && !partial;
    }

    /**
     * Whether everything that was promised holds; null if nothing was found broken, but too little was checked to say.
     */
    public Boolean claim() {
        return verified() && verdict.tooLittle() != null ? null : Boolean.valueOf(verified());
    }

    /** Attempts per second at which the transaction's own logic gave up. */
    public double abortedByApplicationPerSecond() {
        return measuredNs == 0 ? 0 : aborts.getOrDefault(AbortReason.APPLICATION.name(), 0L) * 1e9 / measuredNs;
    }

    /** Attempts per second that met other transactions, or something that was used up. */
    public double abortedByConflictPerSecond() {
        return abortedPerSecond() - abortedByApplicationPerSecond();
    }

    /**
     * How busy a resource or stage was.
     *
     * @param resource its name with its node, for example {@code node3/nic.engine}
     * @param kind {@code stage} or {@code resource}
     * @param share from 0 to 1; NaN where the runtime cannot say (live)
     * @param served how many steps (stage) or messages (resource) it served in the measured time
     */
    public record Utilisation(String resource, String kind, double share, long served) {
        /** One of which nobody counted what it served. */
        public Utilisation(String resource, String kind, double share) {
            this(resource, kind, share, 0);
        }
    }
}
