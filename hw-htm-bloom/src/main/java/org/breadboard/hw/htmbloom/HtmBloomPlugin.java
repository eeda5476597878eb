// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.hw.htmbloom.bench.FilterBenchmarkType;
import org.breadboard.hw.htmbloom.node.HadesHardware;

/** Nodes that track transactions with Bloom filters over cache lines, beside the directory and in the NIC (HADES). */
@ServiceProvider(Plugin.class)
public final class HtmBloomPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-htm-bloom";
    }

    @Override
    public String description() {
        return "Nodes that track transactions with Bloom filters over cache lines, beside the directory and in the NIC (HADES)";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new HadesHardware());
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new FilterBenchmarkType());
    }
}
