package org.breadboard.hw.p4switch;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;

/** Programmable switches with a match-action pipeline, and a plain Ethernet NIC. */
@ServiceProvider(Plugin.class)
public final class P4SwitchPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-p4switch";
    }

    @Override
    public String description() {
        return "programmable switches with a match-action pipeline, and a plain Ethernet NIC";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new EthernetHardware(), new P4SwitchHardware());
    }
}
