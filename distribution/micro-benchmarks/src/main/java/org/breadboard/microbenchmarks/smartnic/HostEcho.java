// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;

/** A host thread that echoes datagrams, in bursts as they arrive. Its send queue holds all that can be asked. */
final class HostEcho implements StageProgram {
    private Endpoint endpoint;

    void endpoint(Endpoint opened) {
        endpoint = opened;
    }

    @Override
    public void receive(Step step, Message message) {
        endpoint.polled(step, message);
        endpoint.postReceives(step, 1, true);
        Message echo = step.take(message.lengthBytes());
        echo.copyOf(message);
        if (!endpoint.post(step, message.sourceNode(), Request.thread(message), echo)) {
            throw new IllegalStateException("more requests are outstanding than contexts");
        }
    }

    @Override
    public Transmit transmit(Step step) {
        endpoint.doorbell(step);
        return Transmit.IDLE;
    }
}
