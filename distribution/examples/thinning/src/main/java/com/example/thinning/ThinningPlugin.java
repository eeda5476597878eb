package com.example.thinning;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.pipeline.PipelineProgramType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class ThinningPlugin implements Plugin {
    /** For service loaders. */
    public ThinningPlugin() {}

    @Override
    public String id() {
        return "thinning";
    }

    @Override
    public String description() {
        return "A program that drops one packet in so many";
    }

    @Override
    public List<PipelineProgramType> programs() {
        return List.of(new Thinning());
    }
}
