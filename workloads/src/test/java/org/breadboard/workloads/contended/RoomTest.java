// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.junit.jupiter.api.Test;

/** A hash table that has less room than transactions insert, which no other workload does. */
class RoomTest {
    private static final int KEYS = 64;
    private static final int ROOM = 8;

    private final WorkloadType type = new Contended();

    private Settings settings() {
        return Settings.defaultsOf(type.settings())
                .with("shape", 3)
                .with("absent", true)
                .with("ordered", true)
                .with("keys", KEYS)
                .with("room", ROOM);
    }

    private static long thereAtFirst(Workload workload, int table) {
        Population population = workload.population(table);
        byte[] value = new byte[workload.tables().get(table).valueBytes()];
        return LongStream.range(0, population.candidates())
                .filter(index -> population.value(population.key(index), value))
                .count();
    }

    @Test
    void shouldBeginWithNoMoreRecordsThanThereIsRoomFor() {
        Workload workload = type.create(settings(), 2, 1, 1);
        long there = thereAtFirst(workload, 0);
        assertEquals(ROOM, workload.tables().get(0).capacity());
        assertTrue(there > 0 && there < ROOM, there + " records");
        assertTrue(thereAtFirst(workload, 1) > KEYS, "ordered tables have room for all of a node's");
    }

    @Test
    void shouldHaveRoomForAllKeysIfNothingIsSaid() {
        Workload workload = type.create(settings().with("room", 0), 2, 1, 1);
        assertEquals(KEYS, workload.tables().get(0).capacity());
        assertTrue(thereAtFirst(workload, 0) > ROOM);
    }

    @Test
    void shouldRefuseLittleRoomForRecordsThatAreAllThere() {
        RefusedException refused = assertThrows(
                RefusedException.class, () -> type.create(settings().with("absent", false), 2, 1, 1));
        assertTrue(refused.getMessage().contains("workload.absent=true"), refused.getMessage());
    }
}
