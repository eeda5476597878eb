package org.breadboard.hw.smartnic;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

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
}
