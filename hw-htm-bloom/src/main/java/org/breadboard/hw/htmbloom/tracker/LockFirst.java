// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import org.breadboard.api.runtime.Message;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Ranges;
import org.breadboard.hw.htmbloom.wire.Wire;

/** The locks that a transaction takes before it executes, node after node in ascending order (HADES VI). One thread. */
final class LockFirst {
    private final NicPort port;
    private final OtherNodes others;
    private final Coordinator self;
    private final Ranges covered = new Ranges();
    private int node;

    LockFirst(NicPort port, OtherNodes others, Coordinator self) {
        this.port = port;
        this.others = others;
        this.self = self;
    }

    void clear() {
        covered.clear();
    }

    void cover(int on, String region, long address, int lengthBytes, boolean mayWrite) {
        covered.add(on, self.regions().number(region), address, lengthBytes, mayWrite);
    }

    /** Asks the first node. */
    void begin() {
        node = covered.nextNode(-1);
        ask();
    }

    /** A node has locked its lines: asks the next one; answers whether there is none. */
    boolean granted() {
        node = covered.nextNode(node);
        if (node < 0) {
            return true;
        }
        ask();
        return false;
    }

    private void ask() {
        if (node != self.node()) {
            others.add(node);
        }
        Message message = others.message(Wire.LOCK, node, covered.encodedBytes(node));
        covered.encode(node, message, false, false, true);
        port.send(message, message.lengthBytes());
    }
}
