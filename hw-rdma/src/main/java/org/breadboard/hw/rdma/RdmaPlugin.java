package org.breadboard.hw.rdma;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

/** RDMA NICs: verbs, transports, queue pairs, doorbells. */
@ServiceProvider(Plugin.class)
public final class RdmaPlugin implements Plugin {

    @Override
    public String id() {
        return "hw-rdma";
    }

    @Override
    public String description() {
        return "RDMA NICs: verbs, transports, queue pairs, doorbells";
    }
}
