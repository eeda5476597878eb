package org.breadboard.proto.fasst;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

/** FaSST: transactions over datagram RPCs. */
@ServiceProvider(Plugin.class)
public final class FasstPlugin implements Plugin {

    @Override
    public String id() {
        return "proto-fasst";
    }

    @Override
    public String description() {
        return "FaSST: transactions over datagram RPCs";
    }
}
