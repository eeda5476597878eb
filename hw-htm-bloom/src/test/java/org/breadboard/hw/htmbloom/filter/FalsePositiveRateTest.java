// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * False positives against theory and Table IV. Each trial fills a filter of its own and probes it once, so that the
 * positives are binomially distributed; the denominator of every rate is the number of probes for lines that were not
 * inserted.
 */
class FalsePositiveRateTest {
    /** A right filter fails once in 15,000 tries; the seed is fixed. */
    private static final double DEVIATIONS = 4;

    private static final int TRIALS = 200_000;
    private static final long MEMORY_LINES = 1L << 30;

    /** Table IV, 1 Kbit. Its entries are whole multiples of 1 in 100,000, which is taken for its number of trials. */
    private static final int[] TABLE_LINES = {10, 20, 50, 100};

    private static final double[] TABLE_PERCENT = {0.04, 0.138, 0.877, 3.26};
    private static final int TABLE_TRIALS = 100_000;
    /** The 95th percentile of χ² with four degrees of freedom. */
    private static final double CRITICAL = 9.488;

    @ParameterizedTest
    @CsvSource({"1024,2,10", "1024,2,20", "1024,2,50", "1024,2,100", "512,1,50", "512,3,40", "256,4,60", "4096,2,200"})
    void shouldMatchTheoryOfACrcFilter(int bits, int hashes, int lines) {
        shouldMatchTheory(new CrcFilter(bits, hashes), lines);
    }

    @ParameterizedTest
    @CsvSource({
        "512,2,4096,5,100",
        "512,1,4096,5,50",
        "64,2,128,5,20",
        "256,1,1024,1,40",
        "128,1,64,3,20",
        "128,1,8192,5,100"
    })
    void shouldMatchTheoryOfAWriteFilter(int bits, int hashes, int indexBits, int slices, int lines) {
        shouldMatchTheory(
                new WriteFilter(new CrcFilter(bits, hashes), indexBits, new LlcGeometry(4096, slices)), lines);
    }

    @Test
    void shouldAgreeWithTableFour() {
        double distance = 0;
        for (int i = 0; i < TABLE_LINES.length; i++) {
            // The model's rate from more trials than the table's, so that its own noise hardly counts.
            double rate = measured(new CrcFilter(1024, 2), TABLE_LINES[i], 10 * TABLE_TRIALS) / (10.0 * TABLE_TRIALS);
            distance += chiSquare(TABLE_PERCENT[i], rate);
        }
        assertTrue(distance < CRITICAL, "chi-square " + distance);
    }

    @ParameterizedTest
    @CsvSource({"1024,1", "1024,3", "512,2", "2048,2"})
    void shouldTellOtherGeometriesFromTableFour(int bits, int hashes) {
        double distance = 0;
        for (int i = 0; i < TABLE_LINES.length; i++) {
            distance += chiSquare(TABLE_PERCENT[i], new CrcFilter(bits, hashes).falsePositiveRate(TABLE_LINES[i]));
        }
        assertTrue(distance > 10 * CRITICAL, "chi-square " + distance);
    }

    private static double chiSquare(double publishedPercent, double rate) {
        double published = publishedPercent / 100 * TABLE_TRIALS;
        double expected = rate * TABLE_TRIALS;
        return (published - expected) * (published - expected) / (expected * (1 - rate));
    }

    private static void shouldMatchTheory(LineFilter filter, int lines) {
        double rate = filter.falsePositiveRate(lines);
        double expected = rate * TRIALS;
        double tolerance = DEVIATIONS * Math.sqrt(expected * (1 - rate)) + 1;
        int positives = measured(filter, lines, TRIALS);
        assertTrue(
                Math.abs(positives - expected) <= tolerance,
                positives + " positives, expected " + expected + " ± " + tolerance);
    }

    private static int measured(LineFilter filter, int lines, int trials) {
        SplittableRandom random = new SplittableRandom(lines);
        FilterPool pool = new FilterPool(filter, 1);
        int positives = 0;
        for (int trial = 0; trial < trials; trial++) {
            int id = pool.take();
            for (int i = 0; i < lines; i++) {
                pool.insert(id, random.nextLong(MEMORY_LINES));
            }
            // Beyond the lines inserted, in the same sets and slices.
            positives += pool.probe(id, MEMORY_LINES + random.nextLong(MEMORY_LINES)) ? 1 : 0;
            pool.release(id);
        }
        return positives;
    }
}
