// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ValueHashTest {
    @Test
    void shouldDifferForSmallDifferences() {
        Set<Long> hashes = new HashSet<>();
        int values = 0;
        for (int length = 0; length <= 40; length++) {
            byte[] value = new byte[length];
            hashes.add(ValueHash.of(value, 0, length));
            values++;
            for (int bit = 0; bit < 8 * length; bit++) {
                value[bit / 8] ^= (byte) (1 << bit % 8);
                hashes.add(ValueHash.of(value, 0, length));
                value[bit / 8] ^= (byte) (1 << bit % 8);
                values++;
            }
        }
        for (long i = 1; i < 100_000; i++) {
            hashes.add(ValueHash.finish(ValueHash.take(ValueHash.start(100), i)));
            values++;
        }
        assertEquals(values, hashes.size());
    }

    @Test
    void shouldNotDependOnWhereTheValueLies() {
        Random random = new Random(1);
        byte[] bytes = new byte[200];
        random.nextBytes(bytes);
        for (int offset = 0; offset < 60; offset++) {
            byte[] copy = new byte[77];
            System.arraycopy(bytes, offset, copy, 0, 77);
            assertEquals(ValueHash.of(copy, 0, 77), ValueHash.of(bytes, offset, 77));
        }
    }

    @Test
    void shouldFlipHalfOfTheBitsForAnyFlippedBit() {
        Random random = new Random(2);
        byte[] value = new byte[24];
        for (int bit = 0; bit < 8 * value.length; bit++) {
            int flipped = 0;
            for (int i = 0; i < 200; i++) {
                random.nextBytes(value);
                long before = ValueHash.of(value, 0, value.length);
                value[bit / 8] ^= (byte) (1 << bit % 8);
                flipped += Long.bitCount(before ^ ValueHash.of(value, 0, value.length));
            }
            assertTrue(Math.abs(flipped / 200.0 - 32) < 2, "bit " + bit + " flips " + flipped / 200.0);
        }
    }
}
