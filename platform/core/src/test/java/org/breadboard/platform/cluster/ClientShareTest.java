// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.junit.jupiter.api.Test;

final class ClientShareTest {
    private static Mix mix(Mix.Cluster cluster, int contexts) {
        return new Mix(
                "m",
                cluster,
                new Mix.Hardware("p", null),
                new Mix.Part("q", null),
                new Mix.Part("w", null),
                List.of(),
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(0, 1),
                Mix.Network.PLAIN,
                Faults.NONE,
                null,
                new Mix.Mode("sim", false, 0),
                1);
    }

    private static void shouldNumberAll(Mix mix, int expected) {
        Set<Integer> numbers = new HashSet<>();
        Set<Integer> ordinals = new HashSet<>();
        Set<String> generators = new HashSet<>();
        Mix.Cluster cluster = mix.cluster();
        int from = cluster.clientNodes() > 0 ? cluster.nodes() : 0;
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int node = from; node < cluster.machines(); node++) {
            for (int thread = 0; thread < cluster.threads(); thread++) {
                ClientShare share = ClientShare.of(mix, node, thread);
                assertTrue(ordinals.add(share.ordinal()));
                assertTrue(generators.add(share.generatorNode() + "/" + share.generatorThread()), "no two draw alike");
                assertTrue(share.generatorNode() < cluster.nodes());
                for (int i = 0; i < share.contexts(); i++) {
                    assertTrue(numbers.add(share.firstClient() + i), "each client has a number of its own");
                }
                least = Math.min(least, share.contexts());
                most = Math.max(most, share.contexts());
            }
        }
        assertEquals(expected, numbers.size());
        assertEquals(expected - 1, numbers.stream().mapToInt(n -> n).max().orElse(-1));
        assertTrue(most - least <= 1, "spread evenly");
        assertEquals(mix.contexts(), most, "what protocols are told");
    }

    @Test
    void shouldSpreadClientsOverTheThreadsOfTheirMachines() {
        shouldNumberAll(mix(new Mix.Cluster(1, 12, 1, 1, 1, 40), 3), 40);
        shouldNumberAll(mix(new Mix.Cluster(1, 12, 1, 1, 1, 8), 3), 8);
        shouldNumberAll(mix(new Mix.Cluster(2, 4, 1, 1, 3, 29), 3), 29);
        shouldNumberAll(mix(new Mix.Cluster(2, 4, 1, 1, 3, 0), 3), 36);
    }

    @Test
    void shouldLeaveClientsOfMachinesWithRecordsAsTheyAre() {
        shouldNumberAll(mix(new Mix.Cluster(3, 2, 1, 1), 5), 30);
    }

    @Test
    void shouldPutFewClientsOnAllMachines() {
        Mix mix = mix(new Mix.Cluster(1, 4, 1, 1, 2, 2), 1);
        assertEquals(1, ClientShare.of(mix, 1, 0).contexts());
        assertEquals(1, ClientShare.of(mix, 2, 0).contexts());
    }
}
