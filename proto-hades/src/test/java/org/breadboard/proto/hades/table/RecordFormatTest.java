// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.breadboard.api.memory.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatTest {
    private static final int ROUNDS = 300;

    private static RecordFormat random(Random random) {
        int valueBytes = 1 + random.nextInt(1200);
        return random.nextBoolean() ? RecordFormat.plain(valueBytes) : RecordFormat.augmented(valueBytes);
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldTakeTheLinesThatItNeeds() {
        assertEquals(1, RecordFormat.plain(56).lines());
        assertEquals(2, RecordFormat.plain(57).lines());
        assertEquals(1, RecordFormat.augmented(48).lines());
        assertEquals(2, RecordFormat.augmented(49).lines());
        assertEquals(2, RecordFormat.augmented(48 + 56).lines());
        assertEquals(3, RecordFormat.augmented(48 + 57).lines());
        assertEquals(0, RecordFormat.augmented(1).slotBytes() % RecordFormat.LINE_BYTES);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldGiveBackEveryRangeOfAValue(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            RecordFormat format = random(random);
            int at = random.nextInt(3) * format.slotBytes();
            byte[] slot = bytes(random, at + format.slotBytes());
            byte[] value = bytes(random, format.valueBytes());
            format.encode(value, 0, 0, value.length, slot, at);
            int offset = random.nextInt(value.length);
            byte[] part = bytes(random, random.nextInt(value.length - offset + 1));
            format.encode(part, 0, offset, part.length, slot, at);
            System.arraycopy(part, 0, value, offset, part.length);
            byte[] read = new byte[value.length];
            format.decode(slot, at, read, 0);
            assertArrayEquals(value, read, "seed " + seed + ", round " + round);
            byte[] readPart = new byte[part.length];
            format.decode(slot, at, offset, part.length, readPart, 0);
            assertArrayEquals(part, readPart, "seed " + seed + ", round " + round);
        }
    }

    /**
     * A range changes bytes of the lines that it is said to cover and of no others; each byte has a place of its own.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNameTheLinesOfARange(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            RecordFormat format = random(random);
            int offset = random.nextInt(format.valueBytes());
            int length = random.nextInt(format.valueBytes() - offset + 1);
            byte[] slot = new byte[format.slotBytes()];
            byte[] ones = new byte[length];
            Arrays.fill(ones, (byte) 1);
            format.encode(ones, 0, offset, length, slot, 0);
            BitSet lines = new BitSet();
            int written = 0;
            for (int i = 0; i < slot.length; i++) {
                if (slot[i] != 0) {
                    written++;
                    lines.set(i / RecordFormat.LINE_BYTES);
                }
            }
            assertEquals(length, written, "seed " + seed);
            BitSet said = new BitSet();
            said.set(format.firstLine(offset), format.firstLine(offset) + format.coveredLines(offset, length));
            assertEquals(said, lines, "seed " + seed + ": " + length + " B at " + offset);
        }
    }

    @Test
    void shouldRefuseARangeOutsideTheValue() {
        RecordFormat format = RecordFormat.augmented(100);
        assertThrows(IndexOutOfBoundsException.class, () -> format.coveredLines(90, 11));
        assertThrows(IndexOutOfBoundsException.class, () -> format.coveredLines(-1, 2));
    }

    /** Values leave the words of header and lines alone, and these leave the value alone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepVersionsAndValuesApart(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            AugmentedFormat format = RecordFormat.augmented(1 + random.nextInt(1200));
            byte[] slot = new byte[format.slotBytes()];
            byte[] value = bytes(random, format.valueBytes());
            format.putVersions(7, 3, slot, 0);
            format.encode(value, 0, 0, value.length, slot, 0);
            assertTrue(format.isAtomic(slot, 0));
            assertTrue(format.exists(slot, 0));
            format.putVersions(8, 2, slot, 0);
            assertFalse(format.exists(slot, 0));
            assertEquals(8, AugmentedFormat.version(AugmentedFormat.header(slot, 0)));
            assertEquals(2, AugmentedFormat.incarnation(slot, 0));
            byte[] read = new byte[value.length];
            format.decode(slot, 0, read, 0);
            assertArrayEquals(value, read, "seed " + seed);
        }
    }

    /**
     * A reader copies line after line, in any order, while a writer locks the header, writes lines in any order and
     * unlocks: if the copy passes as one of a moment, it is that of a moment.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldDetectEveryTornRead(long seed) {
        Random random = new Random(seed);
        int torn = 0;
        for (int round = 0; round < 2_000; round++) {
            AugmentedFormat format = RecordFormat.augmented(1 + random.nextInt(300));
            byte[] record = new byte[format.slotBytes()];
            byte[] before = bytes(random, format.valueBytes());
            byte[] after = bytes(random, format.valueBytes());
            format.putVersions(4, 1, record, 0);
            format.encode(before, 0, 0, before.length, record, 0);
            byte[] next = record.clone();
            format.putVersions(5, 1, next, 0);
            format.encode(after, 0, 0, after.length, next, 0);
            byte[] copy = new byte[record.length];
            interleave(random, format, record, next, copy);
            if (!format.isAtomic(copy, 0)) {
                torn++;
                continue;
            }
            byte[] read = new byte[before.length];
            format.decode(copy, 0, read, 0);
            long version = AugmentedFormat.version(AugmentedFormat.header(copy, 0));
            assertArrayEquals(version == 4 ? before : after, read, "seed " + seed + ", round " + round);
        }
        assertTrue(torn > 100 && torn < 1_900, torn + " torn reads, seed " + seed);
    }

    private static void interleave(Random random, RecordFormat format, byte[] record, byte[] next, byte[] copy) {
        int lines = format.lines();
        int[] writes = order(random, lines);
        int[] reads = order(random, lines);
        int written = -1;
        int read = 0;
        while (read < lines) {
            if (written > lines || random.nextInt(3) == 0) {
                copyLine(record, copy, reads[read++]);
            } else if (written == -1) {
                record[0] |= 1;
                written++;
            } else if (written < lines) {
                long header = AugmentedFormat.header(record, 0);
                copyLine(next, record, writes[written++]);
                Bytes.putLong(record, 0, header);
            } else {
                System.arraycopy(next, 0, record, 0, Long.BYTES);
                written++;
            }
        }
    }

    private static int[] order(Random random, int lines) {
        int[] order = new int[lines];
        for (int i = 0; i < lines; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private static void copyLine(byte[] from, byte[] to, int line) {
        System.arraycopy(
                from, line * RecordFormat.LINE_BYTES, to, line * RecordFormat.LINE_BYTES, RecordFormat.LINE_BYTES);
    }

    @Test
    void shouldCountIncarnations() {
        long first = AugmentedFormat.nextIncarnation(0, true);
        assertEquals(first, AugmentedFormat.nextIncarnation(first, true));
        long freed = AugmentedFormat.nextIncarnation(first, false);
        assertEquals(freed, AugmentedFormat.nextIncarnation(freed, false));
        long second = AugmentedFormat.nextIncarnation(freed, true);
        assertTrue(second > first);
    }
}
