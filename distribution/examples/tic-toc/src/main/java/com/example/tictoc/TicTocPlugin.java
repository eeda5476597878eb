package com.example.tictoc;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class TicTocPlugin implements Plugin {
    /** For service loaders. */
    public TicTocPlugin() {}

    @Override
    public String id() {
        return "tic-toc";
    }

    @Override
    public String description() {
        return "TicToc, an optimistic protocol whose timestamps follow from the data";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new TicToc());
    }
}
