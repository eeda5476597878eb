// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

/**
 * Ethernet II, IPv4 and UDP in front of a datagram's payload, as bytes: 14 + 20 + 8 (IEEE 802.3, RFC 791, RFC 768). A
 * node's MAC address is {@code 02:00:00:00:hi:lo} and its IP address {@code 10.0.hi.lo}, of its number. The UDP
 * checksum is 0, which IPv4 allows: a switch that writes to the payload leaves no checksum wrong.
 */
public final class Frame {
    /** Ethernet's header: two addresses and the type. */
    public static final int ETHERNET_BYTES = 14;
    /** IPv4's header, without options. */
    public static final int IP_BYTES = 20;
    /** UDP's header. */
    public static final int UDP_BYTES = 8;
    /** Where the payload begins. */
    public static final int HEADER_BYTES = ETHERNET_BYTES + IP_BYTES + UDP_BYTES;
    /** How many nodes have an address. */
    public static final int NODES = 1 << 16;

    /** Preamble, start of frame, and the gap between frames. */
    private static final int GAP_BYTES = 8 + 12;

    private static final int CHECK_BYTES = 4;
    private static final int SMALLEST_BYTES = 64;

    private static final int TYPE = 12;
    private static final int IP = ETHERNET_BYTES;
    private static final int IP_LENGTH = IP + 2;
    private static final int IP_FRAGMENT = IP + 6;
    private static final int IP_PROTOCOL = IP + 9;
    private static final int IP_CHECKSUM = IP + 10;
    private static final int IP_SOURCE = IP + 12;
    private static final int IP_TARGET = IP + 16;
    private static final int UDP = ETHERNET_BYTES + IP_BYTES;
    private static final int UDP_TARGET = UDP + 2;
    private static final int UDP_LENGTH = UDP + 4;
    private static final int MAC_BYTES = 6;

    private static final int IPV4 = 0x0800;
    private static final int VERSION_AND_LENGTH = 0x45;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int HOPS = 64;
    private static final int PROTOCOL_UDP = 17;

    private Frame() {}

    /** Writes the headers in front of a payload of {@code payloadBytes} at {@link #HEADER_BYTES}. */
    public static void write(
            byte[] bytes, int sourceNode, int sourcePort, int targetNode, int targetPort, int payloadBytes) {
        mac(bytes, 0, targetNode);
        mac(bytes, MAC_BYTES, sourceNode);
        put(bytes, TYPE, IPV4);
        bytes[IP] = VERSION_AND_LENGTH;
        bytes[IP + 1] = 0;
        put(bytes, IP_LENGTH, IP_BYTES + UDP_BYTES + payloadBytes);
        put(bytes, IP + 4, 0);
        put(bytes, IP_FRAGMENT, DO_NOT_FRAGMENT);
        bytes[IP + 8] = HOPS;
        bytes[IP_PROTOCOL] = PROTOCOL_UDP;
        put(bytes, IP_CHECKSUM, 0);
        address(bytes, IP_SOURCE, sourceNode);
        address(bytes, IP_TARGET, targetNode);
        put(bytes, IP_CHECKSUM, ~sum(bytes) & 0xffff);
        put(bytes, UDP, sourcePort);
        put(bytes, UDP_TARGET, targetPort);
        put(bytes, UDP_LENGTH, UDP_BYTES + payloadBytes);
        put(bytes, UDP + 6, 0);
    }

    private static void mac(byte[] bytes, int at, int node) {
        bytes[at] = 2;
        bytes[at + 1] = 0;
        put(bytes, at + 2, 0);
        put(bytes, at + 4, node);
    }

    private static void address(byte[] bytes, int at, int node) {
        bytes[at] = 10;
        bytes[at + 1] = 0;
        put(bytes, at + 2, node);
    }

    /**
     * Whether these bytes are a whole UDP datagram over IPv4 without options, not a fragment, that ends within
     * {@code lengthBytes}.
     */
    public static boolean isUdp(byte[] bytes, int lengthBytes) {
        return lengthBytes >= HEADER_BYTES
                && get(bytes, TYPE) == IPV4
                && bytes[IP] == VERSION_AND_LENGTH
                && bytes[IP_PROTOCOL] == PROTOCOL_UDP
                && (get(bytes, IP_FRAGMENT) & ~DO_NOT_FRAGMENT) == 0
                && get(bytes, UDP_LENGTH) >= UDP_BYTES
                && get(bytes, IP_LENGTH) == IP_BYTES + get(bytes, UDP_LENGTH)
                && ETHERNET_BYTES + get(bytes, IP_LENGTH) <= lengthBytes;
    }

    /** Whether the checksum of the IP header is right. */
    public static boolean isIntact(byte[] bytes) {
        return sum(bytes) == 0xffff;
    }

    /** The ones' complement sum of the IP header. */
    private static int sum(byte[] bytes) {
        int sum = 0;
        for (int at = IP; at < IP + IP_BYTES; at += 2) {
            sum += get(bytes, at);
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (sum & 0xffff) + (sum >>> 16);
    }

    /** The node whose MAC address this is for, or -1 if it is no node's. */
    public static int targetNode(byte[] bytes) {
        return bytes[0] == 2 && bytes[1] == 0 && get(bytes, 2) == 0 ? get(bytes, 4) : -1;
    }

    /** The node whose IP address it comes from, or -1 if it is no node's. */
    public static int sourceNode(byte[] bytes) {
        return bytes[IP_SOURCE] == 10 && bytes[IP_SOURCE + 1] == 0 ? get(bytes, IP_SOURCE + 2) : -1;
    }

    /** The UDP port that it comes from. */
    public static int sourcePort(byte[] bytes) {
        return get(bytes, UDP);
    }

    /** The UDP port that it is for. */
    public static int targetPort(byte[] bytes) {
        return get(bytes, UDP_TARGET);
    }

    /** How long the UDP payload is. */
    public static int payloadBytes(byte[] bytes) {
        return get(bytes, UDP_LENGTH) - UDP_BYTES;
    }

    /** Swaps source and target in all three headers; the IP checksum stays right. */
    public static void turnRound(byte[] bytes) {
        swap(bytes, 0, MAC_BYTES, MAC_BYTES);
        swap(bytes, IP_SOURCE, IP_TARGET, 4);
        swap(bytes, UDP, UDP_TARGET, 2);
    }

    private static void swap(byte[] bytes, int a, int b, int lengthBytes) {
        for (int i = 0; i < lengthBytes; i++) {
            byte was = bytes[a + i];
            bytes[a + i] = bytes[b + i];
            bytes[b + i] = was;
        }
    }

    /** How long a frame is with its padding, without check sequence. */
    public static int paddedBytes(int lengthBytes) {
        return Math.max(lengthBytes, SMALLEST_BYTES - CHECK_BYTES);
    }

    /** What a frame of this length takes on a link: padding, check sequence, preamble and gap included (IEEE 802.3). */
    public static int wireBytes(int lengthBytes) {
        return paddedBytes(lengthBytes) + CHECK_BYTES + GAP_BYTES;
    }

    private static int get(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private static void put(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }
}
