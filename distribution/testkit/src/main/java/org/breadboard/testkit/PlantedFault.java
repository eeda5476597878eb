// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Assertions;

/** A rule that a run can leave out, and that the checks after a run must then miss. */
public final class PlantedFault {
    private PlantedFault() {}

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
        }
        throw new AssertionError(name + " was not found in " + seeds + " seeds");
    }
}
