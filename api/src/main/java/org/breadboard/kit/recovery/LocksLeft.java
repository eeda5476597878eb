package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.workload.Placement;

/**
 * Finds records that are locked although nothing is under way: whoever had locked them crashed, and recovery has not
 * released them. For {@link org.breadboard.api.protocol.ProtocolNode#violations}, where locks are bits in records.
 */
public final class LocksLeft {
    private LocksLeft() {}

    /** Counts what is locked. */
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
}
