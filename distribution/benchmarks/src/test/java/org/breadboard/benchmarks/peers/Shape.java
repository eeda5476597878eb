// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

/**
 * What the loop is: machines, threads and packets as FaSST has them on SmallBank (FaSST 6.3, 6.4). {@code loop.cc} has
 * the same numbers.
 */
final class Shape {
    static final int MACHINES = 11;
    static final int THREADS = 14;
    /** Packets under way for each thread. */
    static final int CONTEXTS = 19;

    static final int WIRE_BYTES = 100;
    static final double LINK_GBPS = 100;
    static final double ONE_WAY_NS = 1_000;
    static final double HOST_NS = 250;

    private static final double NIC_PACKET_NS = 5;
    private static final double NIC_BYTE_NS = 0.01;

    private Shape() {}

    /** How long a NIC serves a packet, either way. */
    static double nicNs(int wireBytes) {
        return NIC_PACKET_NS + NIC_BYTE_NS * wireBytes;
    }

    /** How long a link serves a packet. */
    static double linkNs(int wireBytes) {
        return wireBytes * 8 / LINK_GBPS;
    }
}
