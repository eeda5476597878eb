// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.datagram;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.rdma.verbs.ConnectedQueuePair;

/** A port that sends over reliable connected queue pairs, one to each node, and receives all in one queue. */
final class ConnectedPort implements DatagramTransport.Endpoint {
    private final DatagramTransport.Endpoint receives;
    private final ConnectedQueuePair[] queuePairs;

    ConnectedPort(DatagramTransport.Endpoint receives, ConnectedQueuePair[] queuePairs) {
        this.receives = receives;
        this.queuePairs = queuePairs;
    }

    @Override
    public boolean post(Step step, int node, int port, Message message) {
        return queuePairs[node].writeWithImmediate(step, port, message);
    }

    /** One for each queue pair that has something to send: that is what connections cost (FaSST 3.2). */
    @Override
    public void doorbell(Step step) {
        for (ConnectedQueuePair queuePair : queuePairs) {
            queuePair.doorbell(step);
        }
    }

    @Override
    public void polled(Step step, Message message) {
        receives.polled(step, message);
    }

    @Override
    public void postReceives(Step step, int count, boolean cheap) {
        receives.postReceives(step, count, cheap);
    }
}
