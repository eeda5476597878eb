// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.breadboard.api.runtime.RandomStream;
import org.junit.jupiter.api.Test;

class TornCopiesTest {

    @Test
    void shouldCutAtEachBoundaryInsideACopyOrNotAtAll() {
        TreeSet<Integer> cuts = new TreeSet<>();
        Draws draws = new Draws(7);
        for (int i = 0; i < 200; i++) {
            cuts.add(TornCopies.cut(draws, 72, 130));
        }
        // The copy is the bytes 72 to 201: the boundaries at 128 and 192 are inside.
        assertEquals(new TreeSet<>(List.of(56, 120, 130)), cuts);
        assertEquals(200, draws.count);
    }

    @Test
    void shouldNotDrawForACopyOfOneLine() {
        Draws draws = new Draws(7);
        assertEquals(64, TornCopies.cut(draws, 128, 64));
        assertEquals(8, TornCopies.cut(draws, 56, 8));
        assertEquals(0, TornCopies.cut(draws, 60, 0));
        assertEquals(0, draws.count);
        TornCopies.cut(draws, 56, 9);
        assertEquals(1, draws.count);
    }

    private static final class Draws implements RandomStream {
        private final Random random;
        private int count;

        Draws(long seed) {
            random = new Random(seed);
        }

        @Override
        public long nextLong() {
            throw new AssertionError("not asked for");
        }

        @Override
        public int nextInt(int bound) {
            count++;
            return random.nextInt(bound);
        }

        @Override
        public long nextLong(long bound) {
            throw new AssertionError("not asked for");
        }

        @Override
        public double nextDouble() {
            throw new AssertionError("not asked for");
        }
    }
}
