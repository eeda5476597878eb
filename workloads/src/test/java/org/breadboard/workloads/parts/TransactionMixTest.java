// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class TransactionMixTest {
    @Test
    void shouldDrawTypesByTheirWeights() {
        TransactionMix mix = new TransactionMix(70, 70, 20, 0, 28, 4, 8);
        RandomStream random = TestParts.random(1, 1);
        long[] counts = new long[7];
        for (int i = 0; i < 100_000; i++) {
            counts[mix.next(random)]++;
        }
        double deviations = ChiSquare.deviations(counts, new double[] {.35, .35, .1, 0, .14, .02, .04});
        assertTrue(deviations < 4, "off by " + deviations + " standard deviations");
    }

    @Test
    void shouldRefuseWeightsWithoutATypeToDraw() {
        assertThrows(IllegalArgumentException.class, () -> new TransactionMix(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new TransactionMix(110, -10));
    }
}
