// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.hw.p4switch.abort.EarlyAbortType;

/** Programmable switches with a match-action pipeline, a program for them, and a plain Ethernet NIC. */
@ServiceProvider(Plugin.class)
public final class P4SwitchPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-p4switch";
    }

    @Override
    public String description() {
        return "programmable switches with a match-action pipeline, early abort for any described packets, and a plain Ethernet NIC";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new EthernetHardware(), new P4SwitchHardware());
    }

    @Override
    public List<PipelineProgramType> programs() {
        return List.of(new EarlyAbortType());
    }
}
