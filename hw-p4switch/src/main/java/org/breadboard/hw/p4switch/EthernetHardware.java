// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.io.InputStream;
import java.util.List;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.kit.hardware.DeclaredHardware;

/** One plain Ethernet NIC per node, with UDP datagrams through the kernel. */
final class EthernetHardware extends DeclaredHardware {
    EthernetHardware() {
        super(
                "ethernet",
                "plain Ethernet NIC: UDP datagrams in real frames, through system calls",
                List.of("intel-82599"),
                EthernetParameters.SETTINGS,
                List.of(DatagramTransport.class));
    }

    @Override
    protected InputStream resource(String name) {
        return EthernetHardware.class.getResourceAsStream(name);
    }

    @Override
    public PacketCapture capture() {
        return new EthernetCapture();
    }

    @Override
    public Device build(HardwareContext context) {
        return new EthernetNic(context);
    }
}
