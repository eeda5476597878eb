package com.example.woundwait;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class WoundWaitPlugin implements Plugin {
    /** For service loaders. */
    public WoundWaitPlugin() {}

    @Override
    public String id() {
        return "wound-wait";
    }

    @Override
    public String description() {
        return "two-phase locking, in which the older wounds the younger";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new WoundWait());
    }
}
