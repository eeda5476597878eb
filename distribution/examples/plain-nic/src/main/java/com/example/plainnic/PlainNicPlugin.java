package com.example.plainnic;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class PlainNicPlugin implements Plugin {
    /** For service loaders. */
    public PlainNicPlugin() {}

    @Override
    public String id() {
        return "plain-nic";
    }

    @Override
    public String description() {
        return "A NIC that sends and receives datagrams";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(new PlainNic());
    }
}
