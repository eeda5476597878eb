// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.memory.BytesApart;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The final state that the nodes of a quiet cluster hold, as far as it differs from what is known: of each partition's
 * primary what does not have the bytes that were there at first, and of its backups what does not have the primary's.
 * Copies begin as one image, of which they share the pages until one writes there; a copy's region has the name of the
 * primary's.
 */
public final class CopiesInMemory implements FinalState {
    private final Items items;
    private final Placement placement;
    private final List<ProtocolNode> nodes;
    private final List<NodeMemory> memories;
    private final long above;
    private final AsAtFirst first;
    private final Judge judge;

    /**
     * What the nodes held before the first transaction.
     *
     * @param placement where records lived then
     * @param initial the same, asked key by key
     * @param ordered whether a table is: its records keep their bytes when a version moves, which they share
     */
    record AsAtFirst(
            Placement placement,
            List<ProtocolNode> nodes,
            List<NodeMemory> memories,
            InitialState initial,
            IntPredicate ordered) {}

    /** Puts who else wants records before who takes them. */
    interface Judge {
        /** Of records that primaries have. */
        ProtocolNode.RecordVisitor record(ProtocolNode.RecordVisitor rows);

        /** Of records that primaries had at first, and may not have any more. */
        ProtocolNode.RecordVisitor was(ProtocolNode.RecordVisitor rows);
    }

    /**
     * @param above what the protocol calls version v is version {@code above} + v in the history
     * @param first what does not have the bytes of which is shown of primaries; or null, if they are shown whole
     */
    CopiesInMemory(Cluster cluster, long above, AsAtFirst first, Judge judge) {
        this(cluster.items(), cluster.placement(), cluster.nodes(), cluster.memories(), above, first, judge);
    }

    CopiesInMemory(
            Items items,
            Placement placement,
            List<ProtocolNode> nodes,
            List<NodeMemory> memories,
            long above,
            AsAtFirst first,
            Judge judge) {
        this.items = items;
        this.placement = placement;
        this.nodes = nodes;
        this.memories = memories;
        this.above = above;
        this.first = first;
        this.judge = judge;
    }

    @Override
    public void visit(FinalState.Visitor visitor) {
        ProtocolNode.RecordVisitor rows = items.rows(watched(visitor::row));
        ProtocolNode.RecordVisitor without = items.rows(watched(visitor::without));
        Touched touched = first == null ? null : new Touched(visitor);
        for (int partition = 0; partition < placement.partitions(); partition++) {
            int primary = placement.node(partition, 0);
            Filter wanted = (region, from, to) -> true;
            visitor.replica(primary, partition, true);
            if (first != null) {
                visitor.againstFirst();
                touched.show(partition, visitor);
                int before = first.placement().node(partition, 0);
                NodeMemory then = first.memories().get(before);
                first.nodes()
                        .get(before)
                        .records(
                                partition,
                                new Stretches(judge.was(without), new Differing(then, memories.get(primary))));
                wanted = new Differing(memories.get(primary), then);
            }
            Asked asked = new Asked(wanted);
            nodes.get(primary).records(partition, new Stretches(judge.record(rows), asked));
            for (int copy = 1; copy < placement.copies(partition); copy++) {
                int backup = placement.node(partition, copy);
                Filter all = (region, from, to) -> true;
                if (first != null || asked.was) {
                    // A primary that was shown by what has changed has no rows of its own to compare a whole one with.
                    visitor.likePrimary(backup, partition);
                    nodes.get(primary)
                            .records(
                                    partition,
                                    new Stretches(without, new Differing(memories.get(primary), memories.get(backup))));
                    all = new Differing(memories.get(backup), memories.get(primary));
                } else {
                    visitor.replica(backup, partition, false);
                }
                nodes.get(backup).records(partition, new Stretches(rows, all));
            }
        }
    }

    /** The keys of the history that were there at first, by partition, each with its hash. */
    private final class Touched {
        private final List<List<Row>> ofPartition = new ArrayList<>();

        private record Row(int table, long item, long version, long hash) {}

        Touched(FinalState.Visitor visitor) {
            for (int partition = 0; partition < placement.partitions(); partition++) {
                ofPartition.add(new ArrayList<>());
            }
            visitor.keys((table, item) -> first.initial().describe(table, item, new InitialState.Answer() {
                @Override
                public void present(long version, long hash) {
                    long key = Math.floorDiv(item, items.perRecord(table));
                    ofPartition.get(placement.partition(table, key)).add(new Row(table, item, version, hash));
                }

                @Override
                public void absent(long version) {
                    // Nobody has it.
                }
            }));
        }

        void show(int partition, FinalState.Visitor visitor) {
            for (Row row : ofPartition.get(partition)) {
                if (first.ordered().test(row.table)) {
                    visitor.rowOrLater(row.table, row.item, row.version, row.hash);
                } else {
                    visitor.row(row.table, row.item, row.version, row.hash);
                }
            }
        }
    }

    /**
     * Whether a cluster that adopted the memory of another one, and that no transaction has reached since, holds the
     * records that the other one does. Only what does not have the bytes of before is looked at.
     *
     * @return null, or what is not as it was, as the end of a sentence
     */
    public static String difference(Cluster before, Cluster after) {
        Placement placement = after.placement();
        for (int partition = 0; partition < placement.partitions(); partition++) {
            for (int copy = 0; copy < placement.copies(partition); copy++) {
                int node = placement.node(partition, copy);
                Sum was = Sum.of(before, after, node, partition);
                Sum is = Sum.of(after, before, node, partition);
                if (!was.same(is)) {
                    // One of the two may not ask which records are wanted, or ask in other stretches.
                    was = Sum.of(before, null, node, partition);
                    is = Sum.of(after, null, node, partition);
                }
                if (!was.same(is)) {
                    return "of the records of partition " + partition + " at node " + node + ", " + was.count
                            + " were there before, and "
                            + (was.count == is.count
                                    ? "their values or versions are others now"
                                    : is.count + " are now");
                }
            }
        }
        return null;
    }

    /** Records in any order: how many, and a digest of them. */
    private static final class Sum implements Items.Row {
        private long count;
        private long digest;

        boolean same(Sum other) {
            return count == other.count && digest == other.digest;
        }

        /** Of those records of one node that do not have the bytes of another cluster's, or, without one, of all. */
        static Sum of(Cluster cluster, Cluster other, int node, int partition) {
            Sum sum = new Sum();
            Filter differing = other == null
                    ? (region, from, to) -> true
                    : new Differing(
                            cluster.memories().get(node), other.memories().get(node));
            ProtocolNode.RecordVisitor rows = cluster.items().rows(sum);
            cluster.nodes().get(node).records(partition, new Stretches(rows, differing));
            return sum;
        }

        @Override
        public void row(int table, long item, long version, long hash) {
            PluginWatch.beat();
            count++;
            digest += mixed(mixed(mixed(hash + table) + item) + version);
        }

        /** Stafford's mix 13, as SplittableRandom has it. */
        private static long mixed(long word) {
            long half = (word ^ word >>> 30) * 0xbf58476d1ce4e5b9L;
            long most = (half ^ half >>> 27) * 0x94d049bb133111ebL;
            return most ^ most >>> 31;
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

    /** Whether somebody asked. */
    private static final class Asked implements Filter {
        private final Filter filter;
        private boolean was;

        Asked(Filter filter) {
            this.filter = filter;
        }

        @Override
        public boolean wants(Region region, long from, long to) {
            was = true;
            return filter.wants(region, from, to);
        }
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

    /** Wants where two copies do not have the same bytes. */
    private static final class Differing implements Filter {
        private final NodeMemory own;
        private final NodeMemory other;
        private final Map<Region, BytesApart> known = new HashMap<>();
        private Region last;
        /** Null if the other has no such region. */
        private BytesApart apart;

        Differing(NodeMemory own, NodeMemory other) {
            this.own = own;
            this.other = other;
        }

        @Override
        public boolean wants(Region region, long from, long to) {
            if (region != last) {
                last = region;
                apart = known.computeIfAbsent(region, this::apart);
            }
            return apart == null || apart.any(from, to);
        }

        private BytesApart apart(Region region) {
            PagedRegion mine = own.find(region.name());
            PagedRegion theirs = other.find(region.name());
            boolean twins = own.owns(region) && theirs != null && mine.sizeBytes() == theirs.sizeBytes();
            return twins ? mine.bytesApart(theirs) : null;
        }
    }
}
