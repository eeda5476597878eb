// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.recovery;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.runtime.Engine;

/**
 * The network over which the members of a configuration recover: reliable, in order, and apart from that of
 * transactions, as the management network of a rack is. Built with a cluster; used by the stages that are attached.
 */
public final class ControlNetwork {
    /** Of Ethernet, IP and TCP, with preamble and gap. */
    private static final int FRAME_BYTES = 78;

    private final Resource[] up;
    private final Resource[] down;
    private final Stage[] stages;
    private final Hop out = this::leave;
    private final Hop in = this::arrive;

    /** Builds it. */
    public ControlNetwork(Engine engine, int machines, Faults.Control control) {
        up = new Resource[machines];
        down = new Resource[machines];
        stages = new Stage[machines];
        Resource.Cost serialisation = m -> (m.lengthBytes() + FRAME_BYTES) * 8 / control.gbps();
        for (int machine = 0; machine < machines; machine++) {
            up[machine] = engine.resource(machine, "control.up", serialisation, control.oneWayNs() / 2.0);
            down[machine] = engine.resource(machine, "control.down", serialisation, control.oneWayNs() / 2.0);
            engine.join(machine, up[machine], down[machine], -1);
        }
    }

    void attach(int node, Stage stage, int receiveSlots) {
        if (stages[node] != null) {
            throw new IllegalStateException("node " + node + " has a stage for recovery already");
        }
        stages[node] = stage;
        stage.reserve(receiveSlots);
    }

    void send(Step step, int node, Message message) {
        message.targetNode(node);
        step.leave(out, message);
    }

    private void leave(Transit transit, Message message) {
        transit.forward(
                up[message.sourceNode()], message, (next, sent) -> next.forward(down[sent.targetNode()], sent, in));
    }

    private void arrive(Transit transit, Message message) {
        transit.deliver(stages[message.targetNode()], message);
    }
}
