package org.breadboard.hw.smartnic;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What sends packets: a channel or a datagram port. Taken by the thread of its stage; given back where the packet leaves this node's part
 * of the device, live by any thread of the node.
 */
abstract class Sender {
    private final int slots;
    private final AtomicInteger underway = new AtomicInteger();

    Sender(int slots) {
        this.slots = slots;
    }

    /** Takes a place in the send queue; false if none is left. */
    final boolean takeSlot() {
        if (underway.get() >= slots) {
            return false;
        }
        underway.incrementAndGet();
        return true;
    }

    final void freeSlot() {
        underway.decrementAndGet();
    }
}
