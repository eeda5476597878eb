package org.breadboard.hw.rdma.verbs;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;

/** The time that a reliable transport waits before it sends again; live, no time. */
final class ReliableTimer {
    private final Resource timer;

    ReliableTimer(NodeScope scope, double retransmitNs) {
        timer = scope.resource("nic.retransmit", message -> 0, retransmitNs);
    }

    /** Hands the message to {@code next} when the time has passed. */
    void after(Transit transit, Message message, Hop next) {
        transit.forward(timer, message, next);
    }
}
