package org.breadboard.proto.xenic;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.xenic.drtm.DrtmType;

/** Xenic on SmartNICs, and its comparisons DrTM+H and DrTM+R. */
@ServiceProvider(Plugin.class)
public final class XenicPlugin implements Plugin {

    @Override
    public String id() {
        return "proto-xenic";
    }

    @Override
    public List<ProtocolType> protocols() {
        return DrtmType.all();
    }

    @Override
    public String description() {
        return "Xenic on SmartNICs, and its comparisons DrTM+H and DrTM+R";
    }
}
