// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import java.io.InputStream;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.hw.smartnic.capture.SmartNicCapture;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.kit.hardware.Datagrams;
import org.breadboard.kit.hardware.DeclaredHardware;

/**
 * One SmartNIC per node; on-path and off-path ones are two kinds of hardware, since they offer different capabilities
 * (Xenic 3.1).
 */
final class SmartNicHardware extends DeclaredHardware {
    static final SmartNicHardware ON_PATH = new SmartNicHardware(
            "smartnic",
            "on-path SmartNIC: cores between wire and host, on-board memory, DMA engine, aggregation",
            List.of("liquidio3"),
            NicParameters.ON_PATH,
            List.of(NicCompute.class, NicCores.class, DatagramTransport.class));
    static final SmartNicHardware OFF_PATH = new SmartNicHardware(
            "smartnic-offpath",
            "off-path SmartNIC: cores as a second endpoint behind an internal switch, no DMA to the host",
            List.of("bluefield", "stingray"),
            NicParameters.OFF_PATH,
            List.of(NicCores.class, DatagramTransport.class, OneSidedVerbs.class));

    private SmartNicHardware(
            String id,
            String description,
            List<String> profiles,
            List<Setting<?>> parameters,
            List<Class<? extends Capability>> offers) {
        super(id, description, profiles, parameters, offers);
    }

    @Override
    protected InputStream resource(String name) {
        return SmartNicHardware.class.getResourceAsStream(name);
    }

    @Override
    public String wireFormat(Class<? extends Capability> capability) {
        return capability == DatagramTransport.class ? Datagrams.WIRE_FORMAT : id();
    }

    @Override
    public PacketCapture capture() {
        return new SmartNicCapture(this == ON_PATH);
    }

    @Override
    public Device build(HardwareContext context) {
        return new SmartNic(context, new NicParameters(context.profile(), this == ON_PATH));
    }
}
