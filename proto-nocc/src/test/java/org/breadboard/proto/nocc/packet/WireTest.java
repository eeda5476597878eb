// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.breadboard.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WireTest {
    private static final long SEED = 20180820;

    /** The layout of NOCC's source: big-endian, 13 B of header, 21 B per operation. */
    @Test
    void shouldLayOutAPacketByteByByte() {
        byte[] value = new byte[Wire.VALUE_BYTES];
        value[0] = 7;
        value[15] = 9;
        OpList ops = new OpList();
        ops.add(Wire.VALUE, 0x1000_0002, value, 0, 16);
        byte[] bytes = new byte[WireFormat.NOCC.maxBytes()];
        int length = ops.encode(WireFormat.NOCC, bytes, Wire.PREPARE, 0x01020304, 0x05060708, Wire.OK, 0);
        byte[] expected = new byte[34];
        byte[] header = {1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 0, 1, 3, 0x10, 0, 0, 2, 7};
        System.arraycopy(header, 0, expected, 0, header.length);
        expected[33] = 9;
        assertEquals(34, length);
        assertArrayEquals(expected, java.util.Arrays.copyOf(bytes, length));
        assertEquals(160, WireFormat.NOCC.maxBytes());
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadBackWhateverItWrites(WireFormat format) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] bytes = new byte[Wire.ROOM_BYTES];
        OpList ops = new OpList();
        Reassembly back = new Reassembly(format);
        for (int round = 0; round < 20_000; round++) {
            randomOps(random, ops, round % 100 == 0 ? OpList.CAPACITY : 20);
            int client = random.nextInt();
            int request = random.nextInt();
            back.begin(request);
            int[] order = random.ints(0, ops.fragments()).limit(3).toArray(); // some come early, and again
            boolean complete = false;
            for (int i = 0; i < order.length + ops.fragments(); i++) {
                int fragment = i < order.length ? order[i] : i - order.length;
                int length = ops.encode(format, bytes, Wire.REQUEST, client, request, Wire.OK, fragment);
                assertEquals(Wire.Check.WELL, format.check(bytes, length), "round " + round + " of seed " + SEED);
                assertEquals(client, Wire.client(bytes));
                assertEquals(request, Wire.request(bytes));
                boolean completes = back.add(bytes);
                assertFalse(complete && completes, "complete twice");
                complete |= completes;
            }
            assertTrue(complete, "round " + round + " of seed " + SEED);
            assertSame(format, ops, back.ops(), "round " + round + " of seed " + SEED);
        }
    }

    private static void assertSame(WireFormat format, OpList expected, OpList found, String where) {
        assertEquals(expected.count(), found.count(), where);
        for (int op = 0; op < expected.count(); op++) {
            assertEquals(expected.type(op), found.type(op), where);
            assertEquals(expected.key(op), found.key(op), where);
            assertEquals(format.hasVersions() ? expected.version(op) : 0, found.version(op), where);
            for (int i = 0; i < Wire.VALUE_BYTES; i++) {
                assertEquals(expected.values()[expected.valueAt(op) + i], found.values()[found.valueAt(op) + i], where);
            }
        }
    }

    private static void randomOps(SplittableRandom random, OpList ops, int most) {
        ops.clear();
        byte[] value = new byte[Wire.VALUE_BYTES];
        for (int count = random.nextInt(most + 1); count > 0; count--) {
            random.nextBytes(value);
            int op = ops.add(random.nextInt(4), random.nextInt(), value, 0, random.nextInt(17));
            ops.version(op, random.nextLong());
        }
    }

    /** Ten million, of which many are nearly right; what is found well must be writable as it was. */
    @ParameterizedTest
    @EnumSource
    void shouldJudgeRandomBytesWithoutThrowing(WireFormat format) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] bytes = new byte[Wire.ROOM_BYTES];
        Reassembly whole = new Reassembly(format);
        byte[] again = new byte[Wire.ROOM_BYTES];
        int well = 0;
        for (int round = 0; round < 10_000_000; round++) {
            if (round % 64 == 0) {
                random.nextBytes(bytes);
            }
            int ops = random.nextInt(9);
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 2) : format.lengthBytes(ops);
            if (random.nextInt(8) != 0) {
                Wire.header(bytes, random.nextInt(8), random.nextInt(), random.nextInt(), random.nextInt(6), ops);
                Wire.fragment(bytes, random.nextInt(3), random.nextInt(4));
                for (int op = 0; op < Math.min(ops, Wire.MAX_OPS); op++) {
                    bytes[format.opAt(op)] = (byte) random.nextInt(6);
                }
            }
            bytes[random.nextInt(Wire.HEADER_BYTES)] ^= (byte) (random.nextInt(16) == 0 ? random.nextInt() : 0);
            if (format.check(bytes, length) == Wire.Check.WELL && Wire.fragments(bytes) == 1) {
                well++;
                whole.begin(Wire.request(bytes));
                assertTrue(whole.add(bytes), "round " + round + " of seed " + SEED);
                int client = Wire.client(bytes);
                int same = whole.ops()
                        .encode(format, again, Wire.flags(bytes), client, whole.request(), whole.status(), 0);
                assertEquals(length, same, "round " + round + " of seed " + SEED);
                assertTrue(
                        java.util.Arrays.equals(bytes, 0, length, again, 0, length),
                        "round " + round + " of seed " + SEED);
            }
        }
        assertTrue(well > 10_000, "only " + well + " packets were well formed");
    }

    @Test
    void shouldCallBadWhatIsNotWellFormed() {
        assertEquals(
                Wire.Check.WELL,
                WireFormat.NOCC.check(packet(0, 1, 7, Wire.OK, Wire.VALUE), WireFormat.NOCC.maxBytes()));
        assertEquals(Wire.Check.UNREADABLE, WireFormat.NOCC.check(new byte[20], 12));
        assertEquals(Wire.Check.UNREADABLE, WireFormat.NOCC.check(new byte[20], 21));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 1, 7, Wire.OK, Wire.VALUE), WireFormat.NOCC.maxBytes() - 1));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 1, 8, Wire.OK, Wire.VALUE), WireFormat.NOCC.lengthBytes(8)));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(1, 1, 7, Wire.OK, Wire.VALUE), WireFormat.NOCC.maxBytes()));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 0, 7, Wire.OK, Wire.VALUE), WireFormat.NOCC.maxBytes()));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 33, 7, Wire.OK, Wire.VALUE), WireFormat.NOCC.maxBytes()));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 2, 6, Wire.OK, Wire.VALUE), WireFormat.NOCC.lengthBytes(6)));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 1, 7, Wire.ABORT, Wire.VALUE), WireFormat.NOCC.maxBytes()));
        assertEquals(
                Wire.Check.BAD,
                WireFormat.NOCC.check(packet(0, 1, 7, Wire.OK, Wire.UPDATED), WireFormat.NOCC.maxBytes()));
        assertEquals(Wire.Check.BAD, WireFormat.NOCC.check(packet(0, 1, 7, Wire.OK, 5), WireFormat.NOCC.maxBytes()));
    }

    private static byte[] packet(int fragment, int fragments, int ops, int status, int type) {
        byte[] bytes = new byte[Wire.ROOM_BYTES];
        Wire.header(bytes, Wire.REQUEST, 1, 2, status, ops);
        Wire.fragment(bytes, fragment, fragments);
        for (int op = 0; op < ops; op++) {
            bytes[WireFormat.NOCC.opAt(op)] = (byte) type;
        }
        return bytes;
    }

    /** Behind the value, big-endian; and the flag that goes with it is a request's alone. */
    @Test
    void shouldCarryVersionsInTheirFormatOnly() {
        OpList ops = new OpList();
        ops.version(ops.add(Wire.READ, 7), 0x1_0203_0405L);
        byte[] bytes = new byte[Wire.ROOM_BYTES];
        assertEquals(38, ops.encode(WireFormat.VERSIONED, bytes, Wire.FRESH, 1, 2, Wire.OK, 0));
        assertArrayEquals(new byte[] {2, 3, 4, 5}, java.util.Arrays.copyOfRange(bytes, 34, 38));
        assertEquals(Wire.Check.WELL, WireFormat.VERSIONED.check(bytes, 38));
        assertEquals(Wire.Check.BAD, WireFormat.NOCC.check(bytes, 34));
        for (int type : new int[] {Wire.PREPARE, Wire.DECIDE, Wire.RESPONSE}) {
            bytes[Wire.FLAGS_AT] = (byte) (type | Wire.FRESH);
            assertEquals(Wire.Check.BAD, WireFormat.VERSIONED.check(bytes, 38));
        }
        assertTrue(WireFormat.VERSIONED.maxBytes() + 42 <= Wire.ROOM_BYTES, "no room for Ethernet, IP and UDP");
    }

    @Test
    void shouldNumberRequestsAcrossTheEndOfNumbers() {
        int last = -1 & ~RequestId.LAST_ATTEMPT | 5;
        int next = RequestId.afterStore(last);
        assertEquals(0, next);
        assertTrue(RequestId.isBefore(last, next));
        assertFalse(RequestId.sameTurn(last, next));
        assertTrue(RequestId.sameTurn(last, last + 1));
        assertEquals(5, RequestId.attempt(last));
    }

    @Test
    void shouldAllocateNothing() {
        OpList ops = new OpList();
        Reassembly back = new Reassembly(WireFormat.NOCC);
        byte[] bytes = new byte[WireFormat.NOCC.maxBytes()];
        AllocationMeter.assertNone("packets", () -> {
            ops.clear();
            for (int op = 0; op < Wire.MAX_OPS; op++) {
                ops.add(Wire.WRITE, op);
            }
            ops.encode(WireFormat.NOCC, bytes, Wire.REQUEST, 1, 2, Wire.OK, 0);
            back.begin(2);
            if (WireFormat.NOCC.check(bytes, bytes.length) != Wire.Check.WELL || !back.add(bytes)) {
                throw new AssertionError("a packet was not put together");
            }
        });
    }
}
