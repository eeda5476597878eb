// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
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
    void shouldTakePointsForWhichThereIsMemoryBesideThoseThatRun() {
        Room room = new Room(8, 4000);
        List<PointRequest> points = List.of(point(9000), point(1500), point(500));
        ToLongFunction<PointRequest> heap = point -> point.kind().heapMb();
        assertEquals(points, room.fitting(points, 0, heap), "one runs wherever it is");
        assertEquals(points.subList(1, 3), room.fitting(points, 2500, heap));
        assertEquals(points.subList(2, 3), room.fitting(points, 2501, heap));
        assertEquals(List.of(), room.fitting(points, 3501, heap));
        assertEquals(points, Room.asked(3).fitting(points, 100_000, heap), "whoever asks for three gets three");
        assertEquals(3, Room.asked(3).cores());
    }

    private static PointRequest point(int heapMb) {
        return new PointRequest(
                Path.of("home"),
                null,
                "mix",
                List.of(),
                1,
                Map.of(),
                "",
                Path.of("folder"),
                "shown",
                new WorkerKind(heapMb, true, false),
                60);
    }

    @Test
    void shouldKnowThisMachine() {
        Room room = Room.ofThisMachine();
        assertEquals(Runtime.getRuntime().availableProcessors(), room.cores());
        long heapMb = Runtime.getRuntime().maxMemory() >> 20;
        assertTrue(room.memoryMb() >= heapMb && room.memoryMb() < 1L << 30, room + " with a heap of " + heapMb + " MB");
    }
}
