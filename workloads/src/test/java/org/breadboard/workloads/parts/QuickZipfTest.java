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

class QuickZipfTest {
    @Test
    void shouldHaveTheSumThatYcsbHasAsAConstant() {
        assertEquals(26.46902820178302, QuickZipf.sum(10_000_000_000L, 0.99), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"2, 0.99", "1000, 0.5", "1001, 0.99", "20000, 0.1", "20000, 0"})
    void shouldSumWhatAddsUpOneByOne(int count, double exponent) {
        double sum = 0;
        for (int k = count; k >= 1; k--) {
            sum += Math.pow(k, -exponent);
        }
        assertEquals(sum, QuickZipf.sum(count, exponent), 1e-9 * sum);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0.99", "3000, 0.5", "100000, 0.99", "10, 0"})
    void shouldFollowTheCurveOfGrayAndOthers(int count, double exponent) {
        // Ranks from 2 on are those below n (eta u - eta + 1)^alpha; solved for u that is where each rank begins.
        double sum = QuickZipf.sum(count, exponent);
        double two = 1 + Math.pow(2, -exponent);
        double eta = (1 - Math.pow(2.0 / count, 1 - exponent)) / (1 - two / sum);
        double[] probabilities = new double[count];
        probabilities[0] = 1 / sum;
        probabilities[1] = (two - 1) / sum;
        for (int rank = 2; rank < count; rank++) {
            double from = Math.pow((double) rank / count, 1 - exponent);
            double to = Math.pow((rank + 1.0) / count, 1 - exponent);
            probabilities[rank] = (to - from) / eta;
        }
        QuickZipf ranks = new QuickZipf(count, exponent);
        RandomStream random = TestParts.random(5, count);
        long[] counts = new long[count];
        for (int i = 0; i < 300_000; i++) {
            counts[(int) ranks.next(random)]++;
        }
        ChiSquare.assertFollows(probabilities, counts, "ranks");
    }

    @Test
    void shouldStayInRange() {
        QuickZipf ranks = new QuickZipf(10_000_000_000L, 0.99);
        assertEquals(0, ranks.rank(0));
        assertEquals(1, new QuickZipf(2, 0.5).rank(Math.nextDown(1.0)));
        long last = ranks.rank(Math.nextDown(1.0));
        assertTrue(last > 9_000_000_000L && last < 10_000_000_000L, "the last rank is " + last);
    }

    @Test
    void shouldRefuseWhatTheFormulaCannotHave() {
        assertThrows(IllegalArgumentException.class, () -> new QuickZipf(0, 0.5));
        assertThrows(IllegalArgumentException.class, () -> new QuickZipf(10, 1));
        assertThrows(IllegalArgumentException.class, () -> new QuickZipf(10, Double.NaN));
    }

    @Test
    void shouldDrawTheSameWhenWidened() {
        QuickZipf whole = new QuickZipf(5_000, 0.99);
        QuickZipf widened = new QuickZipf(40, 0.99).widened(700).widened(5_000);
        for (double uniform = 0; uniform < 1; uniform += 0.001) {
            assertTrue(Math.abs(whole.rank(uniform) - widened.rank(uniform)) <= 1, "" + uniform);
        }
    }
}
