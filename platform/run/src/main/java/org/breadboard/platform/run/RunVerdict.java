// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.List;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.history.verdict.HistoryEnd;

/**
 * What the checks of one run found. An answer is true only if everything that it speaks of was judged and holds, false
 * if something was found not to hold, and null if it was not judged, or not in full: then {@code notJudged} says what,
 * and why.
 *
 * @param promise what the history was to be
 * @param kept whether it is: none of the cycles that the promise excludes, no read of what nobody committed, no lost
 *     write
 * @param replicasEqual all copies of every record agree after quiescence
 * @param invariantsHold the workload's invariants hold of the final state, and each node's own books are right
 *     ({@link org.breadboard.api.protocol.ProtocolNode#violations})
 * @param transactionsChecked committed transactions that were in the graph; 0 for a micro-benchmark
 * @param unknown transactions of unknown outcome
 * @param tooLittle one sentence if too little was checked to call the run verified, though nothing was found wrong: few
 *     transactions, or none that met another at a key; else null
 * @param allowed what the promise allows and was found, in words, for example {@code 3 of G2-item, write skew}
 * @param impossible what no two transactions could have shown, as they met, in words, for example {@code write skew,
 *     since no two transactions read what the other wrote}
 * @param notJudged what was not judged and why, for example {@code invariants, since 3 transactions are of unknown
 *     outcome}
 * @param anomalies one sentence each, worst first
 * @param end what the history says of the final state, by which one that lost its end is known; null where none was
 *     judged, or where an older Breadboard has judged it
 */
public record RunVerdict(
        Promise promise,
        Boolean kept,
        Boolean replicasEqual,
        Boolean invariantsHold,
        long transactionsChecked,
        long unknown,
        String tooLittle,
        List<String> allowed,
        List<String> impossible,
        List<String> notJudged,
        List<String> anomalies,
        HistoryEnd end) {
    /** Of a micro-benchmark, which has no history: why nothing was judged, and what was wrong all the same. */
    static RunVerdict ofOperations(String why, List<String> wrong) {
        return new RunVerdict(
                Promise.SERIALIZABLE, null, null, null, 0, 0, null, List.of(), List.of(), List.of(why), wrong, null);
    }

    /** Whether real time was part of the check. */
    public boolean strictChecked() {
        return promise == Promise.STRICT_SERIALIZABLE;
    }

    /** Whether the history was found serializable; null where that was not promised, and not refuted either. */
    public Boolean serializable() {
        if (promise.includes(Promise.SERIALIZABLE)) {
            return kept;
        }
        return allowed.isEmpty() && !Boolean.FALSE.equals(kept) ? null : Boolean.FALSE;
    }

    /** Whether nothing was found wrong. */
    public boolean holds() {
        return anomalies.isEmpty()
                && !Boolean.FALSE.equals(kept)
                && !Boolean.FALSE.equals(replicasEqual)
                && !Boolean.FALSE.equals(invariantsHold);
    }
}
