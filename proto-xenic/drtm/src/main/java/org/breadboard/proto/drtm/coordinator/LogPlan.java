// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import java.util.Arrays;
import org.breadboard.proto.drtm.setup.LogRecords;

/**
 * What of a transaction is logged, and on which nodes: all that it writes on each node that backs up any of it (Xenic
 * 2.2.1; DrTM+H's source), or what each backs up. One attempt's; made when the log begins.
 */
final class LogPlan {
    private final CoordinatorSetup setup;
    private final boolean recovers;
    private final boolean whole;
    private final boolean[] nodes;
    private int[] accesses = new int[16];
    private int writes;
    private DrtmAttempt attempt;

    LogPlan(CoordinatorSetup setup) {
        this.setup = setup;
        recovers = setup.tails.recovers();
        whole = setup.options.logRecords == LogRecords.WHOLE;
        nodes = new boolean[setup.nodes];
    }

    /** Of the writes of an attempt that may commit. */
    void make(DrtmAttempt of) {
        attempt = of;
        writes = 0;
        Arrays.fill(nodes, false);
        for (int access = 0; access < of.transaction().accesses(); access++) {
            if (of.isStored(access)) {
                if (writes == accesses.length) {
                    accesses = Arrays.copyOf(accesses, writes * 2);
                }
                accesses[writes++] = access;
                for (int node = 0; node < nodes.length; node++) {
                    nodes[node] |= isKept(node, access);
                }
            }
        }
    }

    /** How many writes stay. */
    int writes() {
        return writes;
    }

    /** The access of a write, counted from 0. */
    int access(int write) {
        return accesses[write];
    }

    /** Whether a node logs anything. */
    boolean isAt(int node) {
        return nodes[node];
    }

    /** Whether a node's log has a write. */
    boolean isLogged(int node, int write) {
        return nodes[node] && (whole || isKept(node, accesses[write]));
    }

    /** Whether a node is to apply a write, or, where machines may crash, has to have it in its log for the primary. */
    boolean isKeptAt(int node, int write) {
        return isKept(node, accesses[write]);
    }

    private boolean isKept(int node, int access) {
        return attempt.footprint().isLogged(setup.placement, access, node, recovers);
    }
}
