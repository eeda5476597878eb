// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.graph;

import java.util.Arrays;
import java.util.function.Consumer;
import org.breadboard.platform.history.graph.CycleFinder.Cycle;

/**
 * Finds what no snapshots explain: cycles in which no two anti-dependencies follow each other. That there is none is
 * what snapshot isolation means where nobody names instants (Cerone and Gotsman, "Analysing Snapshot Isolation", PODC
 * 2016, here without sessions).
 *
 * <p>It looks for cycles of a graph whose edges are a dependency, or a dependency and an anti-dependency behind it.
 */
public final class SnapshotCycles {
    private static final int WAITS = 1 << DependencyGraph.RW | 1 << DependencyGraph.PREDICATE_RW;
    private static final int DEPENDS =
            1 << DependencyGraph.WW | 1 << DependencyGraph.WR | 1 << DependencyGraph.PREDICATE_WR;

    private final DependencyGraph graph;
    private final DependencyGraph steps;

    /** @param graph one without instants */
    public SnapshotCycles(DependencyGraph graph) {
        this.graph = graph;
        steps = new DependencyGraph(graph.nodes());
    }

    /** Tells the shortest cycle of each component, and all of two transactions. */
    public void find(Consumer<Cycle> each) {
        addSteps(cycle -> {});
        steps.store();
        addSteps(each);
        int[] left = steps.peel(DependencyGraph.ALL_MASK, null);
        boolean[] active = new boolean[left.length];
        boolean any = false;
        for (int node = 0; node < left.length; node++) {
            active[node] = left[node] >= 0;
            any |= active[node];
        }
        if (!any) {
            return;
        }
        Components components = new Components(steps, active, DependencyGraph.ALL_MASK);
        CycleFinder finder = new CycleFinder(steps, steps.nodes());
        for (int[] component : components.members()) {
            Cycle cycle = finder.shortest(component, components.componentOf(), WAITS, DependencyGraph.ALL_MASK);
            if (cycle != null) {
                each.accept(whole(cycle));
            }
        }
    }

    private void addSteps(Consumer<Cycle> ofTwo) {
        for (int from = 0; from < graph.nodes(); from++) {
            for (int edge = graph.first[from]; edge < graph.first[from + 1]; edge++) {
                if (graph.isOf(edge, DEPENDS)) {
                    steps.add(from, graph.target(edge), graph.kind(edge));
                    addWaits(from, edge, ofTwo);
                }
            }
        }
    }

    private void addWaits(int from, int dependency, Consumer<Cycle> ofTwo) {
        int over = graph.target(dependency);
        for (int edge = graph.first[over]; edge < graph.first[over + 1]; edge++) {
            if (!graph.isOf(edge, WAITS)) {
                continue;
            }
            if (graph.target(edge) == from) {
                ofTwo.accept(new Cycle(new int[] {from, over}, new int[] {graph.kind(dependency), graph.kind(edge)}));
            } else {
                steps.add(from, graph.target(edge), graph.kind(edge));
            }
        }
    }

    /** With the transactions between a dependency and an anti-dependency. */
    private Cycle whole(Cycle cycle) {
        int[] transactions = new int[2 * cycle.transactions().length];
        int[] kinds = new int[transactions.length];
        int count = 0;
        for (int i = 0; i < cycle.kinds().length; i++) {
            int from = cycle.transactions()[i];
            transactions[count] = from;
            kinds[count++] = cycle.kinds()[i];
            if ((WAITS >>> cycle.kinds()[i] & 1) != 0) {
                int to = cycle.transactions()[(i + 1) % cycle.kinds().length];
                int dependency = between(from, to, cycle.kinds()[i]);
                kinds[count - 1] = graph.kind(dependency);
                transactions[count] = graph.target(dependency);
                kinds[count++] = cycle.kinds()[i];
            }
        }
        return new Cycle(Arrays.copyOf(transactions, count), Arrays.copyOf(kinds, count));
    }

    /** The dependency from a transaction to one that has an anti-dependency of a kind on another. */
    private int between(int from, int to, int kind) {
        for (int edge = graph.first[from]; edge < graph.first[from + 1]; edge++) {
            if (graph.isOf(edge, DEPENDS) && graph.has(graph.target(edge), to, 1 << kind)) {
                return edge;
            }
        }
        throw new IllegalStateException("no such step in the graph");
    }
}
