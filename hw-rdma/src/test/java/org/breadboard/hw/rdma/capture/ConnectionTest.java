// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.PacketCapture.Link;
import org.breadboard.kit.capture.TransportPacket;
import org.breadboard.kit.capture.TransportPacket.Head;
import org.junit.jupiter.api.Test;

final class ConnectionTest {
    private static final int NUMBER = 14 + 20 + 8 + 9;

    private final Connection connection = new Connection(16, 17);
    private final List<TransportPacket> packets = new ArrayList<>();

    private void add(int sequence, int index) {
        TransportPacket packet = new TransportPacket(
                new Head(Link.ETHERNET, 0, 1, 17, TransportPacket.RELIABLE, false), new byte[0], new byte[0], 0, 0, 0);
        packets.add(packet);
        connection.add(packet, sequence, index);
    }

    private List<Integer> numbers() {
        connection.number();
        return packets.stream()
                .map(packet -> (packet.bytes()[NUMBER] & 0xff) << 16
                        | (packet.bytes()[NUMBER + 1] & 0xff) << 8
                        | packet.bytes()[NUMBER + 2] & 0xff)
                .toList();
    }

    @Test
    void shouldNumberPacketsWhereRequestsAreSeveral() {
        connection.request(5, 1);
        add(5, 0);
        connection.request(6, 3);
        add(6, 0);
        add(6, 1);
        add(6, 2);
        connection.request(7, 1);
        add(7, 0);
        add(6, -1); // what acknowledges the three has the number of the last one
        add(7, -1);
        assertEquals(List.of(5, 6, 7, 8, 9, 8, 9), numbers());
    }

    @Test
    void shouldLeaveRoomForARequestThatIsOvertaken() {
        connection.request(3, 1);
        add(3, 0);
        connection.request(2, 4);
        add(2, 0);
        assertEquals(List.of(6, 2), numbers());
    }

    @Test
    void shouldCountTheAnswersOfARead() {
        connection.request(0, 2);
        add(0, 0);
        connection.request(1, 1);
        add(1, 0);
        add(0, 0);
        add(0, 1);
        assertEquals(List.of(0, 2, 0, 1), numbers());
    }
}
