// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;

class VerbWindowTest {
    private final CountingStep step = new CountingStep();

    @Test
    void shouldMatchCompletionsOfEachNodeInTheOrderOfPosting() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            VerbWindow window = new VerbWindow(pairs(5));
            List<Queue<Integer>> expected = new ArrayList<>();
            for (int node = 0; node < 5; node++) {
                expected.add(new ArrayDeque<>());
            }
            int underWay = 0;
            for (int i = 0; i < 500; i++) {
                int node = random.nextInt(5);
                Queue<Integer> ofNode = expected.get(node);
                if (random.nextInt(20) < 11 || ofNode.isEmpty()) {
                    boolean room = random.nextInt(10) > 0;
                    assertEquals(room, window.awaits(node, i, room));
                    if (room) {
                        ofNode.add(i);
                        underWay++;
                    }
                } else {
                    assertEquals(ofNode.remove(), window.completed(step, from(node)), "seed " + seed + ", " + i);
                    underWay--;
                }
                assertEquals(underWay, window.underWay());
            }
        }
    }

    @Test
    void shouldRingADoorbellForEachQueuePairThatWasUsed() {
        Pair[] pairs = pairs(4);
        VerbWindow window = new VerbWindow(pairs);
        window.awaits(1, 0, true);
        window.awaits(1, 1, true);
        window.awaits(2, 2, false);
        assertTrue(window.sends(step, 3, RuntimeAccess.get().message(8), true));
        window.ringDoorbells(step);
        window.ringDoorbells(step);
        assertEquals(List.of(0, 1, 0, 1), List.of(pairs[0].rung, pairs[1].rung, pairs[2].rung, pairs[3].rung));
    }

    @Test
    void shouldReleaseWhatHadNoRoom() {
        VerbWindow window = new VerbWindow(pairs(1));
        assertFalse(window.sends(step, 0, RuntimeAccess.get().message(8), false));
        assertEquals(1, step.released);
    }

    @Test
    void shouldNotTakeACompletionThatNobodyAwaits() {
        VerbWindow window = new VerbWindow(pairs(2));
        window.awaits(0, 0, true);
        assertThrows(IllegalStateException.class, () -> window.completed(step, from(1)));
    }

    private static Message from(int node) {
        Message message = RuntimeAccess.get().message(8);
        message.sourceNode(node);
        return message;
    }

    private static Pair[] pairs(int nodes) {
        Pair[] pairs = new Pair[nodes];
        for (int node = 0; node < nodes; node++) {
            pairs[node] = new Pair();
        }
        return pairs;
    }

    private static final class Pair implements QueuePair {
        private int rung;

        @Override
        public boolean read(Step step, Task task, String name, long address, int lengthBytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean write(Step step, Task task, String name, long address, Message payload) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean compareAndSwap(Step step, Task task, String name, long address, long expected, long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean fetchAndAdd(Step step, Task task, String name, long address, long delta) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void doorbell(Step step) {
            rung++;
        }

        @Override
        public void polled(Step step, Message message) {
            // Costs nothing.
        }

        @Override
        public void target(int node) {
            throw new UnsupportedOperationException();
        }
    }
}
