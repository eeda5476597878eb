package com.example.nowait;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class NoWaitPlugin implements Plugin {
    /** For service loaders. */
    public NoWaitPlugin() {}

    @Override
    public String id() {
        return "no-wait";
    }

    @Override
    public String description() {
        return "Two-phase locking that never waits for a lock";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new NoWait());
    }
}
