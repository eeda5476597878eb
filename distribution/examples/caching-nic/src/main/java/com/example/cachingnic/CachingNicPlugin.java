package com.example.cachingnic;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class CachingNicPlugin implements Plugin {
    /** For service loaders. */
    public CachingNicPlugin() {}

    @Override
    public String id() {
        return "caching-nic";
    }

    @Override
    public String description() {
        return "A NIC that keeps records in its memory and answers from them";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new CachingNic());
    }
}
