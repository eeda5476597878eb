// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final int PAYLOAD = 5;

    private static byte[] frame(int source, int sourcePort, int target, int targetPort, int payloadBytes) {
        byte[] bytes = new byte[Frame.HEADER_BYTES + payloadBytes];
        Frame.write(bytes, source, sourcePort, target, targetPort, payloadBytes);
        return bytes;
    }

    @Test
    void shouldWriteTheBytesOfTheStandards() {
        byte[] bytes = frame(0x0102, 10_000, 0x0304, 9000, PAYLOAD);
        String expected = "020000000304" + "020000000102" + "0800" // MAC addresses, IPv4
                + "4500" + "0021" + "0000" + "4000" + "40" + "11" + "22c7" + "0a000102" + "0a000304"
                + "2710" + "2328" + "000d" + "0000" // ports, length, no checksum
                + "0000000000";
        assertEquals(expected, HexFormat.of().formatHex(bytes));
    }

    @Test
    void shouldHaveTheChecksumOfRfc1071() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = frame(
                    random.nextInt(1 << 16), random.nextInt(1 << 16), random.nextInt(1 << 16), 1, random.nextInt(1472));
            int written = (bytes[24] & 0xff) << 8 | bytes[25] & 0xff;
            bytes[24] = 0;
            bytes[25] = 0;
            // The definition's other form: arithmetic modulo 65535 over the header as one large number.
            long rest = 0;
            for (int at = 14; at < 34; at++) {
                rest = (rest * 256 + (bytes[at] & 0xff)) % 65_535;
            }
            assertEquals((65_535 - rest) % 65_535, written % 65_535);
            bytes[24] = (byte) (written >> 8);
            bytes[25] = (byte) written;
            assertTrue(Frame.isIntact(bytes));
            bytes[14 + random.nextInt(20)] ^= (byte) (1 << random.nextInt(8));
            assertFalse(Frame.isIntact(bytes));
        }
    }

    @Test
    void shouldSayWhatItWrote() {
        byte[] bytes = frame(7, 10_003, 40_000, 9001, PAYLOAD);
        assertTrue(Frame.isUdp(bytes, bytes.length));
        assertEquals(7, Frame.sourceNode(bytes));
        assertEquals(40_000, Frame.targetNode(bytes));
        assertEquals(10_003, Frame.sourcePort(bytes));
        assertEquals(9001, Frame.targetPort(bytes));
        assertEquals(PAYLOAD, Frame.payloadBytes(bytes));
    }

    @Test
    void shouldTurnRoundIntoTheFrameOfTheOtherDirection() {
        byte[] bytes = frame(7, 10_003, 40_000, 9001, PAYLOAD);
        Frame.turnRound(bytes);
        assertArrayEquals(frame(40_000, 9001, 7, 10_003, PAYLOAD), bytes);
    }

    @Test
    void shouldTakeNothingElseForAUdpDatagram() {
        byte[] good = frame(1, 2, 3, 4, PAYLOAD);
        assertFalse(Frame.isUdp(good, good.length - 1), "cut off");
        assertFalse(Frame.isUdp(good, 41), "no room for headers");
        assertTrue(Frame.isUdp(good, good.length), "whole");
        byte[] padded = Arrays.copyOf(good, 60);
        assertTrue(Frame.isUdp(padded, 60), "padded");
        int[][] changes = {
            {12, 0x86, 0xdd}, // IPv6
            {14, 0x46, 0}, // options
            {20, 0x20, 0}, // more fragments follow
            {20, 0x40, 1}, // a later fragment
            {22, 64, 6}, // TCP
            {16, 0, 32}, // IP ends before UDP
            {38, 0, 7}, // shorter than its header
        };
        for (int[] change : changes) {
            byte[] bytes = good.clone();
            bytes[change[0]] = (byte) change[1];
            bytes[change[0] + 1] = (byte) change[2];
            assertFalse(Frame.isUdp(bytes, bytes.length), Arrays.toString(change));
        }
    }

    @Test
    void shouldKnowNodesByTheirAddressesOnly() {
        byte[] bytes = frame(1, 2, 3, 4, PAYLOAD);
        bytes[3] = 1;
        assertEquals(-1, Frame.targetNode(bytes));
        bytes[27] = 1;
        assertEquals(-1, Frame.sourceNode(bytes));
    }

    @Test
    void shouldTakeTheLinkTimeOfIeee8023() {
        assertEquals(84, Frame.wireBytes(Frame.HEADER_BYTES));
        assertEquals(84, Frame.wireBytes(60));
        assertEquals(85, Frame.wireBytes(61));
        assertEquals(1538, Frame.wireBytes(1514));
    }
}
