package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.xenic.index.IndexGeometry;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;

/**
 * One table on one node: its copies in host memory, and the NIC's index of the partition that this node is the primary
 * of.
 */
public final class XenicTable {
    private final int id;
    private final TableCopies copies;
    private final RobinHoodStore store;
    private final NicIndex index;
    private final Region primary;
    private final int rings;

    XenicTable(
            int id,
            TableCopies copies,
            int node,
            IndexGeometry geometry,
            NicCores nic,
            LogRings log,
            XenicOptions.Shard options) {
        this.id = id;
        this.copies = copies;
        store = (RobinHoodStore) copies.store();
        rings = log.rings();
        primary = copies.region(node);
        index = new NicIndex(
                nic.memory("xenic.index." + id, geometry.bytes(), IndexGeometry.LAYOUT),
                geometry,
                (key, ticket) -> options.forgetful || log.isApplied(ring(key), ticket));
        for (int segment = 0; segment < store.segments(); segment++) {
            index.learn(segment, store.knownDisplacement(primary, segment), store.overflowAddress(primary, segment));
        }
        if (options.warmIndex) {
            byte[] value = new byte[store.valueBytes()];
            store.forEach(primary, (key, headerAddress, valueAddress, valueBytes) -> {
                primary.read(valueAddress, value, 0, valueBytes);
                index.warm(key, NicIndex.word(RobinHoodStore.version(primary, valueAddress), true), value);
            });
        }
    }

    /** The index of the own partition, in NIC memory. */
    public NicIndex index() {
        return index;
    }

    /** The geometry of its copies. */
    public RobinHoodStore store() {
        return store;
    }

    /** The copy of this node's own partition. */
    public Region primary() {
        return primary;
    }

    /** This node's copy of a partition. */
    public Region region(int partition) {
        Region region = copies.region(partition);
        if (region == null) {
            throw new IllegalStateException("partition " + partition + " of table " + id + " has no copy here");
        }
        return region;
    }

    /** How long a value is. */
    public int valueBytes() {
        return copies.valueBytes();
    }

    /** The log whose worker applies the writes of a key. */
    int ring(long key) {
        return (store.segmentOf(key) + id) % rings;
    }
}
