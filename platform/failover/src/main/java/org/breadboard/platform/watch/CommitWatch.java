// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import java.util.ArrayList;
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

/**
 * Asks the nodes of a run in virtual time, whenever a transaction is reported to have committed, whether as many of
 * them hold its writes at that instant as the protocol promises. One thread.
 */
public final class CommitWatch implements ClusterObserver {
    /** Sentences that are kept; one mistake shows in many transactions. */
    private static final int MOST = 5;

    private final IntFunction<Durability> durability;
    private final List<String> violations = new ArrayList<>();
    private List<ProtocolNode> nodes;

    /** Of protocols that promise the transactions of each host thread so much; nothing is asked if it is nothing. */
    public CommitWatch(IntFunction<Durability> durability) {
        this.durability = durability;
    }

    /** What was found, one sentence each. */
    public List<String> violations() {
        return violations;
    }

    @Override
    public TransactionSource clients(
            int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
        Durability promised = durability.apply(thread);
        return promised == Durability.UNTOLD
                ? clients
                : new Watched(node, thread, firstClient, new Demand(promised, placement), clients);
    }

    @Override
    public void built(Protocol protocol, List<ProtocolNode> all, Placement where) {
        nodes = all;
    }

    /** What was promised to the transactions of one stage. */
    private record Demand(Durability durability, Placement placement) {}

    private void committed(ProtocolNode.Commit commit, Demand demand, int client, long nowNs) {
        Transaction transaction = commit.transaction();
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.isLastWrite(access)) {
                check(commit, access, demand, client, nowNs);
            }
        }
    }

    private void check(ProtocolNode.Commit commit, int access, Demand demand, int client, long nowNs) {
        Transaction transaction = commit.transaction();
        Placement placement = demand.placement();
        Durability durability = demand.durability();
        int partition = placement.partition(transaction.table(access), transaction.key(access));
        int wanted = durability == Durability.COPIES ? placement.copies(partition) : placement.copies(partition) - 1;
        int holding = 0;
        // Copies are near the node that commits, as protocols place them; so the first that are asked have it.
        for (int i = 0; i < nodes.size() && holding < wanted; i++) {
            int node = (commit.node() + i) % nodes.size();
            boolean counts = durability == Durability.COPIES || placement.isBackup(partition, node);
            holding += counts && nodes.get(node).holds(commit, access) ? 1 : 0;
        }
        if (holding < wanted && violations.size() < MOST) {
            violations.add("When client " + client + " was told at " + nowNs + " ns that its "
                    + transaction.logic().name() + " had committed, " + holding + " of " + wanted
                    + (durability == Durability.COPIES ? " nodes" : " backups")
                    + " held its write of key " + transaction.key(access) + " of table " + transaction.table(access)
                    + ", version " + transaction.installedVersion(access) + ".");
        }
    }

    private final class Watched extends WatchedClients {
        private final int firstClient;
        private final Demand demand;
        private final ProtocolNode.Commit[] commits;

        Watched(int node, int thread, int firstClient, Demand demand, TransactionSource clients) {
            super(clients);
            this.firstClient = firstClient;
            this.demand = demand;
            commits = new ProtocolNode.Commit[clients.contexts()];
            for (int context = 0; context < commits.length; context++) {
                commits[context] = new ProtocolNode.Commit(node, thread, context, clients.transaction(context));
            }
        }

        @Override
        public void committed(Step step, int context) {
            CommitWatch.this.committed(commits[context], demand, firstClient + context, step.nowNs());
            super.committed(step, context);
        }
    }
}
