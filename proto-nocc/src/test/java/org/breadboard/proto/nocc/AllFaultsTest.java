// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loss, duplication and reordering together, on small caches, several shards, copies and switches, under many
 * interleavings.
 */
class AllFaultsTest {
    private static final int SEEDS = Integer.getInteger("nocc.seeds", 4);
    private static final int MOST_SEEDS = 100;

    private static final List<String> FAULTS = List.of("network.lost", "network.duplicated", "network.reordered");

    @ParameterizedTest
    @CsvSource({
        "occ,counters,1,1,1,16",
        "nocc,counters,1,1,1,1",
        "nocc,counters,2,1,2,2",
        "nocc,payment,1,1,1,4",
        "nocc,payment,2,1,2,64",
        "occ,smallbank,3,1,1,16",
        "nocc,smallbank,2,1,2,16",
        "nocc,smallbank,3,1,1,1024",
        "nocc-reads,counters,1,1,1,1",
        "nocc-reads,counters,1,1,1,4",
        "nocc-reads,counters,2,1,2,16",
        "nocc-reads,payment,1,1,1,4",
        "nocc-reads,payment,2,1,2,64",
        "nocc-reads,smallbank,2,1,2,16",
        "nocc-reads,smallbank,3,1,1,1024",
        "occ,counters,3,3,1,16",
        "occ,smallbank,3,2,1,16",
        "nocc,counters,2,2,2,2",
        "nocc,payment,3,3,1,4",
        "nocc,smallbank,3,3,2,1024",
        "nocc-reads,counters,2,2,1,4",
        "nocc-reads,smallbank,3,3,1,1024",
    })
    void shouldVerify(String protocol, String workload, int stores, int replicas, int switches, int entries) {
        boolean reads = protocol.equals("nocc-reads");
        long early = 0;
        long served = 0;
        long locked = 0;
        Map<String, Long> faults = new TreeMap<>();
        // A counter is in one shard, so that no transaction of theirs locks anything; others meet a lock in some seeds.
        boolean locks = stores > 1 && !workload.equals("counters");
        for (long seed = 1; seed <= SEEDS || (locks && locked == 0 && seed <= MOST_SEEDS); seed++) {
            TestMix mix = NoccRuns.mix(protocol, workload)
                    .cluster(stores, 4, replicas)
                    .clients(switches, 12)
                    .scale(1)
                    .protocol("storeOpNs", 1_700)
                    .fault(Fault.LOSS, 0.03)
                    .fault(Fault.DUPLICATION, 0.05)
                    .fault(Fault.REORDERING, 0.05)
                    .explore();
            if (!protocol.equals("occ")) {
                mix.switches(switches, NoccRuns.SWITCH, protocol)
                        .program("cacheEntries", entries)
                        .program("reverts", seed % 2 == 0 ? "always" : "once");
            }
            if (reads) {
                mix.protocol("clientCacheKeys", seed % 2 == 0 ? 1 : 65_536); // few: retries fetch again
            }
            if (workload.equals("smallbank")) {
                mix.workload("accountsPerNode", 6).workload("settled", false);
            } else if (workload.equals("counters")) {
                mix.workload("keys", 10).workload("zipf", 1.5).workload("writeRatio", reads ? 0.4 : 0.7);
            }
            TestOutcome outcome = NoccRuns.verified(mix, seed);
            early += outcome.aborts().getOrDefault("EARLY", 0L);
            locked += outcome.aborts().getOrDefault("LOCKED", 0L);
            for (String fault : FAULTS) {
                faults.merge(fault, NoccRuns.count(outcome, fault), Long::sum);
            }
            served += NoccRuns.count(outcome, NoccRuns.SERVED);
        }
        assertTrue(faults.values().stream().allMatch(count -> count > 0), faults.toString());
        assertEquals(locks, locked > 0, "aborts by locks: " + locked + ", early: " + early);
        assertTrue(early > 0 != protocol.equals("occ"), "early aborts: " + early);
        assertTrue(served > 0 || !reads || !workload.equals("counters"), "no read was served");
    }
}
