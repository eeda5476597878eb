// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

import java.util.zip.CRC32;

/** The checksums at the end of a packet of InfiniBand's transport (InfiniBand architecture, volume 1, 7.8). */
final class Checks {
    /** x^16 + x^12 + x^3 + x + 1, its lowest power first. */
    private static final int VARIANT_POLYNOMIAL = 0xd008;

    private static final int IP_SERVICE = EthernetHeaders.ETHERNET_BYTES + 1;
    private static final int IP_HOPS = EthernetHeaders.ETHERNET_BYTES + 8;
    private static final int IP_CHECKSUM = EthernetHeaders.ETHERNET_BYTES + 10;
    private static final int UDP_CHECKSUM = EthernetHeaders.BYTES - 2;
    /** Of the base transport header, which notifies of congestion on the way. */
    private static final int CONGESTION = 4;

    private Checks() {}

    /**
     * The invariant CRC of what stays the same on all links; what switches change counts as ones (RoCE v2: annex
     * A17.3).
     *
     * @param transport where the base transport header begins
     * @param end where the checksum begins
     * @param ethernet whether it has headers of Ethernet, IP and UDP; otherwise a local route header
     */
    static int invariant(byte[] packet, int transport, int end, boolean ethernet) {
        byte[] masked = packet.clone();
        masked[transport + CONGESTION] = -1;
        CRC32 crc = new CRC32();
        if (ethernet) {
            masked[IP_SERVICE] = -1;
            masked[IP_HOPS] = -1;
            masked[IP_CHECKSUM] = -1;
            masked[IP_CHECKSUM + 1] = -1;
            masked[UDP_CHECKSUM] = -1;
            masked[UDP_CHECKSUM + 1] = -1;
            for (int i = 0; i < TransportPacket.LOCAL_ROUTE_BYTES; i++) {
                crc.update(-1);
            }
            crc.update(masked, EthernetHeaders.ETHERNET_BYTES, end - EthernetHeaders.ETHERNET_BYTES);
        } else {
            masked[0] |= (byte) 0xf0; // the virtual lane
            crc.update(masked, 0, end);
        }
        return (int) crc.getValue();
    }

    /** The variant CRC of all before {@code end}. */
    static int variant(byte[] packet, int end) {
        int crc = 0xffff;
        for (int at = 0; at < end; at++) {
            crc ^= packet[at] & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ VARIANT_POLYNOMIAL;
            }
        }
        return ~crc & 0xffff;
    }
}
