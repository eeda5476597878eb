// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Hop;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The network: full-duplex links from each node to one switch. It loses, duplicates and reorders packets when the mix
 * asks for it, and otherwise keeps the order between two ports.
 */
@ProviderType
public interface Fabric {
    /**
     * Attaches this node to the network.
     *
     * @param linkGbps usable bandwidth of the link in each direction
     * @param oneWayNs the time from the end of a packet's transmission to its arrival at the other port
     * @param ingress called with each packet for this node
     */
    Port attach(int node, double linkGbps, double oneWayNs, Hop ingress);

    /** A node's side of its link. */
    @ProviderType
    interface Port {
        /** The hop that takes packets: {@code targetNode} and {@code wireBytes} must be set. */
        Hop egress();

        /** Puts hardware of this node into the path of every packet that leaves ({@code egress}) or arrives. */
        void interpose(boolean egress, Interposer interposer);
    }

    /**
     * Whether packets may get lost in this run, come twice or overtake each other. A reliable transport keeps what it
     * sends, and has timers, only if they may: otherwise it would do so for nothing. While the node is built.
     */
    default boolean isFaulty() {
        return false;
    }

    /** Puts hardware into the switch, in the path of every packet between two ports. */
    void interposeSwitch(Interposer interposer);

    /**
     * Whether the switch has a port for this node. A packet that hardware in the switch forwards to another node has
     * nowhere to go. For a running cluster; any thread.
     */
    default boolean reaches(int node) {
        return true;
    }

    /** Whether the switch may crash in this run. While the switch is built. */
    default boolean mayCrash() {
        return false;
    }

    /**
     * A number that is greater after each crash of the switch, and 0 before the first. With a crash, hardware in the
     * switch loses what it holds: its memory is as it was when it was built, and packets that it had are gone. While
     * the switch is down, no packet reaches that hardware, and none that it lets go gets further. Any thread.
     */
    default long life(long nowNs) {
        return 0;
    }
}
