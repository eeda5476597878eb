// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;

/** SmartNICs: cores, on-board memory, DMA engine, PCIe, aggregation. */
@ServiceProvider(Plugin.class)
public final class SmartNicPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-smartnic";
    }

    @Override
    public String description() {
        return "SmartNICs: cores, on-board memory, DMA engine, PCIe, aggregation";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(SmartNicHardware.ON_PATH, SmartNicHardware.OFF_PATH);
    }
}
