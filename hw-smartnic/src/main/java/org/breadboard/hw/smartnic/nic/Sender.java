// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.nic;

/** What sends packets, as the owner of each: a channel or a datagram port. */
public interface Sender {
    /**
     * A packet leaves this node's part of the device: its slot of the send queue is free. Live, called by any thread of
     * the node.
     */
    void freeSlot();
}
