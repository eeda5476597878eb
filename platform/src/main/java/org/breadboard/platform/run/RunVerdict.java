package org.breadboard.platform.run;

import java.util.List;

/**
 * What the checks of one run found.
 *
 * @param serializable no cycle in the direct serialization graph, no read of what nobody committed, no lost write
 * @param strictChecked whether real time was part of the check (the protocol promises strict serializability)
 * @param replicasEqual all copies of every record agree after quiescence
 * @param invariantsHold the workload's invariants hold of the final state
 * @param transactionsChecked committed transactions that were in the graph; 0 for a micro-benchmark
 * @param unknown transactions of unknown outcome
 * @param anomalies one sentence each, worst first
 */
public record RunVerdict(
        boolean serializable,
        boolean strictChecked,
        boolean replicasEqual,
        boolean invariantsHold,
        long transactionsChecked,
        long unknown,
        List<String> anomalies) {
    /** Whether everything holds. */
    public boolean holds() {
        return serializable && replicasEqual && invariantsHold && anomalies.isEmpty();
    }
}
