// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class RangesTest {
    @Test
    void shouldKeepTheBytesOfMoreRangesThanItBeganWithRoomFor() {
        Ranges ranges = new Ranges();
        for (int i = 0; i < 40; i++) {
            byte[] value = new byte[208];
            Bytes.putLong(value, 200, i);
            ranges.add(1, 2, i, value, 0, value.length, false);
        }
        Message message = TestParts.message(ranges.encodedBytes(1));
        ranges.encode(1, message, true, true, true);
        for (int i = 0; i < 40; i++) {
            int at = Integer.BYTES + i * (Wire.RANGE_BYTES + 208) + Wire.RANGE_BYTES;
            assertEquals(i, message.getLong(at + 200), "range " + i);
        }
    }

    @Test
    void shouldKeepMoreWordsThanItBeganWithRoomFor() {
        Ranges ranges = new Ranges();
        for (int i = 0; i < 200; i++) {
            ranges.addWord(1, 2, i, 1000 + i);
        }
        Message message = TestParts.message(ranges.wordBytes(1));
        ranges.encodeWords(1, message);
        for (int i = 0; i < 200; i++) {
            assertEquals(1000 + i, message.getLong(Integer.BYTES + i * Ranges.WORD_BYTES + 12), "word " + i);
        }
    }
}
