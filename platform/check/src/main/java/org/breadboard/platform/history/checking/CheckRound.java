// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.verdict.CheckOptions;

/**
 * What one pass of the checker works on: the transactions at hand, their keys, and which of them can be judged already.
 */
final class CheckRound {
    final Columns columns;
    final KeyTable keys;
    final CheckOptions options;
    final Findings findings;
    /** Whether more transactions may come. */
    final boolean windowed;
    /** All transactions that began before this instant are at hand. */
    final long settledBeforeNs;

    final VersionIndex index;
    final Narrator narrator;

    private final int carried;
    private final long judgedBeforeNs;
    private boolean[] promoted = {};

    /** The only round of a check of everything at once. */
    static CheckRound whole(Columns columns, KeyTable keys, CheckOptions options, Findings findings) {
        return new CheckRound(columns, keys, options, findings, false, Long.MAX_VALUE, 0, Long.MIN_VALUE);
    }

    /**
     * @param carried how many of the transactions were at hand in the round before
     * @param judgedBeforeNs that round's {@link #settledBeforeNs}
     */
    CheckRound(
            Columns columns,
            KeyTable keys,
            CheckOptions options,
            Findings findings,
            boolean windowed,
            long settledBeforeNs,
            int carried,
            long judgedBeforeNs) {
        this.columns = columns;
        this.keys = keys;
        this.options = options;
        this.findings = findings;
        this.windowed = windowed;
        this.settledBeforeNs = settledBeforeNs;
        this.carried = carried;
        this.judgedBeforeNs = judgedBeforeNs;
        index = new VersionIndex(columns, keys.size());
        narrator = new Narrator(columns, keys, options, index);
    }

    /** Whether everything that the transaction can have seen is at hand. */
    boolean settled(int t) {
        return settledBeforeNs == Long.MAX_VALUE || columns.completionNs[t] < settledBeforeNs;
    }

    /** Whether the transaction is settled, and was not in the round before. */
    boolean newlySettled(int t) {
        return settled(t) && !(t < carried && columns.completionNs[t] < judgedBeforeNs);
    }

    /** Whether the transaction came, or was found to have committed, since the round before. */
    boolean fresh(int t) {
        return t >= carried || isPromoted(t);
    }

    /** Whether a transaction of unknown outcome was found to have committed in this round. */
    boolean isPromoted(int t) {
        return promoted.length > 0 && promoted[t];
    }

    /** Notes that a transaction of unknown outcome was found to have committed. */
    void promote(int t) {
        if (promoted.length == 0) {
            promoted = new boolean[columns.transactions];
        }
        promoted[t] = true;
        columns.status[t] = Columns.COMMITTED;
    }
}
