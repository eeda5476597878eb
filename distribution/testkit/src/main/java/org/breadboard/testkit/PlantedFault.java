// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Assertions;

/** A rule that a run can leave out, and that the checks after a run must then miss. */
public final class PlantedFault {
    private PlantedFault() {}

    /**
     * Draws one seed after another, from 1, as campaigns and {@link ProtocolContract} do, until the checks find the
     * fault, and that seed again without it. Fails the test if no seed of 250, or of more if the system property
     * {@code breadboard.drawn} says so, finds it, or if the seed does not hold without it.
     *
     * @param name the fault, for messages
     * @param broken a mix with the workload {@code contended}, and the fault
     * @param whole the same without the fault
     * @return the seed that found it
     */
    public static long assertFound(String name, TestMix broken, TestMix whole) {
        int least = ProtocolContract.DRAWN_IN_ALL;
        long seed = broken.drawn().found(name, Math.max(least, Integer.getInteger("breadboard.drawn", least)));
        whole.drawn().assertHolds(seed);
        return seed;
    }

    /**
     * Runs one seed after another, from 1, until the checks find the fault, and that seed again without it. Fails the
     * test if no seed finds it, if a run fails for another reason, or if the whole run does not hold.
     *
     * @param name the fault, for messages
     * @param broken runs a seed with the fault
     * @param whole runs a seed without it
     * @return what was found
     */
    public static TestOutcome assertFound(
            String name, int seeds, LongFunction<TestOutcome> broken, LongFunction<TestOutcome> whole) {
        long checked = 0;
        Map<String, Long> aborts = new TreeMap<>();
        for (long seed = 1; seed <= seeds; seed++) {
            TestOutcome found = broken.apply(seed);
            Assertions.assertNull(found.failure(), name + ", seed " + seed + ": the run itself failed");
            if (!found.verified()) {
                Assertions.assertFalse(found.findings().isEmpty(), name + ", seed " + seed + ": nothing was found");
                TestOutcome held = whole.apply(seed);
                Assertions.assertEquals(List.of(), held.findings(), "without " + name + ", seed " + seed);
                Assertions.assertTrue(held.verified(), "without " + name + ", seed " + seed);
                return found;
            }
            checked += found.checked();
            found.aborts().forEach((reason, count) -> aborts.merge(reason, count, Long::sum));
        }
        throw new AssertionError(name + " was not found in " + seeds + " seeds: they committed " + checked
                + " transactions, and attempts were aborted: " + aborts
                + ". Take more seeds, fewer keys, or a longer run, so that what the rule is about happens more often.");
    }
}
