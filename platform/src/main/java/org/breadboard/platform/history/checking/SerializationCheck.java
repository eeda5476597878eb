package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * One pass of the checker: it judges reads, installs and scans one by one, builds Adya's direct serialization graph,
 * and finds the cycles in it.
 */
final class SerializationCheck {
    private final CheckRound round;
    private final DependencyGraph graph;
    private final PredicateWalk predicates;

    /**
     * Judges and builds.
     *
     * @param finals what the final state showed, or null if there is none yet
     */
    SerializationCheck(CheckRound round, FinalStateCheck finals) {
        this.round = round;
        reportDuplicates();
        new UnknownOutcomes(round, finals).resolve();
        int transactions = round.columns.transactions;
        RealTimeWalk realTime = round.options.strict() ? new RealTimeWalk(round.columns) : null;
        graph = new DependencyGraph(transactions + (realTime == null ? 0 : realTime.instants()));
        DependencyWalk dependencies = new DependencyWalk(round, graph);
        predicates = new PredicateWalk(round, graph);
        for (boolean counting = true; ; counting = false) {
            dependencies.walk(counting);
            predicates.walk(counting);
            if (realTime != null) {
                realTime.walk(graph);
            }
            if (!counting) {
                return;
            }
            graph.store();
        }
    }

    /**
     * Checks the last round, or the only one.
     *
     * @param finalState what the replicas hold after quiescence, or null if that is not to be checked
     * @return the verdict over the whole history
     */
    static Verdict conclude(CheckRound round, FinalState finalState) {
        FinalStateCheck finals = null;
        if (finalState != null) {
            finals = new FinalStateCheck(round.keys, round.options);
            finalState.visit(finals);
        }
        SerializationCheck check = new SerializationCheck(round, finals);
        round.findings.countSeenCommitted(round.columns);
        boolean equal = finals != null && finals.judge(round);
        check.findCycles();
        return round.findings.verdict(round.options, finals != null, equal, finals == null ? 0 : finals.unjudged());
    }

    /** Finds and explains cycles; true if there is any. */
    boolean findCycles() {
        int[] left = graph.peel(DependencyGraph.ALL_MASK, null);
        int remaining = 0;
        for (int incoming : left) {
            remaining += incoming >= 0 ? 1 : 0;
        }
        return remaining > 0 && new CycleClassifier(round, graph, left).classify();
    }

    /** Transactions, and behind them instants. */
    DependencyGraph graph() {
        return graph;
    }

    /** Notes what scans that stay at hand may have seen of transactions that are forgotten. */
    void leaveOpen(boolean[] forgottenTransactions) {
        predicates.leaveOpen(forgottenTransactions);
    }

    private void reportDuplicates() {
        Columns columns = round.columns;
        int[] all = new int[columns.transactions];
        for (int t = 0; t < all.length; t++) {
            all[t] = t;
        }
        int[] byId = LongOrder.sort(columns.id, all, all.length);
        for (int i = 1; i < all.length; i++) {
            long id = columns.id[byId[i]];
            if (id == columns.id[byId[i - 1]] && (round.fresh(byId[i]) || round.fresh(byId[i - 1]))) {
                round.findings.add(AnomalyKind.DUPLICATE, () -> "Two records carry the transaction id " + id + ".", id);
            }
        }
    }
}
