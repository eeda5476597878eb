// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What a protocol promises that tolerates {@link org.breadboard.api.protocol.Fault#CRASH}: machines crash at any
 * instant, and come back; nothing that was reported is lost, nothing is half done, and a step of recovery that is left
 * out is found. Beside {@link ProtocolContract}. Each failure names its seed.
 */
public abstract class CrashContract {
    private static final long FIND_WITHIN = 500;
    /** A quarter of a window, and what the manager takes, as {@link TestMix#nemesis} has them. */
    private static final double LEASE_NS = 30_000;

    private static final double DECIDE_NS = 20_000;

    private static final String SHORTAGE = "More machines were lost than the replication bears, ";

    /** For subclasses. */
    protected CrashContract() {}

    /** The protocol with a workload of those that ship, on some hardware. */
    protected abstract TestMix mix(String workload);

    /** Values of {@code protocol.breakage} that leave out a step of recovery. */
    protected abstract List<String> breakages();

    /** How many seeds: 8, or what the system property {@code breadboard.seeds} says. */
    protected int exploredSeeds() {
        return Integer.getInteger("breadboard.seeds", 8);
    }

    /** Changes the workload with a seed: by default its shape, long values, and absent records. */
    protected TestMix shaped(TestMix mix, long seed) {
        return mix.workload("shape", seed)
                .workload("valueBytes", seed % 3 == 0 ? 200 : 16)
                .workload("absent", seed % 2 == 0);
    }

    /** Changes a mix in which a step is left out, so that it is found; by default not at all. */
    protected TestMix broken(TestMix mix, String breakage) {
        return mix;
    }

    /** Changes a mix on real threads; by default not at all. */
    protected TestMix onThreads(TestMix mix) {
        return mix;
    }

    /** A small cluster in which a machine crashes twice a run. */
    protected final TestMix crashing() {
        return mix("contended").cluster(4, 2, 3).contexts(4).measureUs(1200).nemesis("crash", 600, 120);
    }

    @TestFactory
    Stream<DynamicTest> shouldLoseNothingWhenMachinesCrash() {
        return withCopies(mix -> mix, "faults.crashed", exploredSeeds());
    }

    @TestFactory
    Stream<DynamicTest> shouldLoseNothingWhenAllLosePower() {
        return withCopies(
                mix -> mix.nemesis("power-loss", 600, 120), "faults.powerLost", exploredSeeds(), 3, outcome -> {
                    assertTrue(outcome.remarks().toString().contains(SHORTAGE), outcome.remarks()::toString);
                });
    }

    /** With how many copies the protocol keeps ordered tables at most, if it does. */
    protected int orderedCopies() {
        return 3;
    }

    /** Where the protocol keeps some: inserts stand in their tables before they are committed. */
    @TestFactory
    Stream<DynamicTest> shouldLoseNothingOfOrderedTables() {
        return crashing().isOrdered()
                ? withCopies(
                        mix -> mix.workload("ordered", true)
                                .workload("absent", true)
                                .workload("fixed", true)
                                .nemesis("crash,power-loss", 300, 60),
                        "faults.crashed",
                        exploredSeeds(),
                        orderedCopies(),
                        outcome -> {})
                : Stream.empty();
    }

    /** Ordered tables and others in one transaction, and what a shop's books have to say of it. */
    @TestFactory
    Stream<DynamicTest> shouldLoseNothingOfTpcc() {
        return crashing().isOrdered()
                ? IntStream.of(1, orderedCopies())
                        .distinct()
                        .mapToObj(copies -> DynamicTest.dynamicTest("copies: " + copies, () -> {
                            TestOutcome outcome = mix("tpcc")
                                    .workload("warehousesPerNode", 2)
                                    .scale(0.01)
                                    .cluster(3, 2, copies)
                                    .contexts(4)
                                    .measureUs(4_000)
                                    .nemesis("crash", 1_000, 200)
                                    .runVerified(1);
                            assertStruck(outcome, "faults.crashed", 1);
                            assertTrue(outcome.counters().get("recovery.committed") > 0, "nothing was under way");
                        }))
                : Stream.empty();
    }

    /** From the next configuration on that is a crash like others, so half of the seeds are enough. */
    @TestFactory
    Stream<DynamicTest> shouldLoseNothingWhenNicsCrash() {
        return withCopies(mix -> mix.nemesis("nic-crash", 600, 120), "faults.nicCrashed", exploredSeeds() / 2 + 1);
    }

    /** Where the hardware has some. */
    @TestFactory
    Stream<DynamicTest> shouldLoseNothingWhenQueuePairsFail() {
        return crashing().hasQueuePairs()
                ? withCopies(
                        mix -> mix.nemesis("qp-error", 600, 120), "faults.queuePairErrors", exploredSeeds() / 2 + 1)
                : Stream.empty();
    }

    private Stream<DynamicTest> withCopies(UnaryOperator<TestMix> struck, String counter, int seeds) {
        return withCopies(struck, counter, seeds, 3, outcome -> {});
    }

    private Stream<DynamicTest> withCopies(
            UnaryOperator<TestMix> struck, String counter, int seeds, int most, Consumer<TestOutcome> check) {
        return IntStream.rangeClosed(1, most)
                .mapToObj(copies -> DynamicTest.dynamicTest("copies: " + copies, () -> {
                    for (long seed = 1; seed <= seeds; seed++) {
                        TestMix mix = struck.apply(shaped(crashing(), seed).cluster(4, 2, copies));
                        TestOutcome outcome = mix.explore().runVerified(seed);
                        assertStruck(outcome, counter, seed);
                        check.accept(outcome);
                    }
                }));
    }

    private static void assertStruck(TestOutcome outcome, String counter, long seed) {
        assertTrue(outcome.counters().get(counter) > 0, "nothing crashed with seed " + seed);
        assertEquals(0, outcome.unknown(), "seed " + seed);
    }

    /** A lost shard serves again once the lease is over and the manager has decided, and then its copies come back. */
    @Test
    void shouldServeALostShardAgain() {
        double soonestNs = LEASE_NS * 0.8 + DECIDE_NS;
        List<TestOutcome.Crash> early =
                crashing().measureUs(6_000).nemesis("crash", 3_000, 120).runVerified(1).afterCrashes().stream()
                        .filter(crash -> crash.atNs() < 4_500_000)
                        .toList();
        assertFalse(early.isEmpty(), "nothing crashed");
        for (TestOutcome.Crash crash : early) {
            assertTrue(crash.shardCommitNs() >= soonestNs, crash.toString());
            assertTrue(crash.fullReplicationNs() >= soonestNs, crash.toString());
        }
    }

    @Test
    void shouldRecoverOnRealThreadsWhenEachMachineCrashesInTurn() {
        TestOutcome outcome = onThreads(crashing())
                .live(2)
                .warmupUs(20_000)
                .measureUs(4 * 500_000)
                .nemesis("crash", 500_000, 100_000)
                .inTurn()
                .runVerified(1);
        for (int node = 0; node < 4; node++) {
            assertEquals(1, outcome.counters().get("faults.crashed.node" + node), "crashes of node " + node);
        }
        assertTrue(outcome.committed() > 0);
    }

    @TestFactory
    Stream<DynamicTest> shouldBeFoundOutIfRecoveryLeavesAStepOut() {
        return breakages().stream().map(breakage -> DynamicTest.dynamicTest(breakage, () -> assertFound(breakage)));
    }

    private void assertFound(String breakage) {
        for (long seed = 1; seed <= FIND_WITHIN; seed++) {
            TestMix mix = broken(crashing().protocol("breakage", breakage), breakage)
                    .workload("shape", seed)
                    .explore();
            if (!mix.run(seed).findings().isEmpty()) {
                return;
            }
        }
        fail(breakage + " was never found");
    }

    @Test
    void shouldYieldTheSameTwice() {
        assertEquals(crashing().run(3).toString(), crashing().run(3).toString());
    }
}
