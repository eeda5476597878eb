// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.Arrays;
import java.util.List;

/** The rings from each live thread to each other one, and which of them leads to a node. Built by one thread. */
final class Routes {
    /** Slots of the rings from one thread to all others; what a ring has no room for waits before it. */
    private static final int MOST_SLOTS = 8192;

    private static final int FEWEST_SLOTS = 128;

    /** The ring from each thread to each other one. */
    private final Crossing[][] crossings;

    /** Connects these threads. */
    Routes(LiveThread[] threads) {
        int count = threads.length;
        crossings = new Crossing[count][count];
        int slots = Math.max(FEWEST_SLOTS, Integer.highestOneBit(MOST_SLOTS / count));
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                crossings[from][to] = from == to ? null : new Crossing(threads[to].waiting(), slots);
            }
        }
        for (int i = 0; i < count; i++) {
            Crossing[] in = new Crossing[count];
            for (int from = 0; from < count; from++) {
                in[from] = crossings[from][i];
            }
            threads[i].connect(in, crossings[i]);
        }
    }

    /** For each node the ring to the first thread that serves it, unless {@code thread} serves it itself. */
    Crossing[] from(int thread, List<LiveStage> stages) {
        Crossing[] ways = new Crossing[nodes(stages)];
        for (int node = 0; node < ways.length; node++) {
            int which = node;
            List<Integer> serving = stages.stream()
                    .filter(stage -> stage.node() == which)
                    .map(LiveStage::thread)
                    .toList();
            if (!serving.isEmpty() && !serving.contains(thread)) {
                ways[node] = crossings[thread][serving.get(0)];
            }
        }
        return ways;
    }

    /** For each node the first thread that serves it; -1 for one without stages. */
    static int[] homes(List<LiveStage> stages) {
        int[] homes = new int[nodes(stages)];
        Arrays.fill(homes, -1);
        for (LiveStage stage : stages) {
            if (homes[stage.node()] < 0) {
                homes[stage.node()] = stage.thread();
            }
        }
        return homes;
    }

    private static int nodes(List<LiveStage> stages) {
        return 1 + stages.stream().mapToInt(LiveStage::node).max().orElse(-1);
    }
}
