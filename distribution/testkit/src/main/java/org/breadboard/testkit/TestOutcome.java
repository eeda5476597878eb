// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.HistoryRecheck;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/**
 * The outcome of a small run. Times are virtual in a simulated run, and of the wall clock on real threads.
 *
 * @param failure why the run itself failed, in one sentence, or null
 * @param verdict what the checks found; null if the run failed before it could be checked
 * @param nodes machines that hold records
 * @param measuredNs how long was measured
 * @param committed transactions (or operations) that committed in the measured time
 * @param latencyNs how many of those took how long, by latency in ns, which is rounded to three digits
 * @param types committed by type of transaction
 * @param aborts attempts that did not commit, by reason
 * @param busiest the stage or resource that was busy for the largest share of the measured time, such as
 *     {@code node3/nic.engine}; null on real threads, where nobody knows
 * @param counters what plug-ins counted
 * @param messages how many messages and completions stages took in, over the whole run
 * @param remarks what the protocol remarked
 * @param afterCrashes how it came back from each crash of the measured time
 */
public record TestOutcome(
        String failure,
        Verdict verdict,
        int nodes,
        long measuredNs,
        long committed,
        SortedMap<Long, Long> latencyNs,
        Map<String, Long> types,
        Map<String, Long> aborts,
        String busiest,
        Map<String, Long> counters,
        long messages,
        List<String> remarks,
        List<Crash> afterCrashes) {

    /**
     * How a run came back from a crash, in ns since it; NaN if it did not while the run was measured.
     *
     * @param atNs when it happened, in ns since the run began
     * @param shardCommitNs until a later transaction on records of the lost primaries committed
     * @param fullSpeedNs until clients of machines that stayed up were as fast as before
     * @param fullReplicationNs until all copies were back
     */
    public record Crash(long atNs, double shardCommitNs, double fullSpeedNs, double fullReplicationNs) {}

    /**
     * What the checks found. An answer is true only if everything that it speaks of was judged and holds, false if
     * something was found not to hold, and null if it was not judged, or not in full.
     *
     * @param promise what the history was to be
     * @param kept whether what committed is that
     * @param allowed what the promise allows and was found, in words
     * @param replicasEqual all copies of every record agree in the end
     * @param invariantsHold the workload's invariants hold in the end, and each node's own books are right
     * @param checked committed transactions that the history checker saw, over the whole run
     * @param unknown transactions of which nobody can say whether they committed
     * @param notJudged what was not judged and why
     * @param anomalies what was found not to hold, one sentence each
     */
    public record Verdict(
            Promise promise,
            Boolean kept,
            List<String> allowed,
            Boolean replicasEqual,
            Boolean invariantsHold,
            long checked,
            long unknown,
            List<String> notJudged,
            List<String> anomalies) {

        /** Whether nothing was found wrong. */
        public boolean holds() {
            return anomalies.isEmpty()
                    && !Boolean.FALSE.equals(kept)
                    && !Boolean.FALSE.equals(replicasEqual)
                    && !Boolean.FALSE.equals(invariantsHold);
        }

        private static Verdict of(RunVerdict verdict) {
            return new Verdict(
                    verdict.promise(),
                    verdict.kept(),
                    verdict.allowed(),
                    verdict.replicasEqual(),
                    verdict.invariantsHold(),
                    verdict.transactionsChecked(),
                    verdict.unknown(),
                    verdict.notJudged(),
                    verdict.anomalies());
        }

        /**
         * What is found in a history by itself.
         *
         * @param then what it said of the final state when it was judged, or null
         */
        static Verdict of(Path history, ResolvedMix mix, HistoryEnd then) {
            ProtocolType protocol = mix.parts().protocol();
            Promise promise = mix.mix().mode().promise(protocol);
            org.breadboard.platform.history.verdict.Verdict verdict = HistoryRecheck.of(
                            history, mix.parts().workload(), protocol, promise)
                    .check();
            List<String> anomalies = new ArrayList<>();
            verdict.anomalies().forEach(each -> anomalies.add(each.toString()));
            String difference = then == null ? null : verdict.end().difference(then);
            if (difference != null) {
                anomalies.add(difference);
            }
            return new Verdict(
                    verdict.promise(),
                    HistoryRecheck.kept(verdict),
                    HistoryRecheck.allowed(verdict),
                    null,
                    null,
                    verdict.committed(),
                    verdict.unknown(),
                    List.of("replicas and invariants, since a history by itself says nothing of them"),
                    anomalies);
        }
    }

    static TestOutcome of(RunResult result) {
        SortedMap<Long, Long> latencyNs = new TreeMap<>();
        result.latencyNs()
                .recordedValues()
                .forEach(each -> latencyNs.put(each.getValueIteratedTo(), each.getCountAtValueIteratedTo()));
        return new TestOutcome(
                result.failure() == null ? null : result.failure().sentence(),
                result.verdict() == null ? null : Verdict.of(result.verdict()),
                result.mix().cluster().nodes(),
                result.measuredNs(),
                result.committed(),
                latencyNs,
                result.types(),
                result.aborts(),
                result.usage().stream()
                        .filter(each -> !Double.isNaN(each.share()))
                        .map(RunResult.Utilisation::resource)
                        .findFirst()
                        .orElse(null),
                result.counters(),
                result.work().messages(),
                result.remarks(),
                result.afterCrashes().stream()
                        .map(each -> new Crash(
                                each.atNs(), each.shardCommitNs(), each.fullSpeedNs(), each.fullReplicationNs()))
                        .toList());
    }

    /** Whether nothing failed, and everything that was promised was found to hold. */
    public boolean verified() {
        return failure == null && verdict != null && verdict.holds();
    }

    /** What failed or was found not to hold, one sentence each. */
    public List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (failure != null) {
            findings.add(failure);
        }
        if (verdict != null) {
            findings.addAll(verdict.anomalies());
        }
        return findings;
    }

    /** {@link Verdict#checked} transactions; 0 if the run could not be checked. */
    public long checked() {
        return verdict == null ? 0 : verdict.checked();
    }

    /** {@link Verdict#unknown} transactions; 0 if the run could not be checked. */
    public long unknown() {
        return verdict == null ? 0 : verdict.unknown();
    }

    /** Committed per second, over all nodes. */
    public double committedPerSecond() {
        return measuredNs == 0 ? 0 : committed * 1e9 / measuredNs;
    }

    /** The mean of the latencies of what committed, in ns; NaN if nothing did. */
    public double meanLatencyNs() {
        double sum = 0;
        long count = 0;
        for (Map.Entry<Long, Long> each : latencyNs.entrySet()) {
            sum += (double) each.getKey() * each.getValue();
            count += each.getValue();
        }
        return sum / count;
    }

    /** Committed per second and node. */
    public double committedPerNodePerSecond() {
        return committedPerSecond() / nodes;
    }
}
