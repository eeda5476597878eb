// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.AnomalyKind;

/**
 * Adds the dependencies of predicate reads: what a scan missed.
 *
 * <p>A key that a scan did not return was absent when it looked, but the record does not say in which of possibly
 * several absent states. The scan came after the first of them began and before the last of them ended; these two edges
 * hold whichever it was, so nothing is accused wrongly. Where real time counts, states that it rules out are left out,
 * and edges that only then hold are edges of real time.
 */
final class PredicateWalk {
    private static final int NONE = -2;
    private static final int BASELINE = -1;

    private final CheckRound round;
    private final Columns columns;
    private final KeyTable keys;
    private final VersionIndex index;
    private final DependencyGraph graph;
    private final Map<Integer, int[]> keysByTable = new TreeMap<>();
    private final int[] seenBy;
    private boolean[] forgotten;

    PredicateWalk(CheckRound round, DependencyGraph graph) {
        this.round = round;
        this.columns = round.columns;
        this.keys = round.keys;
        this.index = round.index;
        this.graph = graph;
        seenBy = new int[columns.predicates == 0 ? 0 : keys.size()];
        for (int p = 0; p < columns.predicates; p++) {
            keysByTable.computeIfAbsent((int) columns.predicateTable[p], this::sortedKeys);
        }
    }

    private int[] sortedKeys(int table) {
        int[] found = new int[keys.size()];
        int count = 0;
        for (int key = 0; key < keys.size(); key++) {
            if (keys.table[key] == table) {
                found[count++] = key;
            }
        }
        return Arrays.copyOf(LongOrder.sort(keys.key, found, count), count);
    }

    /** Adds all edges; judging, reports scans that missed what was always there. */
    void walk(boolean judging) {
        if (columns.predicates == 0) {
            return;
        }
        round.findings.noteRange();
        Arrays.fill(seenBy, -1);
        for (int op = 0; op < columns.operations; op++) {
            if (columns.key[op] < 0 && columns.status[columns.transaction[op]] != Columns.ABORTED) {
                scan(op, judging);
            }
        }
    }

    /**
     * For scans that stay at hand: notes the keys of which an absent state that they may have seen is being forgotten,
     * so that a later state is not taken for the first.
     */
    void leaveOpen(boolean[] forgottenTransactions) {
        forgotten = forgottenTransactions;
        walk(false);
        forgotten = null;
    }

    private void scan(int op, boolean judging) {
        int p = -1 - columns.key[op];
        int t = columns.transaction[op];
        int end = Math.min(op + 1 + columns.rows[p], columns.firstOperation[t + 1]);
        for (int row = columns.firstOperation[t]; row < columns.firstOperation[t + 1]; row++) {
            boolean returned = row > op && row < end && !columns.absent(row);
            if (columns.key[row] >= 0 && (returned || columns.isInstall(row))) {
                seenBy[columns.key[row]] = op;
            }
        }
        boolean certain = columns.status[t] == Columns.COMMITTED && round.settled(t);
        int[] candidates = keysByTable.get((int) columns.predicateTable[p]);
        for (int i = firstAtOrAbove(candidates, columns.lowest[p]);
                i < candidates.length && keys.key[candidates[i]] <= columns.highest[p];
                i++) {
            int key = candidates[i];
            if (seenBy[key] == op) {
                continue;
            }
            if (certain) {
                missed(op, key, judging);
            } else if (round.windowed && forgotten == null) {
                tentative(t, key);
            }
        }
    }

    private int firstAtOrAbove(int[] sorted, long lowest) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (keys.key[sorted[middle]] < lowest) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Finds the absent states of a key that the scan may have seen: first and last, at any time and as real time
     * allows. A delete of unknown outcome may have made such a state too; who made it is then left open.
     */
    private void missed(int scan, int key, boolean judging) {
        int t = columns.transaction[scan];
        int first = columns.isLeftOpen(-1 - columns.key[scan], key) ? BASELINE : NONE;
        int firstTimely = first;
        int afterLast = NONE;
        int afterLastTimely = NONE;
        int state = mayStartAbsent(key) ? BASELINE : NONE;
        for (int at = index.start[key]; at <= index.start[key + 1]; at++) {
            boolean over = at == index.start[key + 1];
            int op = over ? NONE : index.order[at];
            boolean possible =
                    !over && columns.isInstall(op) && columns.status[columns.transaction[op]] == Columns.POSSIBLE;
            if (possible && columns.absent(op) && columns.version[op] > keys.baseVersion[key] && state == NONE) {
                state = op;
            }
            if (!over && !index.isCommittedFinal(op)) {
                continue;
            }
            if (state != NONE) {
                first = first == NONE ? state : first;
                afterLast = op;
                if (timely(t, state, op)) {
                    firstTimely = firstTimely == NONE ? state : firstTimely;
                    afterLastTimely = op;
                    if (forgotten != null && !over && forgotten[columns.transaction[op]]) {
                        columns.leaveOpen(-1 - columns.key[scan], key);
                    }
                }
            }
            state = !over && columns.absent(op) ? op : NONE;
        }
        if (forgotten != null) {
            return;
        }
        if (first == NONE || (round.options.strict() && firstTimely == NONE)) {
            if (judging && round.newlySettled(t)) {
                reportMissed(scan, key, first == NONE && !keys.forgotten(key));
            }
            return;
        }
        addBounds(t, first, afterLast, DependencyGraph.PREDICATE_WR, DependencyGraph.PREDICATE_RW);
        if (round.options.strict()) {
            int timelyFirst = firstTimely == first ? NONE : firstTimely;
            int timelyLast = afterLastTimely == afterLast ? NONE : afterLastTimely;
            addBounds(t, timelyFirst, timelyLast, DependencyGraph.REAL_TIME, DependencyGraph.REAL_TIME);
        }
    }

    private void addBounds(int t, int first, int afterLast, int kindIn, int kindOut) {
        boolean certain = first >= 0 && index.isCommittedFinal(first);
        if (first >= 0 && columns.transaction[first] != t && (certain || round.windowed)) {
            graph.add(columns.transaction[first], t, certain ? kindIn : DependencyGraph.TENTATIVE);
            round.findings.noteConflict();
            round.findings.notePossible(AnomalyKind.PHANTOM);
        }
        if (afterLast >= 0 && columns.transaction[afterLast] != t) {
            graph.add(t, columns.transaction[afterLast], kindOut);
            round.findings.noteConflict();
            round.findings.notePossible(AnomalyKind.PHANTOM);
        }
    }

    /**
     * Whether a state may have been seen in real time: it did not begin after the scan completed, nor end before it
     * began.
     */
    private boolean timely(int t, int state, int next) {
        boolean begun = state < 0 || columns.invocationNs[columns.transaction[state]] <= columns.completionNs[t];
        return begun && (next < 0 || columns.completionNs[columns.transaction[next]] >= columns.invocationNs[t]);
    }

    private boolean mayStartAbsent(int key) {
        if (keys.known(key)) {
            return keys.gone(key);
        }
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int op = index.order[at];
            boolean possible = columns.isInstall(op) && columns.status[columns.transaction[op]] == Columns.POSSIBLE;
            if (possible || index.isCommittedFinal(op)) {
                return possible || (columns.info[op] & Columns.KIND) != HistoryCodec.DELETE;
            }
        }
        return true;
    }

    /**
     * What an undecided scan may turn out to come before; what completed before it began is not among it without
     * contradiction.
     */
    private void tentative(int t, int key) {
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int op = index.order[at];
            int installer = columns.transaction[op];
            if (index.isCommittedFinal(op)
                    && installer != t
                    && columns.completionNs[installer] >= columns.invocationNs[t]) {
                graph.add(t, installer, DependencyGraph.TENTATIVE);
            }
        }
    }

    private void reportMissed(int scan, int key, boolean always) {
        int t = columns.transaction[scan];
        round.findings.add(
                always ? AnomalyKind.G1B : AnomalyKind.REAL_TIME,
                () -> round.narrator.name(t) + " scanned " + round.narrator.rangeName(scan) + " and missed "
                        + round.narrator.keyName(key)
                        + (always ? ", which was there all along." : ", which was there for as long as it ran."),
                columns.id[t]);
    }
}
