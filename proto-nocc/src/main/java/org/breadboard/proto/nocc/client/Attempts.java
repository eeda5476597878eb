// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import java.util.Arrays;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * The packets of a client's attempts since the store last answered: one that the switch turned round may have a twin
 * that commits, and then it says what committed. Grows to the longest row of attempts that there was.
 */
final class Attempts {
    private static final int ROOM_BYTES = WireFormat.VERSIONED.maxBytes();

    private byte[] packets = new byte[4 * ROOM_BYTES];
    private byte[] packet = new byte[ROOM_BYTES];

    /** Remembers a request of one packet. */
    void remember(int request, byte[] bytes, int lengthBytes) {
        int at = RequestId.attempt(request) * ROOM_BYTES;
        if (at + ROOM_BYTES > packets.length) {
            packets = Arrays.copyOf(packets, Math.max(2 * packets.length, at + ROOM_BYTES));
        }
        System.arraycopy(bytes, 0, packets, at, lengthBytes);
    }

    /** The packet of a request, until the next call. */
    byte[] packet(int request) {
        System.arraycopy(packets, RequestId.attempt(request) * ROOM_BYTES, packet, 0, ROOM_BYTES);
        return packet;
    }
}
