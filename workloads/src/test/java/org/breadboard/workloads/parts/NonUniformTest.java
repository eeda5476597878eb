// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class NonUniformTest {
    @Test
    void shouldTakeTheConstantsOfTheSpecification() {
        assertEquals(65_535, NonUniform.of(100_000).mask());
        assertEquals(65_535, NonUniform.of(1_000_000).mask());
        assertEquals(1_048_575, NonUniform.of(1_000_001).mask());
        assertEquals(1_048_575, NonUniform.of(10_000_000).mask());
        assertEquals(2_097_151, NonUniform.of(11_000_000).mask());
    }

    @Test
    void shouldFollowTheDefinition() {
        // 3,000 subscribers, scaled from 30,000: few enough to add up the definition over all pairs.
        int count = 3_000;
        NonUniform numbers = NonUniform.scaled(30_000, count);
        int values = (int) numbers.mask() + 1;
        double[] probabilities = new double[count];
        for (int low = 0; low < values; low++) {
            for (int uniform = 1; uniform <= count; uniform++) {
                probabilities[(low | uniform) % count] += 1.0 / values / count;
            }
        }
        RandomStream random = TestParts.random(5, 1);
        long[] counts = new long[count];
        for (int i = 0; i < 300_000; i++) {
            counts[(int) numbers.next(random) - 1]++;
        }
        double deviations = ChiSquare.deviations(counts, probabilities);
        assertTrue(deviations < 4, "off by " + deviations + " standard deviations");
    }

    @Test
    void shouldNotHeatUpWhenScaled() {
        double full = meeting(NonUniform.of(2_000_000), 2_000_000);
        double scaled = meeting(NonUniform.scaled(2_000_000, 100_000), 100_000);
        assertTrue(scaled / full > 0.75 && scaled / full < 1.05, "two draws meet " + scaled / full + " times as often");
        double unscaledRule = meeting(NonUniform.of(100_000), 100_000);
        assertTrue(unscaledRule > 3 * full, "the rule of the specification would have done: " + unscaledRule / full);
    }

    @Test
    void shouldBecomeUniformWhereScalingAloneHeatsUp() {
        assertEquals(0, NonUniform.scaled(11_000_000, 11_000).mask());
    }

    /** The probability that two draws are the same number, estimated from counts. */
    private static double meeting(NonUniform numbers, int count) {
        RandomStream random = TestParts.random(7, count);
        int[] counts = new int[count + 1];
        long samples = 2_000_000;
        double pairs = 0;
        for (long i = 0; i < samples; i++) {
            pairs += counts[(int) numbers.next(random)]++;
        }
        return pairs / (samples * (samples - 1) / 2.0);
    }
}
