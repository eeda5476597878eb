// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.proto.fasst.mica.MicaStoreType;
import org.breadboard.proto.fasst.rpc.FasstRpcType;
import org.breadboard.proto.fasst.txn.FasstType;

/** FaSST: transactions over datagram RPCs, the RPC layer as a micro-benchmark of its own, and the MICA store. */
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

    @Override
    public List<StoreType> stores() {
        return List.of(new MicaStoreType());
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new FasstType(), new FasstRpcType());
    }
}
