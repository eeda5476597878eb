// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.HexFormat;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.PacketCapture.Link;
import org.breadboard.kit.capture.TransportPacket.Head;
import org.breadboard.kit.capture.TransportPacket.Operation;
import org.junit.jupiter.api.Test;

final class TransportPacketTest {
    private static final byte[] NONE = {};

    /** The example of a local packet in the InfiniBand architecture, volume 1, 7.8.3: up to its checksums. */
    private static final byte[] EXAMPLE = HexFormat.of()
            .parseHex("7012375c000e17d2"
                    + "0a2024870087b1b3000dec2a"
                    + "01710a1c015d400238f27a050000000ebb884d85fd5cfba4728bc0690ed40000");

    private static final byte[] EXAMPLE_INVARIANT = HexFormat.of().parseHex("9625b75a");

    private static final byte[] PAYLOAD = {1, 2, 3, 4, 5, 6, 7, 8, 9};

    private static TransportPacket packet(Link link, int known) {
        Head head = new Head(link, 1, 0x0203, 0x456789, Operation.SEND.opcode(TransportPacket.RELIABLE, 0, 1), true);
        return new TransportPacket(head, NONE, PAYLOAD, 1, known, 8);
    }

    @Test
    void shouldHaveTheChecksumsOfTheStandardsExample() {
        int invariant = Checks.invariant(EXAMPLE, 8, EXAMPLE.length, false);
        assertEquals(0x5ab72596, invariant);
        byte[] checked = Arrays.copyOf(EXAMPLE, EXAMPLE.length + 4);
        System.arraycopy(EXAMPLE_INVARIANT, 0, checked, EXAMPLE.length, 4);
        assertEquals(0xfa45, Checks.variant(checked, checked.length));
    }

    @Test
    void shouldLayOutRoceV2() {
        TransportPacket packet = packet(Link.ETHERNET, 8);
        packet.number(0x0a0b0c);
        assertEquals(14 + 20 + 8 + 12 + 8 + 4, packet.lengthBytes());
        assertEquals(TransportPacket.ROCE_BYTES + 8, packet.lengthBytes() + Link.ETHERNET.uncapturedBytes());
        String hex = HexFormat.of().formatHex(packet.bytes());
        assertEquals("020000000203" + "020000000001" + "0800", hex.substring(0, 28));
        assertEquals("4500" + "0034" + "0000" + "4000" + "4011", hex.substring(28, 48));
        assertEquals("0a000001" + "0a000203", hex.substring(52, 68));
        assertEquals("12b7" + "0020" + "0000", hex.substring(72, 84));
        assertEquals("0440ffff" + "00456789" + "800a0b0c" + "0203040506070809", hex.substring(84, 124));
    }

    @Test
    void shouldLayOutInfiniband() {
        TransportPacket packet = packet(Link.INFINIBAND, 8);
        packet.number(1);
        assertEquals(TransportPacket.INFINIBAND_BYTES + 8, packet.lengthBytes());
        String hex = HexFormat.of().formatHex(packet.bytes());
        assertEquals("0002" + "0204" + "0008" + "0002", hex.substring(0, 16), "8 words before the variant checksum");
        assertEquals("0440ffff" + "00456789" + "80000001", hex.substring(16, 40));
    }

    @Test
    void shouldHaveTheChecksumsOfItsLastNumber() {
        TransportPacket once = packet(Link.INFINIBAND, 8);
        once.number(7);
        TransportPacket again = packet(Link.INFINIBAND, 8);
        again.number(6);
        again.number(7);
        assertArrayEquals(once.bytes(), again.bytes());
    }

    @Test
    void shouldEndWhereThePayloadIsNotKnown() {
        TransportPacket packet = packet(Link.ETHERNET, 3);
        packet.number(1);
        assertEquals(14 + 20 + 8 + 12 + 3, packet.bytes().length);
        assertEquals(packet(Link.ETHERNET, 8).lengthBytes(), packet.lengthBytes());
    }

    @Test
    void shouldKnowHeadersByWhatTheyTake() {
        assertEquals(Link.INFINIBAND, TransportPacket.link(26));
        assertEquals(Link.ETHERNET, TransportPacket.link(82));
        assertThrows(RefusedException.class, () -> TransportPacket.link(66));
    }
}
