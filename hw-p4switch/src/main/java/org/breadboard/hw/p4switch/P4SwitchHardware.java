// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.io.InputStream;
import java.util.List;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.kit.hardware.DeclaredHardware;

/** One match-action pipeline per switch (NOCC 3). */
final class P4SwitchHardware extends DeclaredHardware {
    P4SwitchHardware() {
        super(
                "p4-switch",
                "switch with a programmable match-action pipeline: parser, stages with registers, recirculation",
                List.of("tofino", "software-switch"),
                SwitchParameters.SETTINGS,
                List.of(PacketPipeline.class));
    }

    @Override
    protected InputStream resource(String name) {
        return P4SwitchHardware.class.getResourceAsStream(name);
    }

    @Override
    public Device build(HardwareContext context) {
        return new P4Switch(context);
    }
}
