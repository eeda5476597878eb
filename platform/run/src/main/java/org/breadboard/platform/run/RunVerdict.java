// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.List;

/**
 * What the checks of one run found. An answer is true only if everything that it speaks of was judged and holds, false
 * if something was found not to hold, and null if it was not judged, or not in full: then {@code notJudged} says what,
 * and why.
 *
 * @param serializable no cycle in the direct serialization graph, no read of what nobody committed, no lost write
 * @param strictChecked whether real time was part of the check (the protocol promises strict serializability)
 * @param replicasEqual all copies of every record agree after quiescence
 * @param invariantsHold the workload's invariants hold of the final state, and each node's own books are right
 *     ({@link org.breadboard.api.protocol.ProtocolNode#violations})
 * @param transactionsChecked committed transactions that were in the graph; 0 for a micro-benchmark
 * @param unknown transactions of unknown outcome
 * @param tooLittle one sentence if too little was checked to call the run verified, though nothing was found wrong: few
 *     transactions, or none that met another at a key; else null
 * @param notJudged what was not judged and why, for example {@code invariants, since 3 transactions are of unknown
 *     outcome}
 * @param anomalies one sentence each, worst first
 */
public record RunVerdict(
        Boolean serializable,
        boolean strictChecked,
        Boolean replicasEqual,
        Boolean invariantsHold,
        long transactionsChecked,
        long unknown,
        String tooLittle,
        List<String> notJudged,
        List<String> anomalies) {
    /** Whether nothing was found wrong. */
    public boolean holds() {
        return anomalies.isEmpty()
                && !Boolean.FALSE.equals(serializable)
                && !Boolean.FALSE.equals(replicasEqual)
                && !Boolean.FALSE.equals(invariantsHold);
    }
}
