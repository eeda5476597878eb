// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.core;

import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Packet;
import org.breadboard.kit.hardware.Slots;

/**
 * A core of the NIC: the firmware, which on an on-path NIC moves every packet between wire and host (Xenic 3.1), around
 * the program that a protocol puts there. Both share its time.
 */
public final class NicCore implements StageProgram, NicCores.CoreMemory {
    private final int index;
    private final Stage stage;
    private final Slots passing;
    private final NicParameters parameters;
    private final Hop route;
    private StageProgram program;
    private int misses;

    NicCore(int index, HardwareContext context, NicParameters parameters, Hop route) {
        this.index = index;
        this.parameters = parameters;
        this.route = route;
        stage = context.stage(
                new StageSpec("nic.core" + index, parameters.coreSpeed, parameters.coreSpeedAlone, "nic.cores", ""),
                this);
        passing = new Slots(parameters.coreRingSlots);
        stage.reserve(parameters.coreRingSlots);
    }

    /** Its number on the NIC, counted from 0. */
    public int index() {
        return index;
    }

    /** Its stage. */
    public Stage stage() {
        return stage;
    }

    /** Room for packets from the wire that wait to be passed to the host. */
    public Slots passing() {
        return passing;
    }

    void install(StageProgram chosen) {
        if (program != null) {
            throw new RefusedException("Core " + index + " of the NIC of node " + stage.node()
                    + " has a program already; a core runs one.");
        }
        program = chosen;
    }

    @Override
    public void receive(Step step, Message message) {
        if (Packet.has(message, Packet.PASSING)) {
            Packet.clear(message, Packet.PASSING);
            message.keep();
            step.stall(2 * parameters.corePacketNs);
            step.leave(route, message);
        } else {
            program.receive(step, message);
        }
    }

    @Override
    public void miss(Step step) {
        if (misses++ % parameters.coreMissesAtOnce == 0) {
            step.stall(parameters.coreMissNs);
        }
    }

    @Override
    public void hit(Step step) {
        step.stall(parameters.coreHitNs);
    }

    /** The end of a burst, too: what the next one brings cannot be known yet. */
    @Override
    public Transmit transmit(Step step) {
        misses = 0;
        return program == null ? Transmit.IDLE : program.transmit(step);
    }
}
