// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SlotsTest {

    @Test
    void shouldGiveNoMoreThanAreFree() {
        Slots slots = new Slots(2);
        assertTrue(slots.take());
        assertTrue(slots.take());
        assertFalse(slots.take());
        slots.free();
        assertTrue(slots.take());
        assertEquals(0, slots.free(2));
        assertEquals(2, slots.free(1));
        assertFalse(new Slots(0).take());
    }

    @Test
    void shouldLoseNoneBetweenThreads() throws InterruptedException {
        Slots slots = new Slots(3);
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger tooMany = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 100_000; round++) {
                    if (slots.take()) {
                        if (taken.incrementAndGet() > 3) {
                            tooMany.incrementAndGet();
                        }
                        taken.decrementAndGet();
                        slots.free();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, tooMany.get());
        assertEquals(3, slots.free(0));
    }
}
