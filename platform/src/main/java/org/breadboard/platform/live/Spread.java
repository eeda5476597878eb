package org.breadboard.platform.live;

import java.util.ArrayList;
import java.util.List;

/**
 * Which thread runs which stage. Stages of a node that share an affinity are never parted.
 *
 * <p>Protocols like FaSST pair thread i of one node with thread i of another, so a spread by the index of a stage in its node
 * would keep all traffic within threads. Both spreads here make peers meet across threads.
 */
public enum Spread {
    /**
     * The stages of a node share a thread, node n that of number n modulo the threads: a node's memory stays in one core's cache,
     * and half or more of the traffic between nodes crosses threads. Only where threads outnumber nodes, several serve one node.
     */
    BY_NODE {
        @Override
        int thread(int node, int group, int nodes, int threads) {
            int perNode = Math.max(1, (threads + nodes - 1) / nodes);
            return (node + (group % perNode) * nodes) % threads;
        }
    },
    /**
     * The stages of a node are dealt out over all threads, beginning with thread n for node n: threads meet in the memory of every
     * node, so that lock words and versions are tried by real concurrency.
     */
    ACROSS_NODES {
        @Override
        int thread(int node, int group, int nodes, int threads) {
            return (node + group) % threads;
        }
    };

    /**
     * The thread of one group of stages.
     *
     * @param group counted from 0 in each node; stages of one affinity are one group, any other stage is a group of its own
     */
    abstract int thread(int node, int group, int nodes, int threads);

    /** Deals {@code stages} out in their order: a list for each thread. A longer list deals its beginning out in the same way. */
    List<List<LiveStage>> deal(List<LiveStage> stages, int threads) {
        List<List<LiveStage>> dealt = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            dealt.add(new ArrayList<>());
        }
        int nodes = 1 + stages.stream().mapToInt(LiveStage::node).max().orElse(0);
        List<List<String>> groups = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            groups.add(new ArrayList<>());
        }
        for (LiveStage stage : stages) {
            List<String> ofNode = groups.get(stage.node());
            String affinity = stage.affinity();
            int group = affinity.isEmpty() ? -1 : ofNode.indexOf(affinity);
            if (group < 0) {
                group = ofNode.size();
                ofNode.add(affinity);
            }
            dealt.get(thread(stage.node(), group, nodes, threads)).add(stage);
        }
        return dealt;
    }
}
