// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.proto.xenic.bench.LookupBenchmarkType;
import org.breadboard.proto.xenic.store.ChainedStoreType;
import org.breadboard.proto.xenic.store.HopscotchStoreType;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;
import org.breadboard.proto.xenic.txn.XenicType;

/** Xenic on SmartNICs, and the stores of its Table 2. */
@ServiceProvider(Plugin.class)
public final class XenicPlugin implements Plugin {

    @Override
    public String id() {
        return "proto-xenic";
    }

    @Override
    public List<ProtocolType> protocols() {
        List<ProtocolType> protocols = new ArrayList<>(XenicType.all());
        protocols.add(new LookupBenchmarkType());
        return protocols;
    }

    @Override
    public String description() {
        return "Xenic on SmartNICs, and the stores of its Table 2";
    }

    @Override
    public List<StoreType> stores() {
        return List.of(new RobinHoodStoreType(), new HopscotchStoreType(), new ChainedStoreType());
    }
}
