// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.drawn.DrawnCases;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What a protocol promises: with every workload at hand, in virtual time, under many interleavings and on real threads,
 * what it commits is as serializable as it says, its replicas agree, and nothing committed is lost; a seed gives the
 * same run twice; and it survives the faults that it declares. Each run is a small cluster of its own; each failure
 * names its mix and seed.
 */
public abstract class ProtocolContract {
    private static final long SEED = 1;

    /** For each seed that is explored. */
    private static final int DRAWN = 50;

    private static final int EXPLORED = 5;

    /** Some twenty seconds of an author's build. */
    static final int DRAWN_IN_ALL = DRAWN * EXPLORED;

    /** How long a run on real threads is measured; a good part of it passes before the code is compiled. */
    private static final long LIVE_US = 100_000;

    private static final long LONGEST_LIVE_US = 100 * LIVE_US;

    /** The plug-ins of all runs of a test, so that one starts from what the one before it filled its tables with. */
    private List<Plugin> same;

    /** For subclasses. */
    protected ProtocolContract() {}

    /** The plug-ins of a run: the protocol's own, one with hardware, and one or more with workloads. */
    protected abstract List<Plugin> plugins();

    /** The id of the protocol under test. */
    protected abstract String protocol();

    /** The data sheet that it runs on. */
    protected abstract String profile();

    /**
     * The ids of the workloads that it runs; by default all that {@link #plugins()} bring and that have to be told
     * nothing.
     */
    protected List<String> workloads() {
        return plugins().stream()
                .flatMap(plugin -> plugin.workloads().stream())
                .filter(ProtocolContract::runsUntold)
                .map(WorkloadType::id)
                .toList();
    }

    /** Whether it runs with its defaults; a trace, say, has to be named. */
    private static boolean runsUntold(WorkloadType type) {
        try {
            return type.create(Settings.defaultsOf(type.settings()), 2, 1, 0.01) != null;
        } catch (RefusedException needs) {
            return false;
        }
    }

    /** Changes a mix before it runs; by default not at all. */
    protected TestMix adjusted(TestMix mix, String workload) {
        return mix;
    }

    /**
     * How many interleavings of each workload are explored: 5, or what the system property {@code breadboard.seeds}
     * says.
     */
    protected int exploredSeeds() {
        return Integer.getInteger("breadboard.seeds", EXPLORED);
    }

    /**
     * On how many real threads it runs, one run each; the last one should be more than the machine has cores. If the
     * system property {@code breadboard.liveThreads} is {@code one}, each workload runs on the next one of these alone.
     */
    protected List<Integer> liveThreads() {
        return List.of(1, 2, 4);
    }

    private List<Integer> liveThreads(String workload) {
        List<Integer> all = liveThreads();
        return "one".equals(System.getProperty("breadboard.liveThreads"))
                ? List.of(all.get(workloads().indexOf(workload) % all.size()))
                : all;
    }

    @Test
    void shouldDeclareLegalSettingsAndLimits() {
        ProtocolType type = type();
        SettingRules.check(type.id(), type.settings());
        assertTrue(type.maxValueBytes() > 0, "it can store no value");
        for (Class<? extends Capability> capability : type.requires()) {
            assertTrue(
                    capability.isInterface(),
                    "it asks for a device, " + capability.getName() + ", not for a capability");
        }
    }

    /** The final state whole: nodes begin with what the workload says, also where nobody writes. */
    @TestFactory
    Stream<DynamicTest> shouldVerifyInVirtualTimeAndDoTheSameForTheSameSeed() {
        return workloads().stream()
                .map(workload -> DynamicTest.dynamicTest(workload, () -> {
                    TestOutcome first = assertVerified(mix(workload).judgedWhole(), SEED);
                    assertEquals(first, mix(workload).judgedWhole().run(SEED), "two runs of seed " + SEED);
                    TestOutcome other = assertVerified(mix(workload).judgedWhole(), SEED + 1);
                    assertNotEquals(first, other, "runs of two seeds");
                }));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderManyInterleavings() {
        return workloads().stream()
                .flatMap(workload -> LongStream.range(0, exploredSeeds())
                        .mapToObj(seed -> DynamicTest.dynamicTest(
                                workload + ", seed " + seed,
                                () -> assertVerified(mix(workload).explore(), seed))));
    }

    @TestFactory
    Stream<DynamicTest> shouldVerifyOnRealThreads() {
        return workloads().stream()
                .flatMap(workload -> liveThreads(workload).stream()
                        .map(threads -> DynamicTest.dynamicTest(
                                workload + " on " + threads,
                                () -> assertVerifiedLive(mix(workload).live(threads)))));
    }

    /** A machine that is busy with something else may give it no time to commit, so it may take longer then. */
    private static void assertVerifiedLive(TestMix mix) {
        TestOutcome outcome = null;
        for (long us = LIVE_US; us <= LONGEST_LIVE_US && (outcome == null || outcome.checked() == 0); us *= 10) {
            outcome = mix.measureUs(us).run(SEED);
            assertRight(outcome, mix + ", seed " + SEED);
        }
        assertFalse(outcome.checked() == 0, mix + " committed nothing in " + LONGEST_LIVE_US + " us");
    }

    /**
     * How many seeds are drawn as {@code campaign} draws them: {@value #DRAWN} for each of {@link #exploredSeeds}, or
     * what the system property {@code breadboard.drawn} says.
     */
    protected int drawnSeeds() {
        return Integer.getInteger("breadboard.drawn", DRAWN * exploredSeeds());
    }

    /**
     * Shapes of conflict, pairs, rounds, skew, deletes, ranges, sizes, delays, and all faults that it says it bears:
     * crashes, too. A seed that fails is made smaller. The system property {@code breadboard.seed} has one seed run
     * alone.
     */
    @TestFactory
    Stream<DynamicTest> shouldVerifyWhatCampaignsDraw() {
        boolean there = plugins().stream()
                .flatMap(plugin -> plugin.workloads().stream())
                .anyMatch(type -> type.id().equals(DrawnCases.WORKLOAD));
        assertTrue(
                there,
                "plugins() bring no workload '" + DrawnCases.WORKLOAD
                        + "', whose transactions get into one another's way:" + " add the plug-in 'workloads'");
        return mix(DrawnCases.WORKLOAD).drawn().tests(drawnSeeds());
    }

    /** Losses alone, for they may leave transactions without an end; all else together. */
    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderTheFaultsThatItTolerates() {
        List<Fault> others = Stream.of(Fault.DUPLICATION, Fault.REORDERING)
                .filter(fault -> type().traits().tolerates().contains(fault))
                .toList();
        List<DynamicTest> tests = new ArrayList<>();
        for (String workload : workloads()) {
            if (type().traits().tolerates().contains(Fault.LOSS)) {
                tests.add(DynamicTest.dynamicTest(
                        workload + " with " + Fault.LOSS, () -> assertSurvivesLosses(workload)));
            }
            if (!others.isEmpty()) {
                tests.add(DynamicTest.dynamicTest(workload + " with " + others, () -> {
                    TestMix mix = mix(workload);
                    others.forEach(fault -> mix.fault(fault, 0.001));
                    assertVerified(mix, SEED);
                }));
            }
        }
        return tests.stream();
    }

    /** All that can go wrong with packets, in windows: parts of the cluster are cut off, and come back. */
    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderPartitionsIfItRecovers() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String workload : bearsLosses() ? workloads() : List.<String>of()) {
            for (String nemesis : List.of("partition", "partition-one-way", everything())) {
                tests.add(DynamicTest.dynamicTest(
                        workload + " with " + nemesis,
                        () -> assertVerified(mix(workload).nemesis(nemesis), SEED)));
            }
            for (long seed = 0; seed < exploredSeeds(); seed++) {
                long explored = seed;
                tests.add(DynamicTest.dynamicTest(
                        workload + " with " + everything() + ", seed " + seed,
                        () -> assertVerified(mix(workload).explore().nemesis(everything()), explored)));
            }
        }
        return tests.stream();
    }

    /** The same on real threads, where retransmission takes its time. */
    @TestFactory
    Stream<DynamicTest> shouldVerifyUnderPartitionsOnRealThreadsIfItRecovers() {
        return (bearsLosses() ? workloads() : List.<String>of())
                .stream()
                        .map(workload -> DynamicTest.dynamicTest(
                                workload + " with " + everything(),
                                () -> assertVerifiedLive(
                                        mix(workload).live(2).nemesis(everything(), LIVE_US / 10, LIVE_US / 50))));
    }

    private boolean bearsLosses() {
        return type().traits().recovers() && type().traits().tolerates().contains(Fault.LOSS);
    }

    private String everything() {
        List<String> words = new ArrayList<>(List.of("partition", "partition-one-way", "ring-full"));
        type().traits().tolerates().forEach(fault -> words.add(fault.name().toLowerCase(Locale.ROOT)));
        words.remove("crash");
        return String.join(",", words);
    }

    /**
     * If the protocol does not recover, losses leave transactions of unknown outcome, half of whose writes may never
     * come. Invariants are not judged then, nor copies that these may have left different; nothing else may be wrong.
     */
    private void assertSurvivesLosses(String workload) {
        TestMix mix = mix(workload).fault(Fault.LOSS, 0.001);
        if (type().traits().recovers()) {
            assertVerified(mix, SEED);
            return;
        }
        TestOutcome outcome = mix.run(SEED);
        assertTrue(outcome.unknown() > 0, mix + ": nothing was lost, so this shows nothing");
        assertEquals(List.of(), outcome.findings(), mix + " with losses, seed " + SEED);
    }

    /**
     * A client that waits for nobody else, and does not think, is always in a transaction, if all of them only read: so
     * its latencies fill the time, and their mean is the time for each. Whatever a transaction takes, its last step
     * too, is in its latency.
     */
    @TestFactory
    Stream<DynamicTest> shouldTellLatenciesThatFillTheTimeOfAClient() {
        return Stream.of(3, 1)
                .map(nodes -> DynamicTest.dynamicTest(nodes + " nodes", () -> {
                    TestMix mix = TestMix.of(withPointReads(), profile(), protocol(), PointReads.ID);
                    assertFilled(adjusted(mix.cluster(nodes, 2, nodes), PointReads.ID)
                            .oneClientPerThread());
                }));
    }

    private List<Plugin> withPointReads() {
        List<Plugin> all = new ArrayList<>(plugins());
        all.add(new PointReads());
        return all;
    }

    /** As long as it takes that one transaction more or less in a client's window does not count. */
    private static void assertFilled(TestMix mix) {
        TestOutcome outcome = null;
        for (long us = 2_000; outcome == null || outcome.committed() < 250L * mix.clientThreads(); us *= 4) {
            assertTrue(us < 5_000_000, mix + " commits too little");
            outcome = mix.measureUs(us).run(SEED);
            assertRight(outcome, mix + ", seed " + SEED);
        }
        double eachNs = 1e9 * mix.clientThreads() / outcome.committedPerSecond();
        assertEquals(1, outcome.meanLatencyNs() / eachNs, 0.01, mix + ": its mean latency by the time for each");
    }

    /** On the second of two threads runs another workload than on the first, or the same one again. */
    @TestFactory
    Stream<DynamicTest> shouldVerifyWorkloadsSideBySide() {
        String first = workloads().get(0);
        return workloads().stream()
                .limit(type().traits().clientsApart() ? 0 : 2) // workloads share the machines that hold their records
                .map(second -> DynamicTest.dynamicTest(
                        first + " and " + second,
                        () -> assertVerified(
                                mix("shared").tenant("one", first, 1, Map.of()).tenant("two", second, 1, Map.of()),
                                SEED)));
    }

    private TestMix mix(String workload) {
        if (same == null) {
            same = plugins();
        }
        return adjusted(TestMix.of(same, profile(), protocol(), workload), workload);
    }

    private static TestOutcome assertVerified(TestMix mix, long seed) {
        TestOutcome outcome = mix.run(seed);
        String what = mix + ", seed " + seed;
        assertRight(outcome, what);
        assertFalse(outcome.checked() == 0, what + " committed nothing");
        return outcome;
    }

    private static void assertRight(TestOutcome outcome, String what) {
        assertEquals(List.of(), outcome.findings(), what);
        assertTrue(outcome.verified(), what + " was not verified");
        assertEquals(0, outcome.unknown(), what + ": transactions have no end");
    }

    private ProtocolType type() {
        return plugins().stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .filter(candidate -> candidate.id().equals(protocol()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no plug-in brings the protocol " + protocol()));
    }
}
