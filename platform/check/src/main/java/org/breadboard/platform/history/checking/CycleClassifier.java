// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import static org.breadboard.platform.history.graph.DependencyGraph.PREDICATE_RW;
import static org.breadboard.platform.history.graph.DependencyGraph.PREDICATE_WR;
import static org.breadboard.platform.history.graph.DependencyGraph.REAL_TIME;
import static org.breadboard.platform.history.graph.DependencyGraph.RW;
import static org.breadboard.platform.history.graph.DependencyGraph.WR;
import static org.breadboard.platform.history.graph.DependencyGraph.WW;

import java.util.Arrays;
import org.breadboard.platform.history.graph.Components;
import org.breadboard.platform.history.graph.CycleFinder;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.AnomalyKind;

/**
 * Names cycles. It adds kinds of edges one after the other, and names each component at the first level at which it
 * appears: so each cycle gets the name of the plainest anomaly that it is.
 */
final class CycleClassifier {
    private static final int WRITES = 1 << WW;
    private static final int READS = 1 << WR | 1 << PREDICATE_WR;
    private static final int UP_TO_READS = WRITES | READS;
    private static final int UP_TO_ITEMS = UP_TO_READS | 1 << RW;
    private static final int UP_TO_PREDICATES = UP_TO_ITEMS | 1 << PREDICATE_RW;
    private static final int UP_TO_REAL_TIME = UP_TO_PREDICATES | 1 << REAL_TIME;
    private static final int[] LEVELS = {WRITES, UP_TO_READS, UP_TO_ITEMS, UP_TO_PREDICATES, UP_TO_REAL_TIME};

    private final CheckRound round;
    private final DependencyGraph graph;
    private final CycleFinder finder;
    private final boolean[] active;
    private final boolean[] named;

    /** @param left what {@link DependencyGraph#peel} left; cycles are only there */
    CycleClassifier(CheckRound round, DependencyGraph graph, int[] left) {
        this.round = round;
        this.graph = graph;
        finder = new CycleFinder(graph, round.columns.transactions);
        active = new boolean[graph.nodes()];
        named = new boolean[graph.nodes()];
        for (int node = 0; node < graph.nodes(); node++) {
            active[node] = left[node] >= 0;
        }
    }

    /** Finds, names and reports; true if there is any cycle. */
    boolean classify() {
        Components all = new Components(graph, active, UP_TO_REAL_TIME);
        Arrays.fill(active, false);
        for (int[] component : all.members()) {
            for (int node : component) {
                active[node] = true;
            }
        }
        for (int level : LEVELS) {
            Components components = new Components(graph, active, level);
            for (int[] component : components.members()) {
                classify(level, component, components.componentOf());
            }
        }
        return !all.members().isEmpty();
    }

    private void classify(int level, int[] component, int[] componentOf) {
        boolean lostUpdate = level == UP_TO_ITEMS && reportLostUpdates(component);
        boolean fresh = true;
        for (int node : component) {
            fresh &= !named[node];
            named[node] = true;
        }
        if (!fresh || lostUpdate) {
            return;
        }
        switch (level) {
            case WRITES -> report(AnomalyKind.G0, component, componentOf, WRITES, WRITES);
            case UP_TO_READS -> report(AnomalyKind.G1C, component, componentOf, READS, UP_TO_READS);
            case UP_TO_ITEMS -> {
                boolean skewed = report(AnomalyKind.G_SINGLE, component, componentOf, 1 << RW, UP_TO_READS);
                if (round.findings.excludes(AnomalyKind.G2_ITEM)) {
                    skewed = skewed || report(AnomalyKind.G2_ITEM, component, componentOf, 1 << RW, UP_TO_ITEMS);
                } else {
                    // Where they are allowed there may be many, which hang together.
                    long pairs = graph.pairs(component, 1 << RW);
                    if (pairs > 0 || !skewed) {
                        round.findings.allow(AnomalyKind.G2_ITEM, Math.max(1, pairs));
                    }
                }
            }
            case UP_TO_PREDICATES ->
                report(AnomalyKind.PHANTOM, component, componentOf, 1 << PREDICATE_RW, UP_TO_PREDICATES);
            default -> report(AnomalyKind.REAL_TIME, component, componentOf, 1 << REAL_TIME, UP_TO_REAL_TIME);
        }
    }

    private boolean report(AnomalyKind kind, int[] component, int[] componentOf, int through, int rest) {
        CycleFinder.Cycle cycle = finder.shortest(component, componentOf, through, rest);
        if (cycle == null) {
            return false;
        }
        round.findings.add(kind, () -> round.narrator.cycle(cycle), round.narrator.ids(cycle.transactions()));
        return true;
    }

    /** Reports each transaction that read a key, and installed it after another had installed it in between. */
    private boolean reportLostUpdates(int[] component) {
        Columns columns = round.columns;
        boolean any = false;
        for (int t : component) {
            int end = t < columns.transactions ? columns.firstOperation[t + 1] : 0;
            for (int op = end == 0 ? 0 : columns.firstOperation[t]; op < end; op++) {
                boolean read =
                        columns.key[op] >= 0 && !columns.isInstall(op) && (columns.info[op] & Columns.ASTRAY) == 0;
                int next = read ? round.index.nextInstall(columns.key[op], columns.version[op]) : -1;
                int own = next >= 0 ? columns.finalInstall(t, columns.key[op]) : -1;
                if (own >= 0 && columns.transaction[next] != t && columns.version[own] > columns.version[op]) {
                    int readOp = op;
                    int other = columns.transaction[next];
                    round.findings.add(
                            AnomalyKind.LOST_UPDATE,
                            () -> round.narrator.lostUpdate(readOp, next, own),
                            columns.id[t],
                            columns.id[other]);
                    any = true;
                }
            }
        }
        return any;
    }
}
