package org.breadboard.proto.hades;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.hades.sw.SwType;

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

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new SwType());
    }
}
