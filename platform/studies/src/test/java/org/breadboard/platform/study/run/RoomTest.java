// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoomTest {
    @Test
    void shouldHaveAsManyWorkersAsCores() {
        assertEquals(8, new Room(8, 64 << 10).workers(2048));
    }

    @Test
    void shouldHaveNoMoreWorkersThanMemoryBears() {
        assertEquals(2, new Room(8, 24 << 10).workers(9216));
        assertEquals(5, new Room(8, 15 << 10).workers(2560));
    }

    @Test
    void shouldHaveOneWorkerWhereverItIs() {
        assertEquals(1, new Room(8, 2 << 10).workers(9216));
    }

    @Test
    void shouldKnowThisMachine() {
        Room room = Room.ofThisMachine();
        assertEquals(Runtime.getRuntime().availableProcessors(), room.cores());
        long heapMb = Runtime.getRuntime().maxMemory() >> 20;
        assertTrue(room.memoryMb() >= heapMb && room.memoryMb() < 1L << 30, room + " with a heap of " + heapMb + " MB");
    }
}
