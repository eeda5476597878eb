// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/** Goes through what each partition of each table holds, some of it in a step. One thread. */
public final class PartitionWalk {
    /** What {@link Part#look} answers when a partition has no more. */
    public static final long DONE = -1;

    /** Looks at a part of a partition. */
    @ConsumerType
    public interface Part {
        /**
         * Looks at what begins at {@code from}, which is 0 for a partition's first part.
         *
         * @return where the next part begins, or {@link #DONE}, at once if there is nothing to see here
         */
        long look(Step step, int table, int partition, long from);
    }

    private final int tables;
    private final int partitions;
    private final Part part;
    private int table;
    private int partition;
    private long from;

    /** Nothing is looked at yet. */
    public PartitionWalk(int tables, int partitions, Part part) {
        this.tables = tables;
        this.partitions = partitions;
        this.part = part;
    }

    /** Looks on, until a partition has more than one part; true when all has been looked at. */
    public boolean go(Step step) {
        for (; table < tables; table++) {
            for (; partition < partitions; partition++) {
                from = part.look(step, table, partition, from);
                if (from != DONE) {
                    return false;
                }
                from = 0;
            }
            partition = 0;
        }
        return true;
    }
}
