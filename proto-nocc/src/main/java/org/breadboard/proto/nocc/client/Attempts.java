package org.breadboard.proto.nocc.client;

import java.util.Arrays;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * The packets of a client's attempts since the store last answered: one that the switch turned round may have a twin that commits, and
 * then it says what committed. Grows to the longest row of attempts that there was.
 */
final class Attempts {
    private byte[] packets = new byte[4 * Wire.MAX_BYTES];
    private byte[] packet = new byte[Wire.MAX_BYTES];

    /** Remembers a request of one packet. */
    void remember(int request, byte[] bytes, int lengthBytes) {
        int at = RequestId.attempt(request) * Wire.MAX_BYTES;
        if (at + Wire.MAX_BYTES > packets.length) {
            packets = Arrays.copyOf(packets, Math.max(2 * packets.length, at + Wire.MAX_BYTES));
        }
        System.arraycopy(bytes, 0, packets, at, lengthBytes);
    }

    /** The packet of a request, until the next call. */
    byte[] packet(int request) {
        System.arraycopy(packets, RequestId.attempt(request) * Wire.MAX_BYTES, packet, 0, Wire.MAX_BYTES);
        return packet;
    }
}
