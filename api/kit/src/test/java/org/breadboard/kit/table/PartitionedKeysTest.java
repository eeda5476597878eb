// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.stream.LongStream;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.junit.jupiter.api.Test;

/** Ten thousand keys, every third of which has no record yet, over seven partitions. */
class PartitionedKeysTest {
    private static final int PARTITIONS = 7;
    private static final int CANDIDATES = 10_000;

    private static final Population POPULATION = new Population() {
        @Override
        public long candidates() {
            return CANDIDATES;
        }

        @Override
        public long key(long index) {
            return CANDIDATES - index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            assertEquals(0, value[0], "zeros when called");
            value[0] = 1;
            return key % 3 != 0;
        }
    };

    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return PARTITIONS;
        }

        @Override
        public int partition(int table, long key) {
            return (int) (key * key % PARTITIONS);
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return partition;
        }
    };

    private static ProtocolContext context() {
        return (ProtocolContext) Proxy.newProxyInstance(
                ProtocolContext.class.getClassLoader(),
                new Class<?>[] {ProtocolContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "population" -> POPULATION;
                    case "placement" -> PLACEMENT;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static long[] expected(int partition, boolean existing) {
        return LongStream.range(0, CANDIDATES)
                .map(POPULATION::key)
                .filter(key -> PLACEMENT.partition(0, key) == partition && (!existing || key % 3 != 0))
                .toArray();
    }

    @Test
    void shouldSplitKeysInTheOrderOfThePopulation() {
        TableSpec spec = new TableSpec(0, "t", 8, 100, false);
        PartitionedKeys existing = PartitionedKeys.existing(context(), spec);
        PartitionedKeys candidates = PartitionedKeys.candidates(context(), spec);
        assertEquals(PARTITIONS, existing.partitions());
        int largest = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertArrayEquals(expected(partition, true), existing.of(partition));
            assertArrayEquals(expected(partition, false), candidates.of(partition));
            largest = Math.max(largest, existing.of(partition).length);
        }
        assertEquals(CANDIDATES, candidates.count());
        assertEquals(largest, existing.most(), "more than the table's capacity of 100 is there in the beginning");
    }

    @Test
    void shouldLeaveRoomForAnUnevenSplitOfWhatMayCome() {
        TableSpec spec = new TableSpec(0, "t", 8, 700_000, false);
        long most = PartitionedKeys.existing(context(), spec).most();
        assertTrue(most > 100_000 && most < 102_000, most + " for a mean of 100,000 a partition");
    }
}
