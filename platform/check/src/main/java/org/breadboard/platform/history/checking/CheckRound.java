// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.history.ValueHash;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.HistoryEnd;

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

    private boolean isPromoted(int t) {
        return promoted.length > 0 && promoted[t];
    }

    /** Whether one of unknown outcome was found in this round to have installed something below a version of a key. */
    boolean hasPromoted(int key, long version) {
        boolean has = false;
        int end = promoted.length == 0 ? 0 : index.firstAtOrAbove(key, version);
        for (int at = index.start[key]; at < end; at++) {
            has |= columns.isInstall(index.order[at]) && isPromoted(columns.transaction[index.order[at]]);
        }
        return has;
    }

    /** Notes that a transaction of unknown outcome was found to have committed. */
    void promote(int t) {
        if (promoted.length == 0) {
            promoted = new boolean[columns.transactions];
        }
        promoted[t] = true;
        columns.status[t] = Columns.COMMITTED;
    }

    /**
     * What the last committed writes leave of each table, but for keys that one of unknown outcome may have written.
     */
    List<HistoryEnd.OfTable> left() {
        Map<Integer, long[]> sums = new TreeMap<>();
        for (int key = 0; key < keys.size(); key++) {
            int last = index.installAtOrBelow(key, Long.MAX_VALUE);
            long version = last < 0 ? keys.baseVersion[key] : columns.version[last];
            if (last < 0 && !keys.forgotten(key) || keys.isDoubtful(key, version)) {
                continue;
            }
            boolean absent = last < 0 ? keys.gone(key) : columns.absent(last);
            long hash = last < 0 ? keys.baseHash[key] : columns.hash[last];
            long state = ValueHash.take(ValueHash.start(keys.table(key)), keys.key[key]);
            long[] sum = sums.computeIfAbsent(keys.table(key), table -> new long[3]);
            sum[0]++;
            sum[1] += absent ? 0 : 1;
            sum[2] += ValueHash.finish(ValueHash.take(ValueHash.take(state, version), absent ? 0 : hash));
        }
        List<HistoryEnd.OfTable> left = new ArrayList<>();
        sums.forEach((table, sum) ->
                left.add(new HistoryEnd.OfTable(options.tableName().apply(table), sum[0], sum[1], sum[2])));
        return left;
    }
}
