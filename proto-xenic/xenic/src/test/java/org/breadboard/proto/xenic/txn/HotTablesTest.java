// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.hw.smartnic.SmartNicPlugin;
import org.breadboard.proto.xenic.XenicPlugin;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few records and small logs, where transactions are in each other's way all the time. */
class HotTablesTest {
    private static final List<Plugin> PLUGINS = List.of(
            new XenicPlugin(), new SmartNicPlugin(), new WorkloadsPlugin(), new OrderedChurn(), new NamedAgain(2));

    private static TestMix mix(String workload) {
        return TestMix.of(PLUGINS, "liquidio3", "xenic", workload)
                .cluster(2, 2, 1)
                .scale(1);
    }

    private static void assertHolds(TestMix mix, long seed) {
        TestOutcome outcome = mix.run(seed);
        assertEquals(List.of(), outcome.findings(), mix + ", seed " + seed);
        assertEquals(0, outcome.unknown(), mix + ", seed " + seed);
        assertNull(outcome.counters().get("smartnic.noReceiveSlot"), mix + ", seed " + seed);
    }

    /**
     * The host validates ordered records after the NIC has read hashed ones, so these are looked at again, and locked
     * before.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeEffectAtOneInstantInOrderedAndHashedTables(boolean combined) {
        TestMix mix = mix("ordered-churn")
                .measureUs(500)
                .workload("keys", 8)
                .workload("spread", 4)
                .workload("accesses", 1)
                .protocol("combinedOperations", combined)
                .explore();
        for (long seed = 1; seed <= 12; seed++) {
            assertHolds(mix, seed);
        }
    }

    /**
     * New-order and payment execute on NICs, and their rows are put in later; the others search them on the host (Xenic
     * 5.3).
     */
    @ParameterizedTest
    @ValueSource(strings = {"tpcc", "tpcc-neworder"})
    void shouldTakeEffectAtOneInstantWhereRowsComeBackFromTheNic(String workload) {
        TestMix mix = mix(workload)
                .cluster(2, 2, 2)
                .contexts(8)
                .scale(0.01)
                .measureUs(400)
                .workload("warehousesPerNode", 1)
                .protocol("workers", 2)
                .explore();
        for (long seed = 1; seed <= 8; seed++) {
            assertHolds(mix, seed);
        }
    }

    /** What no log can ever hold is refused, wherever it executes, and nobody waits for ever. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseWritesThatTheLogHasNoRoomFor(boolean multiHop) {
        TestMix mix = mix("object-store")
                .cluster(2, 1, 2)
                .contexts(2)
                .workload("reads", 8)
                .workload("writes", 8)
                .workload("valueBytes", 1_000)
                .workload("keysPerThread", 300)
                .protocol("workers", 1)
                .protocol("logBytes", 4_096)
                .protocol("multiHop", multiHop);
        assertHolds(mix, 1);
        TestOutcome outcome = mix.run(1);
        assertTrue(outcome.aborts().get("EXHAUSTED") > 0, outcome.aborts().toString());
    }

    /** The last transaction is answered long before its writes, and those before them, are applied. */
    @Test
    void shouldApplyAllOfALogThatItsWorkerCannotKeepUpWith() {
        assertHolds(
                mix("object-store")
                        .cluster(2, 8, 2)
                        .contexts(64)
                        .measureUs(400)
                        .workload("reads", 1)
                        .workload("writes", 1)
                        .workload("keysPerThread", 3_000)
                        .protocol("workers", 1),
                1);
    }

    /**
     * What the remote NIC can neither lock nor keep for want of memory executes where it began, instead of being
     * refused for ever.
     */
    @Test
    void shouldExecuteAtHomeWhatASmallIndexAwayCannotTake() {
        TestMix mix = mix("object-store")
                .cluster(2, 1, 1)
                .contexts(4)
                .measureUs(1_000)
                .workload("reads", 6)
                .workload("writes", 1)
                .workload("binomialWrites", false)
                .workload("keysPerThread", 300)
                .protocol("indexBytes", 3_000)
                .protocol("indexPages", 0.1);
        assertHolds(mix, 1);
        long hopping = mix.run(1).committed();
        long staying = mix.protocol("multiHop", false).run(1).committed();
        assertTrue(2 * hopping > staying, hopping + " with multi-hop, " + staying + " without");
    }

    /** A record that is not there, and is all that a transaction reads, has to be looked at on the NIC. */
    @Test
    void shouldLookAgainAtTheOnlyRecordThatIsNotThere() {
        TestMix mix = mix("contended").measureUs(1_000).workload("absent", true).explore();
        for (long shape = 0; shape < 24; shape++) {
            assertHolds(mix.workload("shape", shape), shape);
        }
    }

    /**
     * The host knows a record as absent as of what its segment has lost since, the index as of before. Who has it so
     * from the host, and locks it in a later round, is not refused for ever.
     */
    @Test
    void shouldCommitInTheEndWhatFindsARecordAbsentBeforeItLocksIt() {
        TestMix mix = mix("contended")
                .cluster(2, 1, 1)
                .contexts(4)
                .measureUs(1_000)
                .workload("absent", true)
                .workload("again", true)
                .workload("pairs", true)
                .workload("accesses", 7)
                .workload("rounds", 2)
                .workload("keys", 32)
                .explore()
                .untilDone();
        for (long shape = 1; shape <= 24; shape++) {
            assertHolds(mix.workload("shape", shape), shape);
        }
    }

    /**
     * The host knows a record, and the NIC has locked it since. It is named again beside one that another transaction
     * holds: who is refused the second still has the first to give back.
     */
    @Test
    void shouldKeepTheLockOfARecordThatIsNamedAgainBesideOneThatIsHeld() {
        TestMix mix = mix("named-again").contexts(4).measureUs(300).explore();
        for (long seed = 1; seed <= 4; seed++) {
            assertHolds(mix, seed);
            assertTrue(mix.run(seed).aborts().get("LOCKED") > 0, "nobody was refused a lock, so this shows nothing");
        }
    }
}
