// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.graph;

import java.util.Arrays;

/**
 * Finds the shortest cycles of a component that go through an edge of a certain kind. Instants cost nothing, so that
 * length is counted in transactions. A budget bounds the work on the huge components of a badly broken protocol; then
 * the cycle is short, not the shortest.
 */
public final class CycleFinder {
    private static final long BUDGET_EDGES = 40_000_000;

    private final DependencyGraph graph;
    private final int transactions;
    private final int[] cameFrom;
    private final int[] cameBy;
    private final int[] stamp;
    private int stamps;
    private int[] now = new int[64];
    private int[] next = new int[64];
    private int nowCount;
    private int nextCount;
    private long spentEdges;

    /** Finds cycles of a graph whose first nodes are transactions, and all others instants. */
    public CycleFinder(DependencyGraph graph, int transactions) {
        this.graph = graph;
        this.transactions = transactions;
        cameFrom = new int[graph.nodes()];
        cameBy = new int[graph.nodes()];
        stamp = new int[graph.nodes()];
    }

    /**
     * A cycle of transactions.
     *
     * @param transactions indices, in order
     * @param kinds kind of the edge from each to the one after it
     */
    public record Cycle(int[] transactions, int[] kinds) {}

    /**
     * Finds the shortest cycle of one edge of some kinds, and others.
     *
     * @param component its nodes
     * @param componentOf for each node the number of its component
     * @param through kinds of the one edge
     * @param rest kinds of the others
     * @return null if there is none
     */
    public Cycle shortest(int[] component, int[] componentOf, int through, int rest) {
        Cycle best = null;
        spentEdges = 0;
        for (int node : component) {
            for (int edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
                int target = graph.target(edge);
                if (!graph.isOf(edge, through)
                        || componentOf[target] != componentOf[node]
                        || spentEdges > BUDGET_EDGES) {
                    continue;
                }
                int most = best == null ? Integer.MAX_VALUE : best.transactions.length - 1;
                if (reach(target, node, rest, componentOf, most)) {
                    best = cycle(node, graph.kind(edge));
                    if (best.transactions.length == 2) {
                        return best;
                    }
                }
            }
        }
        return best;
    }

    /** Breadth first from start to goal, giving up where the way has as many transactions as allowed. */
    private boolean reach(int start, int goal, int mask, int[] componentOf, int most) {
        stamps++;
        nowCount = 0;
        nextCount = 0;
        push(start, -1, -1, false);
        int length = start < transactions ? 1 : 0;
        while (nowCount > 0 && length <= most) {
            for (int i = 0; i < nowCount; i++) {
                int node = now[i];
                if (node == goal) {
                    return true;
                }
                for (int edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
                    int target = graph.target(edge);
                    spentEdges++;
                    if (graph.isOf(edge, mask) && componentOf[target] == componentOf[goal] && stamp[target] != stamps) {
                        push(target, node, graph.kind(edge), target < transactions);
                    }
                }
            }
            int[] swap = now;
            now = next;
            next = swap;
            nowCount = nextCount;
            nextCount = 0;
            length++;
        }
        return false;
    }

    private void push(int node, int from, int kind, boolean later) {
        stamp[node] = stamps;
        cameFrom[node] = from;
        cameBy[node] = kind;
        if (later) {
            next = nextCount == next.length ? Arrays.copyOf(next, 2 * nextCount) : next;
            next[nextCount++] = node;
        } else {
            now = nowCount == now.length ? Arrays.copyOf(now, 2 * nowCount) : now;
            now[nowCount++] = node;
        }
    }

    /**
     * The way that was found to its end, closed by an edge of this kind from the end to its start; instants are left
     * out.
     */
    private Cycle cycle(int end, int closingKind) {
        int count = 0;
        for (int node = end; node >= 0; node = cameFrom[node]) {
            count += node < transactions ? 1 : 0;
        }
        int[] nodes = new int[count];
        int[] kinds = new int[count];
        int kind = closingKind;
        int at = count;
        for (int node = end; node >= 0; node = cameFrom[node]) {
            if (node < transactions) {
                nodes[--at] = node;
                kinds[at] = kind;
            }
            kind = cameBy[node];
        }
        return new Cycle(nodes, kinds);
    }
}
