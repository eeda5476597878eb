// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.dma;

import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.hw.smartnic.core.Cores;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.hw.smartnic.nic.Ways;

/** Cores in the path between wire and host, which have a DMA engine. */
public final class OnPathCores extends Cores implements NicCompute {
    private final DmaEngine engine;

    /**
     * Of one NIC.
     *
     * @param toNic PCIe's bytes towards the NIC, which DMA reads take
     * @param toHost PCIe's bytes towards the host, which DMA writes take
     */
    public OnPathCores(HardwareContext context, NicParameters parameters, Ways ways, Resource toNic, Resource toHost) {
        super(context, parameters, ways);
        engine = new DmaEngine(context, parameters, toNic, toHost);
    }

    @Override
    public Dma dma(Stage core) {
        return engine.open(coreOf(core));
    }
}
