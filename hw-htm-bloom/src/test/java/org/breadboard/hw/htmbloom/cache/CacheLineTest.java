// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CacheLineTest {
    @Test
    void shouldHashAsTheCrcOfTheJdkDoes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long line = i < 100 ? i : random.nextLong() >>> i % Long.SIZE;
            CRC32C crc = new CRC32C();
            crc.update(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(0, line));
            assertEquals((int) crc.getValue(), CacheLine.hash(line), "line " + line);
        }
    }

    @Test
    void shouldNameTheLineOfEveryByte() {
        assertEquals(0, CacheLine.of(63));
        assertEquals(1, CacheLine.of(64));
        assertEquals(128, CacheLine.address(CacheLine.of(191)));
    }
}
