package org.breadboard.proto.xenic.txn;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.proto.xenic.index.IndexGeometry;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.table.TableCopies;
import org.breadboard.proto.xenic.table.TableImages;

/** One table on one node: its copies in host memory, and the NIC's index of the partition that this node is the primary of. */
final class XenicTable {
    private final int id;
    private final TableCopies copies;
    private final RobinHoodStore store;
    private final NicIndex index;
    private final IndexGeometry geometry;
    private final Region primary;
    private final int rings;

    XenicTable(
            NodeContext scope,
            Placement placement,
            TableImages images,
            IndexGeometry geometry,
            NicCores nic,
            LogRings log,
            XenicOptions options) {
        id = images.spec().id();
        copies = new TableCopies(scope, placement, images);
        store = (RobinHoodStore) images.store();
        this.geometry = geometry;
        rings = log.rings();
        primary = copies.region(scope.node());
        boolean forgetful = options.breakage() == Breakage.UNPIN_EARLY;
        index = new NicIndex(
                nic.memory("xenic.index." + images.spec().name(), geometry.bytes(), IndexGeometry.LAYOUT),
                geometry,
                (key, ticket) -> forgetful || log.isApplied(ring(key), ticket));
        for (int segment = 0; segment < store.segments(); segment++) {
            index.learn(segment, store.knownDisplacement(primary, segment), store.overflowAddress(primary, segment));
        }
        if (options.warm()) {
            byte[] value = new byte[store.valueBytes()];
            store.forEach(primary, (key, headerAddress, valueAddress, valueBytes) -> {
                primary.read(valueAddress, value, 0, valueBytes);
                index.warm(key, NicIndex.word(RobinHoodStore.version(primary, valueAddress), true), value);
            });
        }
    }

    NicIndex index() {
        return index;
    }

    IndexGeometry geometry() {
        return geometry;
    }

    RobinHoodStore store() {
        return store;
    }

    /** The copy of this node's own partition. */
    Region primary() {
        return primary;
    }

    /** This node's copy of a partition. */
    Region region(int partition) {
        Region region = copies.region(partition);
        if (region == null) {
            throw new IllegalStateException("partition " + partition + " of table " + id + " has no copy here");
        }
        return region;
    }

    int valueBytes() {
        return copies.valueBytes();
    }

    /** The log whose worker applies the writes of a key. */
    int ring(long key) {
        return (store.segmentOf(key) + id) % rings;
    }

    void records(int copy, RecordVisitor visitor) {
        copies.records(copy, visitor, RobinHoodStore::version);
    }
}
