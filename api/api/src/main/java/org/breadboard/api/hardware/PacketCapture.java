// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.Settings;
import org.breadboard.api.runtime.Message;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Says what the messages of one kind of hardware look like on the link, byte by byte, for people who look at a run with
 * tools for captured packets. It reads messages and changes none; a run that nobody captures has none. One for all
 * nodes of a run that have the hardware; by the thread that runs.
 */
@ConsumerType
public interface PacketCapture {
    /** What the bytes of a node's packets begin with. */
    enum Link {
        /** Ethernet's header; the check sequence at the end, preamble and gap are not captured: 24 B of each packet. */
        ETHERNET(24),
        /** InfiniBand's local route header; all bytes are captured, both checksums included. */
        INFINIBAND(0);

        private final int uncapturedBytes;

        Link(int uncapturedBytes) {
            this.uncapturedBytes = uncapturedBytes;
        }

        /** Bytes that each packet takes on the link and that are in no capture. */
        public int uncapturedBytes() {
            return uncapturedBytes;
        }
    }

    /** Takes captured packets. */
    @FunctionalInterface
    @ProviderType
    interface Sink {
        /**
         * Takes the next packet of a message; in the order in which they are on the link.
         *
         * @param bytes of the packet from its beginning, as far as the model has them; kept, not copied
         * @param lengthBytes of the whole packet, without what no capture has; at least as many as {@code bytes}
         */
        void packet(byte[] bytes, int lengthBytes);
    }

    /**
     * A node has this hardware. Called for each such node, in the order of nodes, before any message.
     *
     * @param profile its data sheet, with the user's overrides
     * @throws org.breadboard.api.RefusedException if what packets cost beside their payload in that sheet are no
     *     headers that it knows
     */
    Link attach(int node, Settings profile);

    /**
     * Shows the packets that a message is on a link.
     *
     * @param message one that {@link Message#sourceNode()}, a node with this hardware, has sent
     * @param leaves whether it is on the link of the node that sent it; later it is on that of its target, if it gets
     *     there, and may then be another object, or have been changed by the switch
     */
    void packets(Message message, boolean leaves, Sink sink);

    /**
     * Nothing more comes. What only later packets tell, such as a sequence number, may now be set in the bytes that it
     * has shown; afterwards they are whoever's they were given to.
     */
    default void end() {}
}
