// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import java.util.function.IntConsumer;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.xenic.index.IndexGeometry;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;

/**
 * One table on one node: its copies in host memory, and the NIC's indexes of the partitions that this node is the
 * primary of: its own, and those of machines that are lost.
 */
public final class XenicTable {
    private final int id;
    private final TableCopies copies;
    private final RobinHoodStore store;
    private final NicIndex[] indexes;
    private final HostCopies host;
    private final int workers;

    XenicTable(
            int id,
            TableCopies copies,
            NodeContext scope,
            ProtocolContext context,
            IndexGeometry geometry,
            NicCores nic,
            LogEnd log,
            XenicOptions.Shard options) {
        this.id = id;
        this.copies = copies;
        store = (RobinHoodStore) copies.store();
        host = new HostCopies(copies);
        workers = options.workers;
        Placement placement = context.placement();
        indexes = new NicIndex[placement.partitions()];
        forEachPrimary(placement, scope.node(), partition -> {
            String name = "xenic.index." + id + (partition == scope.node() ? "" : "." + partition);
            Region memory = scope.epoch() == 0
                    ? nic.memory(name, learnt(context, partition, geometry, options.warmIndex))
                    : nic.memory(name, geometry.bytes(), IndexGeometry.LAYOUT);
            indexes[partition] = new NicIndex(memory, geometry, (key, ticket) -> log.isApplied(worker(key), ticket));
        });
    }

    /** What an index is after a long run; after a crash it begins empty. */
    private Image learnt(ProtocolContext context, int partition, IndexGeometry geometry, boolean warm) {
        return context.initial(
                "index of table " + id + ", partition " + partition + ", " + geometry,
                () -> context.image(
                        geometry.bytes(),
                        IndexGeometry.LAYOUT,
                        memory ->
                                learn(new NicIndex(memory, geometry, (key, ticket) -> true), region(partition), warm)));
    }

    /** Shows the partitions that a node is the primary of. */
    static void forEachPrimary(Placement placement, int node, IntConsumer visitor) {
        for (int partition = 0; partition < placement.partitions(); partition++) {
            if (placement.node(partition, 0) == node) {
                visitor.accept(partition);
            }
        }
    }

    private void learn(NicIndex index, Region primary, boolean warm) {
        for (int segment = 0; segment < store.segments(); segment++) {
            index.learn(segment, store.knownDisplacement(primary, segment), store.overflowAddress(primary, segment));
        }
        if (warm) {
            byte[] value = new byte[store.valueBytes()];
            store.forEach(primary, (key, headerAddress, valueAddress, valueBytes) -> {
                primary.read(valueAddress, value, 0, valueBytes);
                index.warm(key, NicIndex.word(RobinHoodStore.version(primary, valueAddress), true), value);
            });
        }
    }

    /** The index of a partition that this node is the primary of, in NIC memory. */
    public NicIndex index(int partition) {
        return indexes[partition];
    }

    /** The geometry of its copies. */
    public RobinHoodStore store() {
        return store;
    }

    /** What is done to its copies by the host's workers. */
    public HostCopies host() {
        return host;
    }

    /** Whether this node has a copy of a partition. */
    public boolean has(int partition) {
        return copies.has(partition);
    }

    /** This node's copy of a partition. */
    public Region region(int partition) {
        return copies.region(partition);
    }

    /** How long a value is. */
    public int valueBytes() {
        return copies.valueBytes();
    }

    /** The worker that applies the log's writes of a key. */
    int worker(long key) {
        return (store.segmentOf(key) + id) % workers;
    }
}
