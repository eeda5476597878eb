// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.store.Witnesses;

/** A machine of clients, which holds no records. */
public final class ClientNode implements ProtocolNode {
    private final List<ClientThread> threads = new ArrayList<>();

    /**
     * Builds it on a node.
     *
     * @param mayCrash whether machines with records may crash
     */
    public ClientNode(
            NodeContext scope,
            List<TableSpec> tables,
            Placement placement,
            int count,
            NoccOptions options,
            Addresses addresses,
            Witnesses witnesses,
            boolean mayCrash) {
        int[] valueBytes = tables.stream().mapToInt(TableSpec::valueBytes).toArray();
        for (int thread = 0; thread < count; thread++) {
            threads.add(
                    new ClientThread(scope, options, addresses, placement, witnesses, valueBytes, thread, mayCrash));
        }
    }

    @Override
    public void interrupted() {
        threads.forEach(ClientThread::interrupted);
    }

    @Override
    public void records(int partition, RecordVisitor visitor) {
        // all records are at the stores
    }
}
