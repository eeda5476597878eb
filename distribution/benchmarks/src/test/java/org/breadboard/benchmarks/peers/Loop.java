// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

/**
 * A closed loop of packets in virtual time. A packet is served by its sender's NIC, by the link to the switch, by the
 * link from the switch, by its receiver's NIC and by a thread there, each first come, first served. The switch lies in
 * the middle of the way. The thread sends the packet back; at home the packet is served once more, and goes to a thread
 * of another machine, both drawn at random. In the beginning every packet waits at its own thread. One thread.
 */
interface Loop extends AutoCloseable {
    /** Goes on until an instant. */
    void runUntil(long virtualNs);

    /** Events so far, as the simulator counts them. */
    long events();

    /** Packets that threads have served so far. */
    long packets();

    @Override
    default void close() {}
}
