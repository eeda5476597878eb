// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardRecordsTest {

    /** Where all keys begin in a part of the region, its slots run full, and each search walks through them. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 30_000_000, 250_000_000})
    void shouldSpreadKeysOverTheWholeRegion(int records) {
        Region region =
                TestParts.region("records", ShardRecords.regionBytes(records), Lifetime.PROCESS, ShardRecords.LAYOUT);
        ShardRecords it = new ShardRecords(region);
        int[] tenths = new int[10];
        byte[] value = new byte[Wire.VALUE_BYTES];
        for (int i = 0; i < 1000; i++) {
            int key = i * (records / 1000);
            it.insert(key, value);
            tenths[(int) (10 * it.find(key) / region.sizeBytes())]++;
        }
        for (int tenth = 0; tenth < 10; tenth++) {
            assertTrue(tenths[tenth] > 50, "tenth " + tenth + " has " + tenths[tenth] + " of 1000 records");
        }
        assertEquals(ShardRecords.ABSENT, it.find(-1));
    }
}
