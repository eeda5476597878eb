// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.breadboard.api.memory.Region;
import org.breadboard.api.workload.Placement;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Finds locks that are taken although nothing is under way: whoever had taken them forgot them, or crashed, and
 * recovery has not released them. For {@link org.breadboard.api.protocol.ProtocolNode#violations}.
 */
public final class LocksLeft {
    private LocksLeft() {}

    /** Counts what is locked. */
    @FunctionalInterface
    @ConsumerType
    public interface Counter {
        /** How many locks of a partition of a table, of which this node is the primary, are taken. */
        long locked(int table, int partition);
    }

    /**
     * Looks at all partitions of which a node is the primary.
     *
     * @param name of each table, for sentences
     * @return a sentence for each partition with locks
     */
    public static List<String> find(
            Placement placement, int node, int tables, IntFunction<String> name, Counter counter) {
        List<String> found = new ArrayList<>();
        for (int table = 0; table < tables; table++) {
            for (int partition = 0; partition < placement.partitions(); partition++) {
                long locked = placement.node(partition, 0) == node ? counter.locked(table, partition) : 0;
                if (locked > 0) {
                    found.add("Partition " + partition + " of " + name.apply(table) + " has " + locked
                            + " locks on node " + node + ", although nothing is under way.");
                }
            }
        }
        return found;
    }

    /**
     * Visits those of a row of equal units of memory that may have been written. Who takes a lock writes, so in a
     * region that began without locks no other unit has one.
     *
     * @param everywhere whether all are visited: a copy that was made of a region with locks began with them
     * @param firstAt where the first unit begins
     * @param visitor told of each unit's number, from 0 on
     */
    public static void forEachWritten(
            Region region, boolean everywhere, long firstAt, long unitBytes, long units, LongConsumer visitor) {
        for (long unit = 0; unit < units; unit++) {
            if (!everywhere) {
                long written = region.nextWritten(firstAt + unit * unitBytes);
                unit = (written - firstAt) / unitBytes;
            }
            if (unit < units) {
                visitor.accept(unit);
            }
        }
    }
}
