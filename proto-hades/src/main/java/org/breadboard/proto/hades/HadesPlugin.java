package org.breadboard.proto.hades;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

/** SW-Impl, the software baseline of HADES. */
@ServiceProvider(Plugin.class)
public final class HadesPlugin implements Plugin {
    /** For service loaders. */
    public HadesPlugin() {}

    @Override
    public String id() {
        return "proto-hades";
    }

    @Override
    public String description() {
        return "SW-Impl, the software baseline of HADES";
    }
}
