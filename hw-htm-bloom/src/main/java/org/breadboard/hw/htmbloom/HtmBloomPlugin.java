package org.breadboard.hw.htmbloom;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.hw.htmbloom.bench.FilterBenchmarkType;

/** Bloom filters over cache lines, as HADES keeps them beside the directory and in the NIC. */
@ServiceProvider(Plugin.class)
public final class HtmBloomPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-htm-bloom";
    }

    @Override
    public String description() {
        return "Bloom filters over cache lines, as HADES keeps them beside the directory and in the NIC";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new FilterBenchmarkType());
    }
}
