// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/** Datagrams between threads of one number, whose ports have it, too. */
public final class DatagramPost implements Post {
    private final DatagramTransport.Endpoint port;
    private final int number;
    private final int maxMessageBytes;
    private int receivesTaken;

    /** Of the thread of that number. */
    public DatagramPost(DatagramTransport.Endpoint port, int number, int maxMessageBytes) {
        this.port = port;
        this.number = number;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** All of it: peers serve one another alike, and who asks is charged. */
    @Override
    public double entryShare() {
        return 1;
    }

    @Override
    public void polled(Step step, Message message) {
        port.polled(step, message);
        receivesTaken++;
    }

    @Override
    public boolean replenish(Step step) {
        boolean receives = receivesTaken > 0;
        if (receives) {
            port.postReceives(step, receivesTaken, true);
            receivesTaken = 0;
        }
        return receives;
    }

    @Override
    public boolean post(Step step, Message message) {
        return port.post(step, message.targetNode(), number, message);
    }

    @Override
    public Transmit flush(Step step) {
        port.doorbell(step);
        return Transmit.IDLE;
    }
}
