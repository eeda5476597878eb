// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.AnomalyKind;

/** Walks the versions of each key, and adds the dependencies between those who installed and read them. */
final class DependencyWalk {
    private final CheckRound round;
    private final Columns columns;
    private final VersionIndex index;
    private final OperationJudge judge;
    private final DependencyGraph graph;

    DependencyWalk(CheckRound round, DependencyGraph graph) {
        this.round = round;
        this.columns = round.columns;
        this.index = round.index;
        this.judge = new OperationJudge(round);
        this.graph = graph;
    }

    /**
     * Adds all edges.
     *
     * @param judging whether each operation is judged on the way; done in the first of the two walks
     */
    void walk(boolean judging) {
        for (int key = 0; key < round.keys.size(); key++) {
            walk(key, judging);
        }
    }

    private void walk(int key, boolean judging) {
        int current = -1;
        int from = index.start[key];
        int firstPossible = Integer.MAX_VALUE;
        int end = index.start[key + 1];
        for (int at = from; at < end; at++) {
            int op = index.order[at];
            if (columns.isInstall(op)) {
                if (index.isCommittedFinal(op)) {
                    round.findings.noteInstall();
                    if (judging) {
                        judge.install(op, current);
                    }
                    addInto(op, current, from, at);
                    current = op;
                    from = at + 1;
                    firstPossible = Integer.MAX_VALUE;
                } else if (columns.status[columns.transaction[op]] == Columns.POSSIBLE) {
                    firstPossible = Math.min(firstPossible, at);
                }
            } else if (columns.status[columns.transaction[op]] == Columns.COMMITTED) {
                if (judging) {
                    judge.read(op, current);
                }
                addRead(op, current);
                if (round.windowed && firstPossible < at) {
                    addTentativeRead(op, firstPossible, at);
                }
            }
        }
    }

    private void addRead(int op, int current) {
        if (current < 0 || (columns.info[op] & Columns.ASTRAY) != 0) {
            noteForgotten(op, current);
            return;
        }
        int source = columns.sameValue(op, current) ? current : judge.twin(op, current);
        add(columns.transaction[source < 0 ? current : source], columns.transaction[op], DependencyGraph.WR);
    }

    /** Adds those of unknown outcome that may turn out to have installed what was read. */
    private void addTentativeRead(int read, int from, int to) {
        for (int at = from; at < to; at++) {
            int op = index.order[at];
            boolean possible = columns.isInstall(op) && columns.status[columns.transaction[op]] == Columns.POSSIBLE;
            if (possible && columns.sameValue(op, read)) {
                add(columns.transaction[op], columns.transaction[read], DependencyGraph.TENTATIVE);
            }
        }
    }

    /** Adds what an install depends on: the install before it, and those who read what it overwrote. */
    private void addInto(int install, int current, int from, int to) {
        int installer = columns.transaction[install];
        if (current >= 0) {
            add(columns.transaction[current], installer, DependencyGraph.WW);
            if (!round.findings.isPossible(AnomalyKind.LOST_UPDATE) && updates(current) && updates(install)) {
                round.findings.notePossible(AnomalyKind.LOST_UPDATE);
            }
        }
        noteForgotten(install, current);
        for (int at = from; at < to; at++) {
            int op = index.order[at];
            int other = columns.transaction[op];
            if (columns.status[other] == Columns.POSSIBLE) {
                if (round.windowed) {
                    add(other, installer, DependencyGraph.TENTATIVE);
                }
            } else if (!columns.isInstall(op) && (columns.info[op] & Columns.ASTRAY) == 0) {
                add(other, installer, DependencyGraph.RW);
            }
        }
    }

    /** Whether who installed this had read the key. */
    private boolean updates(int install) {
        int t = columns.transaction[install];
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            if (columns.key[op] == columns.key[install] && !columns.isInstall(op)) {
                return true;
            }
        }
        return false;
    }

    /** Notes a conflict with an install that a windowed check has forgotten. */
    private void noteForgotten(int op, int current) {
        if (current < 0 && round.keys.forgotten(columns.key[op])) {
            round.findings.noteConflict();
        }
    }

    private void add(int from, int to, int kind) {
        if (from != to) {
            graph.add(from, to, kind);
            round.findings.noteConflict();
        }
    }
}
