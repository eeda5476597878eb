// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.graph;

/**
 * A directed graph in compressed sparse rows. Its sources add every edge twice, in the same order: first to be counted,
 * then to be stored. A stored edge is the target's number with the kind in its top three bits.
 */
public final class DependencyGraph {
    /** Write dependency: the target overwrote what the source installed. */
    public static final int WW = 0;
    /** Read dependency: the target read what the source installed. */
    public static final int WR = 1;
    /** Anti-dependency: the target overwrote what the source read. */
    public static final int RW = 2;
    /** Read dependency of a predicate: the target's scan missed a row because the source had deleted it. */
    public static final int PREDICATE_WR = 3;
    /** Anti-dependency of a predicate: the target installed a row that the source's scan missed. */
    public static final int PREDICATE_RW = 4;
    /** Real time: the source completed before the target began. */
    public static final int REAL_TIME = 5;
    /** May turn into an edge later, in a windowed check; never part of a cycle. */
    public static final int TENTATIVE = 6;

    /** All kinds that count in cycles, one bit each. */
    public static final int ALL_MASK =
            1 << WW | 1 << WR | 1 << RW | 1 << PREDICATE_WR | 1 << PREDICATE_RW | 1 << REAL_TIME;

    private static final int KIND_SHIFT = 29;
    private static final int NODE_MASK = (1 << KIND_SHIFT) - 1;

    private final int nodes;
    /** Start of each node's edges; one entry more than there are nodes. */
    final int[] first;

    private int[] edges;
    private boolean counting = true;

    /** A graph without edges, for counting. */
    public DependencyGraph(int nodes) {
        if (nodes > NODE_MASK) {
            throw new IllegalArgumentException("A history of " + nodes
                    + " transactions and instants is too long to check at once;" + " check it in windows.");
        }
        this.nodes = nodes;
        first = new int[nodes + 1];
    }

    /** Adds an edge of a kind, for the first or the second time. */
    public void add(int from, int to, int kind) {
        if (counting) {
            first[from]++;
        } else {
            edges[--first[from]] = kind << KIND_SHIFT | to;
        }
    }

    /** Ends the counting: from now on edges are stored. */
    public void store() {
        long sum = 0;
        for (int node = 0; node <= nodes; node++) {
            sum += first[node];
            if (sum > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "A history with more than two thousand million dependencies is too long to check"
                                + " at once; check it in windows.");
            }
            first[node] = (int) sum;
        }
        edges = new int[(int) sum];
        counting = false;
    }

    int target(int edge) {
        return edges[edge] & NODE_MASK;
    }

    int kind(int edge) {
        return edges[edge] >>> KIND_SHIFT;
    }

    boolean isOf(int edge, int kindMask) {
        return (kindMask >>> (edges[edge] >>> KIND_SHIFT) & 1) != 0;
    }

    /** Whether there is an edge of these kinds from one node to another. */
    boolean has(int from, int to, int kindMask) {
        for (int edge = first[from]; edge < first[from + 1]; edge++) {
            if (target(edge) == to && isOf(edge, kindMask)) {
                return true;
            }
        }
        return false;
    }

    /** How many pairs of these nodes have edges of these kinds both ways. */
    public long pairs(int[] ofNodes, int kindMask) {
        long pairs = 0;
        for (int node : ofNodes) {
            for (int edge = first[node]; edge < first[node + 1]; edge++) {
                int target = target(edge);
                pairs += target > node && isOf(edge, kindMask) && has(target, node, kindMask) ? 1 : 0;
            }
        }
        return pairs;
    }

    /** Whether a node has edges of both kinds to some other one. */
    public boolean hasBoth(int kind, int otherKind) {
        for (int node = 0; node < nodes; node++) {
            for (int edge = first[node]; edge < first[node + 1]; edge++) {
                if (kind(edge) == kind && has(node, target(edge), 1 << otherKind)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many nodes it has. */
    public int nodes() {
        return nodes;
    }

    /** How many edges of these kinds come into each node. */
    private int[] incoming(int kindMask) {
        int[] incoming = new int[nodes];
        for (int edge = 0; edge < edges.length; edge++) {
            if (isOf(edge, kindMask)) {
                incoming[target(edge)]++;
            }
        }
        return incoming;
    }

    /**
     * Takes away nodes that nothing comes into, again and again.
     *
     * @param kindMask which edges count
     * @param removable which nodes may be taken, or null for all
     * @return for each node how many edges still come into it from nodes that are left; -1 for nodes that were taken
     */
    public int[] peel(int kindMask, boolean[] removable) {
        int[] incoming = incoming(kindMask);
        int[] queue = new int[nodes];
        int tail = 0;
        for (int node = 0; node < nodes; node++) {
            if (incoming[node] == 0 && (removable == null || removable[node])) {
                queue[tail++] = node;
            }
        }
        for (int head = 0; head < tail; head++) {
            int node = queue[head];
            incoming[node] = -1;
            for (int edge = first[node]; edge < first[node + 1]; edge++) {
                int target = target(edge);
                if (isOf(edge, kindMask) && --incoming[target] == 0 && (removable == null || removable[target])) {
                    queue[tail++] = target;
                }
            }
        }
        return incoming;
    }
}
