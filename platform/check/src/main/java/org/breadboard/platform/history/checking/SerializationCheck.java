// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * One pass of the checker: it judges reads, installs and scans one by one, builds Adya's direct serialization graph,
 * and finds the cycles in it.
 */
final class SerializationCheck {
    /**
     * So many keys make a second thread worth its while. Showing a final state takes as long as the history has keys,
     * and no more than that can be saved. Sixteen thousand take tens of milliseconds, of which a thread's start is
     * nothing. The runs of a campaign, which has one on each core already, have a thousand at most.
     */
    static final int KEYS_WORTH_A_THREAD = 1 << 14;

    private final CheckRound round;
    private final DependencyGraph graph;
    private final PredicateWalk predicates;
    private int[] left;

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
                break;
            }
            graph.store();
        }
        notePossibleSkew();
    }

    /** Each of two transactions read what the other wrote, on two keys. */
    private void notePossibleSkew() {
        boolean skew =
                round.findings.isPossible(AnomalyKind.G2_ITEM) || graph.hasBoth(DependencyGraph.RW, DependencyGraph.WR);
        if (skew) {
            round.findings.notePossible(AnomalyKind.G2_ITEM);
        }
    }

    /**
     * Checks the last round, or the only one.
     *
     * <p>With that many keys or more, the graph is built on a thread of its own, while the caller's is shown the final
     * state: neither needs the other unless it is to be decided who of unknown outcome committed. What is found and
     * told does not depend on it.
     *
     * @param finalState what the replicas hold after quiescence, or null if that is not to be checked
     * @param keysWorthAThread how many keys make it worth a thread
     * @return the verdict over the whole history
     */
    static Verdict conclude(CheckRound round, FinalState finalState, int keysWorthAThread) {
        FinalStateCheck finals = finalState == null ? null : new FinalStateCheck(round.keys, round.options);
        Supplier<SerializationCheck> build = () -> new SerializationCheck(round, finals).peeled();
        SerializationCheck check;
        if (finals != null && round.columns.unknowns == 0 && round.keys.size() >= keysWorthAThread) {
            check = Beside.call(build, () -> finalState.visit(finals));
        } else {
            if (finals != null) {
                finalState.visit(finals);
            }
            check = build.get();
        }
        round.findings.countSeenCommitted(round.columns);
        boolean equal = finals != null && finals.judge(round);
        new IsolationCheck(round).judge(check.graph);
        check.findCycles();
        return round.findings.verdict(
                round.options, finals != null, equal, finals == null ? 0 : finals.unjudged(), round.left());
    }

    /** This, with all taken out of the graph that no cycle can go through. */
    private SerializationCheck peeled() {
        if (left == null) {
            left = graph.peel(DependencyGraph.ALL_MASK, null);
        }
        return this;
    }

    /** Finds and explains cycles; true if there is any. */
    boolean findCycles() {
        peeled();
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

    /** Does two things at once, and leaves no thread behind. */
    private static final class Beside {
        private Beside() {}

        /**
         * Does both, and returns when both have ended. What the second throws is thrown, or else what the first throws.
         *
         * @param work is done on a thread of its own, and has to end whatever becomes of the other: nobody watches it,
         *     so it calls no plug-ins
         * @param own is done on the caller's thread
         * @return what the work returns
         */
        static <T> T call(Supplier<T> work, Runnable own) {
            FutureTask<T> task = new FutureTask<>(work::get);
            Thread thread = new Thread(task, "breadboard-graph");
            thread.setDaemon(true);
            thread.start();
            try {
                own.run();
            } finally {
                awaitEnd(thread);
            }
            return result(task);
        }

        private static void awaitEnd(Thread thread) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException hurry) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private static <T> T result(FutureTask<T> ended) {
            try {
                return ended.get();
            } catch (ExecutionException thrown) {
                if (thrown.getCause() instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown.getCause();
            } catch (InterruptedException impossible) {
                throw new IllegalStateException("It has ended, so nobody waits.", impossible);
            }
        }
    }
}
