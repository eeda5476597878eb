// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.store.StoreType;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.hades.HadesPlugin;
import org.breadboard.proto.hades.table.TableSettings;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SwClusterTest {
    private static final List<Plugin> PLUGINS = List.of(
            new HadesPlugin(), new RdmaPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin(), new OrderedChurn());

    private static TestMix mix(String profile, String workload) {
        return TestMix.of(PLUGINS, profile, "sw-impl", workload);
    }

    private static TestOutcome verified(TestMix mix, long seed) {
        TestOutcome outcome = mix.runVerified(seed);
        assertTrue(outcome.committed() > 0, mix + ", seed " + seed);
        return outcome;
    }

    /**
     * Records of 19 lines under contention: copies are torn where the run explores, and many verbs to one node are
     * under way.
     */
    @ParameterizedTest
    @CsvSource({"connectx5, 1", "connectx5, 2", "connectx5, 3", "hades-node, 1", "hades-node, 2", "hades-node, 3"})
    void shouldHoldWithLongRecordsUnderContention(String profile, long seed) {
        TestMix mix = mix(profile, "object-store")
                .cluster(3, 2, 2)
                .scale(1)
                .workload("keysPerThread", 20)
                .workload("reads", 8)
                .workload("writes", 3)
                .workload("valueBytes", 1000)
                .contexts(2)
                .measureUs(600);
        verified(mix.explore(), seed);
    }

    /**
     * The lock and the cache lines of a post that others share take more of a core than the rest of a READ (FaSST Fig.
     * 3).
     */
    @Test
    void shouldCommitLessWhereThreadsShareQueuePairs() {
        TestMix mix = mix("connect-ib", "tatp").cluster(3, 4, 3).contexts(8).protocol("applicationNs", 0);
        long apart = verified(mix, 1).committed();
        long shared = verified(mix.protocol("sharers", 4), 1).committed();
        assertTrue(shared < 0.9 * apart, shared + " against " + apart);
    }

    private static Stream<String> indexes() {
        List<String> choices = TableSettings.settings().get(0).choices();
        return new WorkloadsPlugin().stores().stream().map(StoreType::id).filter(choices::contains);
    }

    @ParameterizedTest
    @MethodSource("indexes")
    void shouldFindRecordsByAnyStore(String store) {
        verified(mix("hades-node", "tatp").protocol("index", store), 1);
    }

    private static void assertRefused(TestMix mix, String why) {
        String message = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void shouldRefuseBackupsOfOrderedTables() {
        assertRefused(mix("connectx5", "ordered-churn"), "keeps no backups of ordered tables");
    }

    @Test
    void shouldRefuseAnIndexThatNobodyBrings() {
        assertRefused(
                mix("connectx5", "smallbank").protocol("index", "chained"), "no installed bundle brings the store");
    }
}
