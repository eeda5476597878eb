// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import java.io.InputStream;
import java.util.List;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.PacketCapture;
import org.breadboard.hw.rdma.capture.RdmaCapture;
import org.breadboard.hw.rdma.nic.NicParameters;
import org.breadboard.kit.hardware.Datagrams;
import org.breadboard.kit.hardware.DeclaredHardware;

/** One RDMA NIC per node, with datagrams and one-sided verbs. */
final class RdmaHardware extends DeclaredHardware {
    RdmaHardware() {
        super(
                "rdma",
                "RDMA NIC: datagrams and one-sided verbs over RC, UC, UD and DC queue pairs",
                List.of("connectx3", "connect-ib", "connectx4", "connectx5"),
                NicParameters.SETTINGS,
                List.of(DatagramTransport.class, OneSidedVerbs.class));
    }

    @Override
    protected InputStream resource(String name) {
        return RdmaHardware.class.getResourceAsStream(name);
    }

    @Override
    public String wireFormat(Class<? extends Capability> capability) {
        return capability == DatagramTransport.class ? Datagrams.WIRE_FORMAT : id();
    }

    @Override
    public PacketCapture capture() {
        return new RdmaCapture();
    }

    @Override
    public Device build(HardwareContext context) {
        return new RdmaNic(context);
    }
}
