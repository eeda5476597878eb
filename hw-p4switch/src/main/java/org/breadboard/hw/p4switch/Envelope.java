// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;

/**
 * What is around a payload on its way: the headers of a frame of an {@link EthernetNic}, which are bytes before it; or,
 * around a datagram of another NIC, what a {@link Message} says beside its bytes, which are the payload alone.
 */
final class Envelope {
    private Envelope() {}

    /** Whether a program can read what is in it: a frame's, or that of a datagram of another NIC. */
    static boolean isReadable(Message message) {
        return message.owner() instanceof DatagramTransport.Endpoint port && port.number() >= 0;
    }

    static boolean isFrame(Message message) {
        return message.owner() instanceof EthernetPort;
    }

    /** Whether a datagram is in it, whole. */
    static boolean isDatagram(Message message, int lengthBytes) {
        return !isFrame(message) || Frame.isUdp(message.bytes(), lengthBytes);
    }

    static int sourcePort(Message message) {
        return isFrame(message)
                ? Frame.sourcePort(message.bytes())
                : ((DatagramTransport.Endpoint) message.owner()).number();
    }

    static int targetPort(Message message) {
        return isFrame(message) ? Frame.targetPort(message.bytes()) : message.port();
    }

    static int payloadAt(Message message) {
        return isFrame(message) ? Frame.HEADER_BYTES : 0;
    }

    static int payloadBytes(Message message, int lengthBytes) {
        return isFrame(message) ? Frame.payloadBytes(message.bytes()) : lengthBytes;
    }

    /** Swaps source and target. */
    static void turnRound(Message message) {
        if (isFrame(message)) {
            Frame.turnRound(message.bytes());
            return;
        }
        int target = message.targetNode();
        message.targetNode(message.sourceNode());
        message.sourceNode(target);
        message.port(sourcePort(message));
    }
}
