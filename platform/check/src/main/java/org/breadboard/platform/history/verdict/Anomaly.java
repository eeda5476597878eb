// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

import java.util.List;

/**
 * One thing that is wrong with a history.
 *
 * @param kind what it is
 * @param sentence what happened, in words, with transactions, keys and versions
 * @param transactions ids of the transactions involved, in the order of the sentence; of a cycle, each once
 */
public record Anomaly(AnomalyKind kind, String sentence, List<Long> transactions) {
    /** Copies the list. */
    public Anomaly {
        transactions = List.copyOf(transactions);
    }

    @Override
    public String toString() {
        return kind.title() + ": " + sentence;
    }
}
