// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.load.WatchedClients;
import org.breadboard.platform.runtime.Engine;

/**
 * Asks the nodes of a run in virtual time, whenever a transaction is reported to have committed, whether as many of
 * them hold its writes at that instant as the protocol promises.
 *
 * <p>Where machines run apart in windows, that of the report is asked at once, and all others when the window has
 * ended: nothing that was sent at the report or later has reached them by then, but what was under way to them may
 * have. So a copy that comes less than a window too late is let off there, and found where events happen in the order
 * of time. The threads that run machines note what is reported on them; all else is for the thread that controls the
 * run.
 */
public final class CommitWatch implements ClusterObserver {
    /** Sentences that are kept; one mistake shows in many transactions. */
    private static final int MOST = 5;

    private final IntFunction<Durability> durability;
    private final List<String> violations = new ArrayList<>();
    private final Engine engine;
    private final List<Watched> stages = new ArrayList<>();
    /** How many of these are of the cluster that was built last. */
    private int built;

    private List<ProtocolNode> nodes;

    /**
     * Of protocols that promise the transactions of each host thread so much; nothing is asked if it is nothing.
     *
     * @param engine of the run, which is still to be built
     */
    public CommitWatch(IntFunction<Durability> durability, Engine engine) {
        this.durability = durability;
        this.engine = engine;
        engine.atWindowEnd(lastNs -> stages.forEach(Watched::judge));
    }

    /** What was found, one sentence each. */
    public List<String> violations() {
        return violations;
    }

    @Override
    public TransactionSource clients(
            int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
        Durability promised = durability.apply(thread);
        if (promised == Durability.UNTOLD) {
            return clients;
        }
        Watched watched = new Watched(node, thread, firstClient, new Demand(promised, placement), clients);
        stages.add(watched);
        return watched;
    }

    @Override
    public void built(Protocol protocol, List<ProtocolNode> all, Placement where) {
        stages.subList(0, built).clear();
        built = stages.size();
        nodes = all;
    }

    /** What was promised to the transactions of one stage. */
    private record Demand(Durability durability, Placement placement) {
        int partition(Transaction transaction, int access) {
            return placement.partition(transaction.table(access), transaction.key(access));
        }

        int wanted(int partition) {
            int copies = placement.copies(partition);
            return durability == Durability.COPIES ? copies : copies - 1;
        }

        boolean counts(int partition, int node) {
            return durability == Durability.COPIES || placement.isBackup(partition, node);
        }
    }

    /** Whether the node that reports a write has it itself, where that counts. */
    private boolean isHeldAtHome(ProtocolNode.Commit commit, int access, Demand demand) {
        int home = commit.node();
        return home < nodes.size()
                && demand.counts(demand.partition(commit.transaction(), access), home)
                && nodes.get(home).holds(commit, access);
    }

    private void check(
            ProtocolNode.Commit commit, int access, boolean heldAtHome, Demand demand, int client, long nowNs) {
        Transaction transaction = commit.transaction();
        int partition = demand.partition(transaction, access);
        int wanted = demand.wanted(partition);
        int home = commit.node();
        int holding = heldAtHome ? 1 : 0;
        // Copies are near the node that commits, as protocols place them; so the first that are asked have it.
        for (int i = 0; i < nodes.size() && holding < wanted; i++) {
            int node = (home + i) % nodes.size();
            boolean asked = node != home && demand.counts(partition, node);
            holding += asked && nodes.get(node).holds(commit, access) ? 1 : 0;
        }
        if (holding < wanted && violations.size() < MOST) {
            violations.add("When client " + client + " was told at " + nowNs + " ns that its "
                    + transaction.logic().name() + " had committed, " + holding + " of " + wanted
                    + (demand.durability() == Durability.COPIES ? " nodes" : " backups")
                    + " held its write of key " + transaction.key(access) + " of table " + transaction.table(access)
                    + ", version " + transaction.installedVersion(access) + ".");
        }
    }

    private final class Watched extends WatchedClients {
        private final int node;
        private final int thread;
        private final int firstClient;
        private final Demand demand;
        private final ProtocolNode.Commit[] commits;
        /** Those of this window, in order. */
        private Report[] reports = new Report[0];

        private int reported;
        /** By context: those that may be used again. */
        private final Report[] free;

        Watched(int node, int thread, int firstClient, Demand demand, TransactionSource clients) {
            super(clients);
            this.node = node;
            this.thread = thread;
            this.firstClient = firstClient;
            this.demand = demand;
            commits = new ProtocolNode.Commit[clients.contexts()];
            free = new Report[commits.length];
            for (int context = 0; context < commits.length; context++) {
                commits[context] = new ProtocolNode.Commit(node, thread, context, clients.transaction(context));
            }
        }

        @Override
        public void committed(Step step, int context) {
            if (engine.isInWindow() && engine.whyOneByOne().isEmpty()) {
                note(context, step.nowNs());
            } else {
                ProtocolNode.Commit commit = commits[context];
                Transaction transaction = commit.transaction();
                for (int access = 0; access < transaction.accesses(); access++) {
                    if (transaction.isLastWrite(access)) {
                        boolean atHome = isHeldAtHome(commit, access, demand);
                        check(commit, access, atHome, demand, firstClient + context, step.nowNs());
                    }
                }
            }
            super.committed(step, context);
        }

        /** Keeps what is reported as it is now: the context goes on, and its node as well. */
        private void note(int context, long nowNs) {
            Report report = free[context];
            if (report == null) {
                report = new Report(new ProtocolNode.Commit(node, thread, context, new Transaction()));
            } else {
                free[context] = report.next;
            }
            report.begin(commits[context].transaction(), nowNs);
            for (int access = 0; access < report.heldAtHome.length; access++) {
                Transaction transaction = report.commit.transaction();
                report.heldAtHome[access] = access < transaction.accesses()
                        && transaction.isLastWrite(access)
                        && isHeldAtHome(report.commit, access, demand);
            }
            if (reported == reports.length) {
                reports = Arrays.copyOf(reports, Math.max(4, reported * 2));
            }
            reports[reported++] = report;
        }

        /** The window has ended. */
        private void judge() {
            for (int i = 0; i < reported; i++) {
                Report report = reports[i];
                Transaction transaction = report.commit.transaction();
                int context = report.commit.context();
                for (int access = 0; access < transaction.accesses(); access++) {
                    if (transaction.isLastWrite(access)) {
                        boolean atHome = report.heldAtHome[access];
                        check(report.commit, access, atHome, demand, firstClient + context, report.atNs);
                    }
                }
                report.next = free[context];
                free[context] = report;
            }
            reported = 0;
        }
    }

    /** A transaction that was reported in a window, as it was then. Used again. */
    private static final class Report {
        private final ProtocolNode.Commit commit;
        private boolean[] heldAtHome = new boolean[0];
        private long atNs;
        private Report next;

        Report(ProtocolNode.Commit commit) {
            this.commit = commit;
        }

        void begin(Transaction transaction, long nowNs) {
            commit.transaction().copyOf(transaction);
            atNs = nowNs;
            if (heldAtHome.length < transaction.accesses()) {
                heldAtHome = new boolean[transaction.accesses()];
            }
        }
    }
}
