package org.breadboard.platform.run;

import java.util.List;
import java.util.function.UnaryOperator;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.cluster.NodeMemory;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The final state that the nodes of a quiet cluster hold: each partition's primary whole, and of its backups what is
 * not in the very pages that the primary has. Copies begin as one image, of which they share the pages until one writes
 * there; a copy's region has the name of the primary's.
 */
final class CopiesInMemory implements FinalState {
    private final Items items;
    private final Placement placement;
    private final List<ProtocolNode> nodes;
    private final List<NodeMemory> memories;
    private final long above;
    private final UnaryOperator<ProtocolNode.RecordVisitor> judge;

    /**
     * @param above what the protocol calls version v is version {@code above} + v in the history
     * @param judge puts who else wants the records of primaries before who takes them
     */
    CopiesInMemory(Cluster cluster, long above, UnaryOperator<ProtocolNode.RecordVisitor> judge) {
        this(cluster.items(), cluster.placement(), cluster.nodes(), cluster.memories(), above, judge);
    }

    CopiesInMemory(
            Items items,
            Placement placement,
            List<ProtocolNode> nodes,
            List<NodeMemory> memories,
            long above,
            UnaryOperator<ProtocolNode.RecordVisitor> judge) {
        this.items = items;
        this.placement = placement;
        this.nodes = nodes;
        this.memories = memories;
        this.above = above;
        this.judge = judge;
    }

    @Override
    public void visit(FinalState.Visitor visitor) {
        ProtocolNode.RecordVisitor rows = items.rows(watched(visitor::row));
        ProtocolNode.RecordVisitor judged = judge.apply(rows);
        for (int partition = 0; partition < placement.partitions(); partition++) {
            int primary = placement.node(partition, 0);
            boolean[] asks = new boolean[1];
            visitor.replica(primary, partition, true);
            nodes.get(primary).records(0, new Stretches(judged, (region, from, to) -> asks[0] = true));
            for (int copy = 1; copy < placement.replicas(); copy++) {
                int backup = placement.node(partition, copy);
                Filter all = (region, from, to) -> true;
                if (asks[0]) {
                    visitor.likePrimary(backup, partition);
                    ProtocolNode.RecordVisitor without = items.rows(watched(visitor::without));
                    nodes.get(primary).records(0, new Stretches(without, new Differing(memories, primary, backup)));
                    all = new Differing(memories, backup, primary);
                } else {
                    visitor.replica(backup, partition, false);
                }
                nodes.get(backup).records(copy, new Stretches(rows, all));
            }
        }
    }

    private Items.Row watched(Items.Row to) {
        return (table, item, version, hash) -> {
            PluginWatch.beat();
            to.row(table, item, above + version, hash);
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

    /** Wants what two copies do not have in the same pages. */
    private static final class Differing implements Filter {
        private final NodeMemory own;
        private final NodeMemory other;
        private Region last;
        private PagedRegion mine;
        private PagedRegion theirs;

        Differing(List<NodeMemory> memories, int own, int other) {
            this.own = memories.get(own);
            this.other = memories.get(other);
        }

        @Override
        public boolean wants(Region region, long from, long to) {
            if (region != last) {
                last = region;
                mine = own.find(region.name());
                theirs = other.find(region.name());
            }
            boolean twins = mine == region && theirs != null && mine.sizeBytes() == theirs.sizeBytes();
            return !twins || !mine.sharesPages(theirs, from, to);
        }
    }
}
