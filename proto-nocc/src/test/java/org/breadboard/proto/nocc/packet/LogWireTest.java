// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogWireTest {
    private static final byte[] VALUE = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

    private static byte[] entry(int at, long sequence, int writes) {
        byte[] bytes = new byte[at + LogWire.MAX_BYTES];
        LogWire.entry(bytes, at, sequence, writes);
        for (int write = 0; write < writes; write++) {
            LogWire.write(bytes, at, write, 100 + write, VALUE, 0);
        }
        return bytes;
    }

    @Test
    void shouldSayWhatWasWritten() {
        for (int at : new int[] {0, 302}) {
            byte[] bytes = entry(at, 1L << 40, 7);
            assertEquals(1L << 40, LogWire.sequence(bytes, at));
            assertEquals(7, LogWire.writes(bytes, at));
            for (int write = 0; write < 7; write++) {
                assertEquals(100 + write, LogWire.key(bytes, at, write));
                int value = LogWire.valueAt(at, write);
                assertTrue(Arrays.equals(VALUE, 0, 16, bytes, value, value + 16));
            }
        }
    }

    @Test
    void shouldTellWellFormedPacketsFromOthers() {
        byte[] bytes = entry(0, 1, 3);
        assertTrue(LogWire.is(LogWire.ENTRY, bytes, LogWire.lengthBytes(3)));
        assertFalse(LogWire.is(LogWire.ENTRY, bytes, LogWire.lengthBytes(2)));
        assertFalse(LogWire.is(LogWire.ENTRY, bytes, LogWire.HEADER_BYTES - 1));
        assertFalse(LogWire.is(LogWire.ENTRY, bytes, bytes.length + 1));
        assertFalse(LogWire.is(LogWire.ACKNOWLEDGEMENT, bytes, LogWire.lengthBytes(3)));
        assertFalse(LogWire.is(LogWire.ENTRY, entry(0, 0, 3), LogWire.lengthBytes(3)), "entries count from 1");
        assertFalse(LogWire.is(LogWire.ENTRY, entry(0, 1, 0), LogWire.lengthBytes(0)), "an entry writes something");
        int length = LogWire.acknowledgement(bytes, 7);
        assertTrue(LogWire.is(LogWire.ACKNOWLEDGEMENT, bytes, length));
        assertEquals(7, LogWire.sequence(bytes, 0));
    }

    @Test
    void shouldSayWhoseRecordItIsAndWhatItDid() {
        for (int writes = 0; writes <= LogWire.MAX_WRITES; writes++) {
            byte[] bytes = new byte[LogWire.MAX_BYTES];
            LogWire.record(bytes, 0, 9, writes, 1, 77, 1L << 33, 300, true);
            for (int write = 0; write < writes; write++) {
                LogWire.write(bytes, 0, write, 100 + write, VALUE, 0);
                LogWire.version(bytes, 0, write, write % 2 == 0, 0xfffffff0L + write);
            }
            int length = LogWire.entryBytes(bytes, 0);
            assertTrue(LogWire.is(LogWire.RECORD, bytes, length));
            assertFalse(LogWire.is(LogWire.RECORD, bytes, length - 1));
            assertFalse(LogWire.is(LogWire.ENTRY, bytes, length));
            assertEquals(1, LogWire.kind(bytes, 0));
            assertEquals(77, LogWire.client(bytes, 0));
            assertEquals(1L << 33, LogWire.id(bytes, 0));
            assertEquals(300, LogWire.wanted(bytes, 0));
            assertTrue(LogWire.hasMore(bytes, 0));
            for (int write = 0; write < writes; write++) {
                assertEquals(100 + write, LogWire.key(bytes, 0, write));
                assertEquals(write % 2 == 0, LogWire.isWritten(bytes, 0, write));
                assertEquals(0xfffffff0L + write, LogWire.version(bytes, 0, write));
            }
        }
    }

    /** No program that looks at NOCC's packets, and no store, can take one for the other. */
    @Test
    void shouldNotLookLikeARequestOrAnAnswer() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] bytes = new byte[LogWire.MAX_BYTES];
        int logs = 0;
        for (int round = 0; round < 1_000_000; round++) {
            random.nextBytes(bytes);
            int writes = random.nextInt(8);
            if (random.nextBoolean()) {
                LogWire.entry(bytes, 0, round + 1, writes);
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : LogWire.lengthBytes(writes);
            if (LogWire.is(LogWire.ENTRY, bytes, length) || LogWire.is(LogWire.ACKNOWLEDGEMENT, bytes, length)) {
                logs++;
                for (WireFormat format : WireFormat.values()) {
                    assertNotEquals(Wire.Check.WELL, format.check(bytes, length), "seed " + seed);
                }
            }
        }
        assertTrue(logs > 100_000, "seed " + seed + ": " + logs);
        OpList answer = new OpList();
        answer.add(Wire.UPDATED, 1);
        for (WireFormat format : WireFormat.values()) {
            int length = answer.encode(format, bytes, Wire.RESPONSE | Wire.STORE_COMMIT, 1, 1, Wire.OK, 0);
            assertEquals(Wire.Check.WELL, format.check(bytes, length));
            for (int type : new int[] {LogWire.ENTRY, LogWire.ACKNOWLEDGEMENT}) {
                bytes[0] = (byte) type;
                assertEquals(Wire.Check.BAD, format.check(bytes, length), "even if all but the type were an answer's");
            }
        }
    }
}
