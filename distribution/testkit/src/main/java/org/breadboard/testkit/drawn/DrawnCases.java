// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.drawn;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.breadboard.platform.cases.Cases;
import org.breadboard.platform.cases.Ended;
import org.breadboard.platform.cases.SeedRunner;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.verbs.Experiment;
import org.junit.jupiter.api.DynamicTest;

/** What campaigns draw, of one protocol on one data sheet. One thread. */
public final class DrawnCases {
    /** The workload whose shape a seed draws. */
    public static final String WORKLOAD = "contended";

    /** What the seeds of a contract leave as the contract has it; everything else of a mix is drawn. */
    private static final List<String> KEPT = List.of("hardware", "protocol", "switch");

    /** Making a seed small takes as long as many seeds. */
    private static final int ENOUGH = 3;

    private final SeedRunner runner;
    private long ran;
    private long failed;
    private long refused;
    private String lastRefusal;

    /**
     * Of a mix with {@link #WORKLOAD}: its parts and what is set of them stay.
     *
     * @param mix all that it sets, by key
     */
    public DrawnCases(List<InstalledPlugin> installed, Map<String, String> mix, Folders folders) {
        Map<String, String> values = new LinkedHashMap<>(mix);
        Map<String, String> kept = new LinkedHashMap<>(values);
        kept.keySet().removeIf(key -> !KEPT.contains(key.split("[.]", 2)[0]));
        values.keySet().removeAll(kept.keySet());
        values.remove("check"); // whole, while a replay's is as every run's
        Cases cases = Cases.ofValues(values, kept, new MixResolver(new Parts(installed), folders));
        Experiment experiment = new Experiment(installed, folders, PluginWatch.PATIENCE, () -> false);
        runner = cases.runner(
                experiment, installed.stream().map(InstalledPlugin::plugin).toList(), () -> false);
    }

    /** A test for each seed from 1 on, and at the end one that they showed something. */
    public Stream<DynamicTest> tests(int seeds) {
        Long only = Long.getLong("breadboard.seed");
        LongStream all = only == null ? LongStream.rangeClosed(1, seeds) : LongStream.of(only);
        return Stream.concat(
                all.mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> tryOne(seed))),
                Stream.of(DynamicTest.dynamicTest("are not refused", this::assertShown)));
    }

    private void tryOne(long seed) {
        assumeTrue(failed < ENOUGH, () -> failed + " seeds have failed, and one is enough to begin with");
        Ended ended = runner.run(seed);
        ran++;
        if (ended.kind() == Ended.Kind.REFUSED) {
            refused++;
            lastRefusal = ended.verdict().get(0);
        }
        if (ended.failed()) {
            failed++;
            fail("Seed " + seed + ": " + String.join(" ", ended.verdict()) + System.lineSeparator()
                    + "Alone, in this test: -Dbreadboard.seed=" + seed + System.lineSeparator()
                    + "As small as it was found to fail, where the plug-in is installed: " + ended.replay());
        }
    }

    /**
     * Looks for a fault: the first seed that fails, of those from 1 to {@code seeds}.
     *
     * @throws AssertionError if none does; it says what was tried
     */
    public long found(String fault, int seeds) {
        long checked = 0;
        Map<String, Long> lost = new TreeMap<>();
        for (long seed = 1; seed <= seeds; seed++) {
            Ended ended = runner.run(seed);
            if (ended.failed()) {
                return seed;
            }
            checked += ended.checked();
            ended.aborts().forEach((reason, count) -> lost.merge(reason, count, Long::sum));
            refused += ended.kind() == Ended.Kind.REFUSED ? 1 : 0;
        }
        throw new AssertionError(fault + " was not found in " + seeds + " seeds, of which " + refused
                + " were refused: they committed " + checked + " transactions, and attempts were lost to conflicts: "
                + lost
                + ". Draw more (-Dbreadboard.drawn), or have the mix do what the rule is about.");
    }

    /** Whether a seed holds, and why it does not. */
    public void assertHolds(long seed) {
        Ended ended = runner.run(seed);
        if (ended.failed()) {
            fail("Seed " + seed + ": " + String.join(" ", ended.verdict()));
        }
    }

    /** Some of what is drawn is refused: a size, say, that is too small for a value. */
    private void assertShown() {
        assertTrue(
                ran == 0 || refused * 2 <= ran,
                () -> refused + " of " + ran
                        + " seeds were refused, so these runs show too little; the last one since: " + lastRefusal);
    }
}
