package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The final state that the nodes of a quiet cluster hold: each partition's primary whole, and of its backups what is
 * not in the very pages that the primary has. Copies begin as one image, of which they share the pages until one writes
 * there.
 */
final class CopiesInMemory implements FinalState {
    private final Cluster cluster;
    private final Placement placement;
    private final UnaryOperator<ProtocolNode.RecordVisitor> judge;

    /** @param judge puts who else wants the records of primaries before who takes them */
    CopiesInMemory(Cluster cluster, UnaryOperator<ProtocolNode.RecordVisitor> judge) {
        this.cluster = cluster;
        this.placement = cluster.placement();
        this.judge = judge;
    }

    @Override
    public void visit(FinalState.Visitor visitor) {
        ProtocolNode.RecordVisitor rows = cluster.items().rows(watched(visitor::row));
        ProtocolNode.RecordVisitor judged = judge.apply(rows);
        for (int partition = 0; partition < placement.partitions(); partition++) {
            int node = placement.node(partition, 0);
            ProtocolNode primary = cluster.nodes().get(node);
            SeenRegions ofPrimary = new SeenRegions();
            visitor.replica(node, partition, true);
            primary.records(0, new Stretches(judged, ofPrimary::see));
            for (int copy = 1; copy < placement.replicas(); copy++) {
                visitBackup(visitor, partition, copy, primary, ofPrimary);
            }
        }
    }

    /** Shows a backup: where its memory is not the primary's, if it is told which records are there. */
    private void visitBackup(
            FinalState.Visitor visitor, int partition, int copy, ProtocolNode primary, SeenRegions ofPrimary) {
        int node = placement.node(partition, copy);
        SeenRegions own = new SeenRegions();
        Rows rows = new Rows();
        cluster.nodes()
                .get(node)
                .records(copy, new Stretches(cluster.items().rows(watched(rows)), (region, from, to) -> {
                    own.see(region, from, to);
                    return !own.shares(ofPrimary, region, from, to);
                }));
        if (own.none()) {
            visitor.replica(node, partition, false);
        } else {
            visitor.likePrimary(node, partition);
            primary.records(
                    0,
                    new Stretches(
                            cluster.items().rows(watched(visitor::without)),
                            (region, from, to) -> !ofPrimary.shares(own, region, from, to)));
        }
        rows.show(visitor);
    }

    private static Items.Row watched(Items.Row to) {
        return (table, item, version, hash) -> {
            PluginWatch.beat();
            to.row(table, item, version, hash);
        };
    }

    /** Whether what is in a stretch of memory is to be shown. */
    @FunctionalInterface
    private interface Filter {
        boolean wants(Region region, long from, long to);
    }

    /** Takes records, and says which stretches of memory it wants. */
    private record Stretches(ProtocolNode.RecordVisitor to, Filter filter) implements ProtocolNode.RecordVisitor {
        @Override
        public void record(int table, long key, long version, byte[] value, int lengthBytes) {
            to.record(table, key, version, value, lengthBytes);
        }

        @Override
        public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
            to.parts(table, key, versions, value, lengthBytes);
        }

        @Override
        public boolean wants(Region region, long from, long to) {
            PluginWatch.beat();
            return filter.wants(region, from, to);
        }
    }

    /** The regions of a copy, in the order in which it named them: the same for all copies of a partition. */
    private static final class SeenRegions {
        private final List<Region> regions = new ArrayList<>();
        private Region last;
        private int index;

        boolean none() {
            return regions.isEmpty();
        }

        boolean see(Region region, long from, long to) {
            if (region != last) {
                find(region);
                if (index < 0) {
                    index = regions.size();
                    regions.add(region);
                }
            }
            return true;
        }

        /** Whether another copy has the very pages of a region that this one named. */
        boolean shares(SeenRegions other, Region region, long from, long to) {
            find(region);
            return index >= 0
                    && index < other.regions.size()
                    && region instanceof PagedRegion own
                    && other.regions.get(index) instanceof PagedRegion theirs
                    && own.sharesPages(theirs, from, to);
        }

        private void find(Region region) {
            if (region != last) {
                last = region;
                index = regions.indexOf(region);
            }
        }
    }

    /** Rows, kept to be shown later. */
    private static final class Rows implements Items.Row {
        private static final int LONGS = 4;
        private long[] kept = new long[1 << 10];
        private int size;

        @Override
        public void row(int table, long item, long version, long hash) {
            if (size == kept.length) {
                kept = Arrays.copyOf(kept, size * 2);
            }
            kept[size] = table;
            kept[size + 1] = item;
            kept[size + 2] = version;
            kept[size + 3] = hash;
            size += LONGS;
        }

        void show(FinalState.Visitor visitor) {
            for (int at = 0; at < size; at += LONGS) {
                visitor.row((int) kept[at], kept[at + 1], kept[at + 2], kept[at + 3]);
            }
        }
    }
}
