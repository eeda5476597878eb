package com.example.snapshot;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class SnapshotPlugin implements Plugin {
    /** For service loaders. */
    public SnapshotPlugin() {}

    @Override
    public String id() {
        return "snapshot";
    }

    @Override
    public String description() {
        return "snapshot isolation, with old versions and a node that gives out timestamps";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new Snapshot());
    }
}
