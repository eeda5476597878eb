package com.example.calvin;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class CalvinPlugin implements Plugin {
    /** For service loaders. */
    public CalvinPlugin() {}

    @Override
    public String id() {
        return "calvin";
    }

    @Override
    public String description() {
        return "Calvin, which puts transactions in a sequence before they execute";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new Calvin());
    }
}
