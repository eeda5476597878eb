package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class TransactionMixTest {
    @Test
    void shouldDrawTypesByTheirPercentages() {
        TransactionMix mix = new TransactionMix(35, 35, 10, 2, 14, 2, 2);
        RandomStream random = TestParts.random(1, 1);
        long[] counts = new long[7];
        for (int i = 0; i < 100_000; i++) {
            counts[mix.next(random)]++;
        }
        double deviations = ChiSquare.deviations(counts, new double[] {.35, .35, .1, .02, .14, .02, .02});
        assertTrue(deviations < 4, "off by " + deviations + " standard deviations");
    }

    @Test
    void shouldRefusePercentagesThatDoNotAddUp() {
        assertThrows(IllegalArgumentException.class, () -> new TransactionMix(50, 49));
        assertThrows(IllegalArgumentException.class, () -> new TransactionMix(50, 51));
        assertThrows(IllegalArgumentException.class, () -> new TransactionMix(110, -10));
    }
}
