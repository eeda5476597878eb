package com.example.cachefirst;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class CacheFirstPlugin implements Plugin {
    /** For service loaders. */
    public CacheFirstPlugin() {}

    @Override
    public String id() {
        return "cache-first";
    }

    @Override
    public String description() {
        return "An optimistic protocol whose reads ask the caches of NICs first";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new CacheFirst());
    }
}
