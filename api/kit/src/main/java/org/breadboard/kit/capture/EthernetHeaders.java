// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.capture;

/**
 * Ethernet II, IPv4 and UDP in front of a datagram's payload (IEEE 802.3, RFC 791, RFC 768). A node's MAC address is
 * {@code 02:00:00:00:hi:lo} and its IP address {@code 10.0.hi.lo}, of its number. The UDP checksum is 0, which IPv4
 * allows.
 */
public final class EthernetHeaders {
    /** Ethernet's header: two addresses and the type. */
    public static final int ETHERNET_BYTES = 14;
    /** IPv4's header, without options. */
    public static final int IP_BYTES = 20;
    /** UDP's header. */
    public static final int UDP_BYTES = 8;
    /** All of them. */
    public static final int BYTES = ETHERNET_BYTES + IP_BYTES + UDP_BYTES;

    /** With preamble, check sequence and gap, what a datagram costs beside its payload. */
    public static final int FRAME_BYTES = 8 + BYTES + 4 + 12;

    private static final int MAC_BYTES = 6;
    private static final int LOCAL_MAC = 0x0200;
    private static final int IPV4 = 0x0800;
    private static final int VERSION_AND_LENGTH = 0x4500;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int HOPS = 64;
    private static final int UDP = 17;
    private static final int PRIVATE_NETWORK = 10 << 8;

    private EthernetHeaders() {}

    /**
     * Writes the headers of a datagram to the first {@link #BYTES} of {@code packet}.
     *
     * @param sourcePort the UDP port that it comes from; {@code targetPort} the one that it is for
     * @param payloadBytes how long the datagram's payload is
     */
    public static void write(
            byte[] packet, int sourceNode, int sourcePort, int targetNode, int targetPort, int payloadBytes) {
        mac(packet, 0, targetNode);
        mac(packet, MAC_BYTES, sourceNode);
        put(packet, 2 * MAC_BYTES, IPV4);
        int ip = ETHERNET_BYTES;
        put(packet, ip, VERSION_AND_LENGTH);
        put(packet, ip + 2, IP_BYTES + UDP_BYTES + payloadBytes);
        put(packet, ip + 4, 0);
        put(packet, ip + 6, DO_NOT_FRAGMENT);
        put(packet, ip + 8, HOPS << 8 | UDP);
        put(packet, ip + 10, 0);
        address(packet, ip + 12, sourceNode);
        address(packet, ip + 16, targetNode);
        put(packet, ip + 10, ~sum(packet, ip));
        int udp = ip + IP_BYTES;
        put(packet, udp, sourcePort);
        put(packet, udp + 2, targetPort);
        put(packet, udp + 4, UDP_BYTES + payloadBytes);
        put(packet, udp + 6, 0);
    }

    private static void mac(byte[] packet, int at, int node) {
        put(packet, at, LOCAL_MAC);
        put(packet, at + 2, 0);
        put(packet, at + 4, node);
    }

    private static void address(byte[] packet, int at, int node) {
        put(packet, at, PRIVATE_NETWORK);
        put(packet, at + 2, node);
    }

    /** The ones' complement sum of the IP header (RFC 1071). */
    private static int sum(byte[] packet, int ip) {
        int sum = 0;
        for (int at = ip; at < ip + IP_BYTES; at += 2) {
            sum += (packet[at] & 0xff) << 8 | packet[at + 1] & 0xff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (sum & 0xffff) + (sum >>> 16);
    }

    private static void put(byte[] packet, int at, int value) {
        packet[at] = (byte) (value >> 8);
        packet[at + 1] = (byte) value;
    }
}
