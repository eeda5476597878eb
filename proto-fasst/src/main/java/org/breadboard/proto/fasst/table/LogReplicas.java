// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import java.util.Arrays;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;

/**
 * Which nodes hold the commit records of a coordinator: f + 1 of them, of which its own is the first (FaSST 5, phase
 * 3), and then the next members. Immutable; any thread.
 */
public final class LogReplicas {
    private final int[][] holders;

    /** Of the configuration that a node is built in; {@code replicas} is f + 1. */
    public LogReplicas(NodeContext scope, int replicas) {
        Recovery recovery = scope.recovery();
        holders = new int[scope.nodes()][];
        for (int coordinator = 0; coordinator < holders.length; coordinator++) {
            int[] found = new int[replicas];
            int count = 0;
            for (int i = 0; i < holders.length && count < replicas; i++) {
                int node = (coordinator + i) % holders.length;
                if (recovery == null || recovery.isMember(node)) {
                    found[count++] = node;
                }
            }
            holders[coordinator] = Arrays.copyOf(found, count);
        }
    }

    /** How many nodes hold the records of a coordinator: fewer than wanted if there are not so many members. */
    public int copies(int coordinator) {
        return holders[coordinator].length;
    }

    /** The node with copy {@code index} of a coordinator's records; 0 is its own, if it is a member. */
    public int node(int coordinator, int index) {
        return holders[coordinator][index];
    }

    boolean holds(int node, int coordinator) {
        for (int holder : holders[coordinator]) {
            if (holder == node) {
                return true;
            }
        }
        return false;
    }
}
