// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;

/** RDMA NICs: verbs, transports, queue pairs, doorbells. */
@ServiceProvider(Plugin.class)
public final class RdmaPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-rdma";
    }

    @Override
    public String description() {
        return "RDMA NICs: verbs, transports, queue pairs, doorbells";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new RdmaHardware());
    }
}
