// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.FixedRecords;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.fasst.mica.MicaStoreType;

/** FaSST in one run: the images of its tables, and its nodes. */
final class FasstProtocol implements Protocol {
    private final ProtocolContext context;
    private final FasstOptions options;
    private final TableImages[] images;
    private final FasstNode[] nodes;
    private NicCores nic;

    FasstProtocol(ProtocolContext context) {
        this.context = context;
        this.options = new FasstOptions(context.settings());
        options.rpc.receivesNeeded(context.nodes(), context.contexts());
        if (context.tables().size() > HostThread.RANGE_TYPE) {
            throw new RefusedException("the workload has " + context.tables().size()
                    + " tables, but FaSST has request types for " + HostThread.RANGE_TYPE);
        }
        for (TableSpec spec : context.tables()) {
            check(spec);
            if (options.rpcs == RpcPlace.NIC && spec.spread()) {
                throw new RefusedException("table " + spec.name()
                        + " has ranges over all nodes, and cores of NICs search" + " no trees: set protocol.rpcs=host");
            }
            if (options.rpcs == RpcPlace.NIC) {
                FixedRecords.refuseOthers(
                        context, spec, "with protocol.rpcs=nic the tables of fasst", "set protocol.rpcs=host, or ");
            }
        }
        images = new TableImages[context.tables().size()];
        for (int table = 0; table < images.length; table++) {
            images[table] = TableImages.of(
                    context,
                    context.tables().get(table),
                    (records, valueBytes) ->
                            MicaStoreType.create(records, valueBytes, options.slots, options.overflowPercent),
                    "raise protocol.overflowPercent");
        }
        nodes = new FasstNode[context.nodes()];
    }

    private static void check(TableSpec spec) {
        if (spec.valueBytes() > FasstType.MAX_VALUE_BYTES) {
            throw new RefusedException("table " + spec.name() + " has values of " + spec.valueBytes()
                    + " B, but FaSST stores at most " + FasstType.MAX_VALUE_BYTES
                    + " B: the MTU of 4096 B less 36 B of a commit record (FaSST 5.2)");
        }
    }

    @Override
    public ProtocolNode build(NodeContext scope) {
        nic = options.rpcs == RpcPlace.NIC ? RpcPlace.alike(nic, scope) : null;
        FasstNode node = new FasstNode(this, scope, context, options, images);
        nodes[scope.node()] = node;
        return node;
    }

    @Override
    public MessageReader reader() {
        return new FasstReader(context.tables());
    }

    boolean hasLostPackets() {
        return Arrays.stream(nodes).anyMatch(FasstNode::hasLostPackets);
    }

    FasstNode node(int node) {
        return nodes[node];
    }
}
