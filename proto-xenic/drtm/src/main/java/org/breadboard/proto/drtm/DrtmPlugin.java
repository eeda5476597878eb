// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** DrTM+H, its versions without addresses and with RPCs throughout, and DrTM+R's use of one-sided verbs. */
@ServiceProvider(Plugin.class)
public final class DrtmPlugin implements Plugin {

    @Override
    public String id() {
        return "proto-drtm";
    }

    @Override
    public List<ProtocolType> protocols() {
        return DrtmType.all();
    }

    @Override
    public String description() {
        return "DrTM+H and DrTM+R, with which Xenic compares";
    }
}
