// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/**
 * Datagrams between thread i and thread i of the other nodes (FaSST 4.2), which is the port of that number; arrivals
 * use up receives, which are posted again.
 */
public final class DatagramPort implements RpcPort {
    private final DatagramTransport.Endpoint port;
    private final RpcOptions options;
    private final int thread;
    private final int maxMessageBytes;
    private int receivesTaken;

    /** Opens the port of a thread. Only while the node is built. */
    public DatagramPort(NodeScope scope, DatagramTransport transport, RpcOptions options, Stage stage, RpcThread who) {
        this.options = options;
        thread = who.number();
        maxMessageBytes = transport.maxPayloadBytes();
        int receives = options.receivesNeeded(scope.nodes(), who.workers());
        port = transport.open(stage, thread, receives, options.sendSlots);
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
        if (receivesTaken == 0) {
            return false;
        }
        port.postReceives(step, receivesTaken, options.cheapReceives);
        receivesTaken = 0;
        return true;
    }

    @Override
    public boolean post(Step step, Message message) {
        return port.post(step, message.targetNode(), thread, message);
    }

    @Override
    public void doorbell(Step step) {
        port.doorbell(step);
    }

    @Override
    public Transmit flush(Step step) {
        port.doorbell(step); // of nothing, if that was all
        return Transmit.IDLE;
    }
}
