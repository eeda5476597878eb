// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfTest {
    private static final int SAMPLES = 200_000;

    /** With fixed seeds the outcome is fixed too; four standard deviations would be one test in thirty thousand. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.99",
        "2, 1",
        "10, 0",
        "10, 0.5",
        "10, 6",
        "100, 1",
        "1000, 0.99",
        "1000, 1.2",
        "5000, 0.5",
        "300, 3"
    })
    void shouldFollowTheDistribution(int count, double exponent) {
        double[] probabilities = probabilities(count, exponent);
        long[] counts = sample(count, exponent);
        if (count == 1) {
            assertEquals(SAMPLES, counts[0]);
        } else {
            double deviations = ChiSquare.deviations(counts, probabilities);
            assertTrue(deviations < 4, "off by " + deviations + " standard deviations");
        }
    }

    @Test
    void shouldTellSimilarExponentsApart() {
        double deviations = ChiSquare.deviations(sample(1000, 0.97), probabilities(1000, 0.99));
        assertTrue(deviations > 4, "an exponent of 0.97 passes for 0.99: " + deviations);
    }

    @Test
    void shouldStayInRangeOfHugePopulations() {
        long count = 1L << 40;
        Zipf zipf = new Zipf(count, 0.99);
        RandomStream random = TestParts.random(3, 1);
        long highest = 0;
        for (int i = 0; i < SAMPLES; i++) {
            long rank = zipf.next(random);
            assertTrue(rank >= 0 && rank < count, "rank " + rank);
            highest = Math.max(highest, rank);
        }
        assertTrue(highest > count / 2, "the tail is never drawn: " + highest);
    }

    @Test
    void shouldRefuseWhatIsNoDistribution() {
        assertThrows(IllegalArgumentException.class, () -> new Zipf(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Zipf(10, -0.1));
        assertThrows(IllegalArgumentException.class, () -> new Zipf(10, Double.NaN));
    }

    private static long[] sample(int count, double exponent) {
        Zipf zipf = new Zipf(count, exponent);
        RandomStream random = TestParts.random(11, count);
        long[] counts = new long[count];
        for (int i = 0; i < SAMPLES; i++) {
            counts[(int) zipf.next(random)]++;
        }
        return counts;
    }

    private static double[] probabilities(int count, double exponent) {
        double[] probabilities = new double[count];
        double sum = 0;
        for (int rank = 0; rank < count; rank++) {
            probabilities[rank] = Math.pow(rank + 1, -exponent);
            sum += probabilities[rank];
        }
        for (int rank = 0; rank < count; rank++) {
            probabilities[rank] /= sum;
        }
        return probabilities;
    }
}
