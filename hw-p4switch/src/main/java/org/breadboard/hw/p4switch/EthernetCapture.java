// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import org.breadboard.api.Settings;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.api.runtime.Message;

/**
 * Packets of Ethernet NICs, which are frames in the model, too: bytes as they are, padded with zeros as they are on the
 * link.
 */
final class EthernetCapture implements PacketCapture {
    @Override
    public Link attach(int node, Settings profile) {
        return Link.ETHERNET;
    }

    @Override
    public void packets(Message message, boolean leaves, Sink sink) {
        byte[] padded = new byte[Frame.paddedBytes(message.lengthBytes())];
        System.arraycopy(message.bytes(), 0, padded, 0, message.lengthBytes());
        sink.packet(padded, padded.length);
    }
}
