// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.breadboard.api.protocol.ProtocolType.Promise;

/**
 * What a checker found.
 *
 * @param serializable whether the committed transactions are equivalent to some serial order, final state included
 * @param promise what it was to be
 * @param strict whether a serial order exists that also respects real time; false if not checked
 * @param replicasChecked whether a final state was given
 * @param replicasEqual whether all replicas of each partition were equal, but for those unjudged; false if not checked
 * @param replicasUnjudged keys whose copies differ, where a write of unknown outcome may be why: they are not held
 *     against anybody
 * @param transactionsChecked records in the history, whatever their outcome
 * @param operationsChecked operations in these records
 * @param committed transactions that committed as their clients know
 * @param aborted attempts that aborted
 * @param unknown attempts of unknown outcome
 * @param unknownCommitted how many of these were seen to have committed
 * @param accountSums by type, sums of the accounts of all transactions that committed, known or seen
 * @param apart whether committed transactions installed keys, but none that another read or installed: then the history
 *     does not show how they would have got along
 * @param forgottenUnknown attempts of unknown outcome whose reads a windowed check had to forget; 0 means that it
 *     missed nothing
 * @param unnamed committed transactions that name no instants, where snapshot isolation was promised
 * @param impossible of lost updates ({@link AnomalyKind#LOST_UPDATE}), write skew ({@link AnomalyKind#G2_ITEM}) and,
 *     where ranges were read, phantoms: those that no two transactions could have shown, as they met; a windowed check
 *     that has forgotten any does not say
 * @param anomalies examples of what is wrong, the plainest first
 * @param anomalyCounts how many of each kind were found; may exceed the examples
 * @param allowed how many of kinds that the promise allows were found; of cycles whose transactions hang together, one,
 *     but of write skews each pair
 * @param end what the history says of the final state
 */
public record Verdict(
        boolean serializable,
        Promise promise,
        boolean strict,
        boolean replicasChecked,
        boolean replicasEqual,
        long replicasUnjudged,
        long transactionsChecked,
        long operationsChecked,
        long committed,
        long aborted,
        long unknown,
        long unknownCommitted,
        Map<Integer, Long> accountSums,
        boolean apart,
        long forgottenUnknown,
        long unnamed,
        Set<AnomalyKind> impossible,
        List<Anomaly> anomalies,
        Map<AnomalyKind, Long> anomalyCounts,
        Map<AnomalyKind, Long> allowed,
        HistoryEnd end) {
    /** Copies the collections. */
    public Verdict {
        anomalies = List.copyOf(anomalies);
        accountSums = Map.copyOf(accountSums);
        anomalyCounts = Map.copyOf(anomalyCounts);
        allowed = Map.copyOf(allowed);
        impossible = Set.copyOf(impossible);
    }

    /** Whether real-time order was checked. */
    public boolean strictChecked() {
        return promise == Promise.STRICT_SERIALIZABLE;
    }

    /** Whether the history is what it was to be, whatever the replicas hold. */
    public boolean kept() {
        return anomalyCounts.keySet().stream().allMatch(AnomalyKind.REPLICAS_DIFFER::equals);
    }

    /** Sum of the accounts of all transactions of some types that committed, known or seen. */
    public long accountSum(IntPredicate types) {
        return accountSums.entrySet().stream()
                .filter(each -> types.test(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Whether nothing at all is wrong. */
    public boolean passed() {
        return anomalyCounts.isEmpty();
    }
}
