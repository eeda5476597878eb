package com.example.ladder;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbPlugin;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class LadderPlugin implements VerbPlugin {
    /** For service loaders. */
    public LadderPlugin() {}

    @Override
    public String id() {
        return "ladder";
    }

    @Override
    public String description() {
        return "A verb that puts more and more load on a mix";
    }

    @Override
    public List<Verb> verbs() {
        return List.of(new LadderVerb());
    }
}
