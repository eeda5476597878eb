package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.graph.DependencyGraph;

/**
 * Real-time order as edges, linear in the history: committed transactions that completed since the last instant at
 * which one began point to a new instant, instants form a chain, and each transaction is pointed to by the last instant
 * before it began.
 *
 * <p>Order is strict: what completes at the ns in which another begins is concurrent with it. Instants are nodes
 * numbered after the transactions.
 */
final class RealTimeWalk {
    private final Columns columns;
    private final int[] byInvocation;
    private final int[] byCompletion;
    private final int committed;
    private final int completed;
    private int instants;

    RealTimeWalk(Columns columns) {
        this.columns = columns;
        int[] begun = new int[columns.transactions];
        int[] done = new int[columns.transactions];
        int begunCount = 0;
        int doneCount = 0;
        for (int t = 0; t < columns.transactions; t++) {
            if (columns.status[t] == Columns.COMMITTED) {
                begun[begunCount++] = t;
                if (columns.completionNs[t] != HistoryCodec.NEVER) {
                    done[doneCount++] = t;
                }
            }
        }
        committed = begunCount;
        completed = doneCount;
        byInvocation = LongOrder.sort(columns.invocationNs, begun, begunCount);
        byCompletion = LongOrder.sort(columns.completionNs, done, doneCount);
        walk(null);
    }

    /** How many instants there are. */
    int instants() {
        return instants;
    }

    /** Adds all edges; with a null graph it only counts the instants. */
    void walk(DependencyGraph graph) {
        int count = 0;
        int next = 0;
        for (int i = 0; i < committed; i++) {
            int t = byInvocation[i];
            long began = columns.invocationNs[t];
            int first = next;
            while (next < completed && columns.completionNs[byCompletion[next]] < began) {
                next++;
            }
            if (next > first) {
                count++;
            }
            if (graph == null || count == 0) {
                continue;
            }
            int instant = columns.transactions + count - 1;
            for (int c = first; c < next; c++) {
                graph.add(byCompletion[c], instant, DependencyGraph.REAL_TIME);
            }
            if (next > first && count > 1) {
                graph.add(instant - 1, instant, DependencyGraph.REAL_TIME);
            }
            graph.add(instant, t, DependencyGraph.REAL_TIME);
        }
        instants = count;
    }
}
