package org.breadboard.hw.smartnic;

import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.runtime.Stage;

/** Cores in the path between wire and host, which have a DMA engine. */
final class OnPathCores extends Cores implements NicCompute {
    private final DmaEngine engine;

    OnPathCores(SmartNic nic, HardwareContext context) {
        super(nic, context);
        engine = new DmaEngine(nic, context);
    }

    @Override
    public Dma dma(Stage core) {
        return engine.open(coreOf(core));
    }
}
