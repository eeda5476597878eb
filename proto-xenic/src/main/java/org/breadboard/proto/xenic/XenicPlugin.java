package org.breadboard.proto.xenic;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

/** Xenic on SmartNICs, and its comparisons DrTM+H and DrTM+R. */
@ServiceProvider(Plugin.class)
public final class XenicPlugin implements Plugin {

    @Override
    public String id() {
        return "proto-xenic";
    }

    @Override
    public String description() {
        return "Xenic on SmartNICs, and its comparisons DrTM+H and DrTM+R";
    }
}
