package org.breadboard.workloads;

import aQute.bnd.annotation.spi.ServiceProvider;
import org.breadboard.api.Plugin;

/** SmallBank, TATP and the object store. */
@ServiceProvider(Plugin.class)
public final class WorkloadsPlugin implements Plugin {

    @Override
    public String id() {
        return "workloads";
    }

    @Override
    public String description() {
        return "SmallBank, TATP and the object store";
    }
}
