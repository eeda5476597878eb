// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.ArrayList;
import java.util.List;

/**
 * Which thread runs which stage. Stages of a node that share an affinity are never parted.
 *
 * <p>Protocols like FaSST pair thread i of one node with thread i of another, so a spread by the index of a stage in
 * its node would keep all traffic within threads. Both spreads here make peers meet across threads.
 */
public enum Spread {
    /**
     * Every thread gets an equal share, node after node: a node's memory stays in one core's cache where shares allow
     * it, and half or more of the traffic between nodes crosses threads.
     */
    BY_NODE {
        @Override
        int thread(int node, int group, int before, int groups, int threads) {
            return (int) ((long) (before + group) * threads / groups);
        }
    },
    /**
     * The stages of a node are dealt out over all threads, beginning with thread n for node n: threads meet in the
     * memory of every node, so that lock words and versions are tried by real concurrency.
     */
    ACROSS_NODES {
        @Override
        int thread(int node, int group, int before, int groups, int threads) {
            return (node + group) % threads;
        }
    };

    /**
     * The thread of one group of stages.
     *
     * @param group counted from 0 in each node; stages of one affinity are one group, any other stage is a group of its
     *     own
     * @param before how many groups the nodes before this one have
     * @param groups how many groups there are
     */
    abstract int thread(int node, int group, int before, int groups, int threads);

    /** Deals {@code stages} out: a list for each thread. */
    List<List<LiveStage>> deal(List<LiveStage> stages, int threads) {
        int nodes = 1 + stages.stream().mapToInt(LiveStage::node).max().orElse(0);
        List<List<String>> groupsOf = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            groupsOf.add(new ArrayList<>());
        }
        int[] groupOf = new int[stages.size()];
        for (int i = 0; i < groupOf.length; i++) {
            groupOf[i] = group(groupsOf.get(stages.get(i).node()), stages.get(i).affinity());
        }
        int[] before = new int[nodes + 1];
        for (int i = 0; i < nodes; i++) {
            before[i + 1] = before[i] + groupsOf.get(i).size();
        }
        List<List<LiveStage>> dealt = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            dealt.add(new ArrayList<>());
        }
        for (int i = 0; i < groupOf.length; i++) {
            int node = stages.get(i).node();
            dealt.get(thread(node, groupOf[i], before[node], before[nodes], threads))
                    .add(stages.get(i));
        }
        return dealt;
    }

    private static int group(List<String> ofNode, String affinity) {
        int known = affinity.isEmpty() ? -1 : ofNode.indexOf(affinity);
        if (known >= 0) {
            return known;
        }
        ofNode.add(affinity);
        return ofNode.size() - 1;
    }
}
