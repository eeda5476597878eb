// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.graph.DependencyGraph;

/**
 * Real-time order as edges, linear in the history: committed transactions that completed since the last instant at
 * which one began point to a new instant, instants form a chain, and each transaction is pointed to by the last instant
 * before it began.
 *
 * <p>Order is strict: what completes at the ns in which another begins is concurrent with it, unless one client did
 * both, which has an edge of its own. Instants are nodes numbered after the transactions.
 */
final class RealTimeWalk {
    private static final int NONE = -1;

    private final Columns columns;
    private final int[] byInvocation;
    private final int[] byCompletion;
    private final int committed;
    private final int completed;
    /** By client: what it had begun last. */
    private final int[] last;

    private int instants;

    RealTimeWalk(Columns columns) {
        this.columns = columns;
        int[] begun = new int[columns.transactions];
        int[] done = new int[columns.transactions];
        int begunCount = 0;
        int doneCount = 0;
        int clients = 0;
        for (int t = 0; t < columns.transactions; t++) {
            clients = Math.max(clients, columns.client[t] + 1);
            if (columns.status[t] == Columns.COMMITTED) {
                begun[begunCount++] = t;
                if (columns.completionNs[t] != HistoryCodec.NEVER) {
                    done[doneCount++] = t;
                }
            }
        }
        last = new int[clients];
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
        Arrays.fill(last, NONE);
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
            if (graph == null) {
                continue;
            }
            addSession(graph, t);
            if (count == 0) {
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

    /** From the last one of its client, if that completed at the ns in which it began: clients do one after another. */
    private void addSession(DependencyGraph graph, int t) {
        long began = columns.invocationNs[t];
        int before = last[columns.client[t]];
        if (before != NONE && columns.completionNs[before] == began && columns.completionNs[t] > began) {
            graph.add(before, t, DependencyGraph.REAL_TIME);
        }
        last[columns.client[t]] = t;
    }
}
