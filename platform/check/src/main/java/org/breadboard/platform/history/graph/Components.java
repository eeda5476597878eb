// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Strongly connected components of more than one node, by Tarjan's algorithm with its stacks in arrays. */
public final class Components {
    private static final int DONE = Integer.MAX_VALUE;

    private final int[] componentOf;

    private final List<int[]> members = new ArrayList<>();

    private final DependencyGraph graph;
    private final boolean[] active;
    private final int kindMask;
    /** When a node was first visited, from 1; 0 before. */
    private final int[] visitedAt;
    /**
     * The earliest visited node that is known to be reachable and on the stack; {@link #DONE} once its component is
     * known.
     */
    private final int[] low;

    private final int[] nextEdge;
    private final int[] path;
    private final int[] stack;
    private int stacked;
    private int visits;

    /**
     * Finds all components.
     *
     * @param active which nodes count
     * @param kindMask which edges count
     */
    public Components(DependencyGraph graph, boolean[] active, int kindMask) {
        this.graph = graph;
        this.active = active;
        this.kindMask = kindMask;
        componentOf = new int[graph.nodes()];
        Arrays.fill(componentOf, -1);
        visitedAt = new int[graph.nodes()];
        low = new int[graph.nodes()];
        nextEdge = new int[graph.nodes()];
        path = new int[graph.nodes()];
        stack = new int[graph.nodes()];
        for (int node = 0; node < graph.nodes(); node++) {
            if (active[node] && visitedAt[node] == 0) {
                visitFrom(node);
            }
        }
    }

    /** For each node the number of its component, or -1. */
    public int[] componentOf() {
        return componentOf;
    }

    /** The members of each component, ascending. */
    public List<int[]> members() {
        return members;
    }

    private void visitFrom(int root) {
        int depth = 0;
        enter(root);
        path[0] = root;
        while (depth >= 0) {
            int node = path[depth];
            int target = nextTarget(node);
            if (target < 0) {
                leave(node);
                depth--;
                if (depth >= 0 && low[node] != DONE) {
                    low[path[depth]] = Math.min(low[path[depth]], low[node]);
                }
            } else if (visitedAt[target] == 0) {
                enter(target);
                path[++depth] = target;
            } else if (low[target] != DONE) {
                low[node] = Math.min(low[node], visitedAt[target]);
            }
        }
    }

    private void enter(int node) {
        visitedAt[node] = ++visits;
        low[node] = visits;
        nextEdge[node] = graph.first[node];
        stack[stacked++] = node;
    }

    private int nextTarget(int node) {
        while (nextEdge[node] < graph.first[node + 1]) {
            int edge = nextEdge[node]++;
            if (graph.isOf(edge, kindMask) && active[graph.target(edge)]) {
                return graph.target(edge);
            }
        }
        return -1;
    }

    private void leave(int node) {
        if (low[node] != visitedAt[node]) {
            return;
        }
        int top = stacked;
        do {
            low[stack[--stacked]] = DONE;
        } while (stack[stacked] != node);
        if (top - stacked > 1) {
            int[] component = Arrays.copyOfRange(stack, stacked, top);
            Arrays.sort(component);
            for (int member : component) {
                componentOf[member] = members.size();
            }
            members.add(component);
        }
    }
}
