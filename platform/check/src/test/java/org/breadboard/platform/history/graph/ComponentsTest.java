// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComponentsTest {
    @Test
    void shouldAgreeWithReachability() {
        for (long seed = 1; seed <= 500; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(12);
            boolean[][] reach = new boolean[nodes][nodes];
            DependencyGraph graph = new DependencyGraph(nodes);
            int[][] edges = new int[random.nextInt(2 * nodes)][];
            for (int e = 0; e < edges.length; e++) {
                edges[e] = new int[] {random.nextInt(nodes), random.nextInt(nodes), random.nextInt(3)};
            }
            for (int pass = 0; pass < 2; pass++) {
                for (int[] e : edges) {
                    graph.add(e[0], e[1], e[2]);
                }
                if (pass == 0) {
                    graph.store();
                }
            }
            for (int[] e : edges) {
                reach[e[0]][e[1]] |= e[2] < 2;
            }
            for (int k = 0; k < nodes; k++) {
                for (int i = 0; i < nodes; i++) {
                    for (int j = 0; j < nodes; j++) {
                        reach[i][j] |= reach[i][k] && reach[k][j];
                    }
                }
            }
            boolean[] active = new boolean[nodes];
            Arrays.fill(active, true);
            Components components = new Components(graph, active, 3);
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    boolean together = components.componentOf()[i] >= 0
                            && components.componentOf()[i] == components.componentOf()[j];
                    if (i != j) {
                        assertEquals(reach[i][j] && reach[j][i], together, "seed " + seed + ": " + i + ", " + j);
                    }
                }
            }
        }
    }

    @Test
    void shouldNotOverflowTheStackOnAVeryLongCycle() {
        int nodes = 1_000_000;
        DependencyGraph graph = new DependencyGraph(nodes);
        for (int pass = 0; pass < 2; pass++) {
            for (int node = 0; node < nodes; node++) {
                graph.add(node, (node + 1) % nodes, DependencyGraph.WW);
            }
            if (pass == 0) {
                graph.store();
            }
        }
        boolean[] active = new boolean[nodes];
        Arrays.fill(active, true);
        assertEquals(
                1,
                new Components(graph, active, DependencyGraph.ALL_MASK)
                        .members()
                        .size());
    }
}
