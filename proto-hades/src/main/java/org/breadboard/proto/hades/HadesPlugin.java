// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.hades.hades.HadesType;
import org.breadboard.proto.hades.sw.SwType;

/** HADES, HADES-H, and their software baseline SW-Impl. */
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
        return "HADES, HADES-H, and their software baseline SW-Impl";
    }

    @Override
    public List<ProtocolType> protocols() {
        List<ProtocolType> protocols = new ArrayList<>(HadesType.all());
        protocols.add(new SwType());
        return List.copyOf(protocols);
    }
}
