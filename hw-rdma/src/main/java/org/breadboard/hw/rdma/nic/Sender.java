// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;

/**
 * What a packet on its way came from: a datagram port or a connected queue pair, as the owner of the {@link Message}.
 * Live, what leaves does so on the thread of its stage, and everything after the link on threads that serve the target;
 * only a packet that a reliable transport sends by itself may leave on another thread that serves the sender's node.
 */
public interface Sender {
    /** Which queue pair's state the NIC that {@code message} is at needs; see {@link QpCache}. */
    long stateKey(Message message);

    /** The number of its NIC in its machine. A connected queue pair reaches the one of that number at its target. */
    int nic();

    /** Whether its packets must reach the network in the order of posting, since nobody restores it. */
    default boolean keepsOrder() {
        return false;
    }

    /** Whether the NIC may send {@code message} now; if not, the sender keeps it and sends it later. */
    default boolean mayLeave(Transit transit, Message message) {
        return true;
    }

    /** The NIC has put the message on the link: its place in the send queue may be free. */
    void sent(Transit transit, Message message);
}
