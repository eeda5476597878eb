// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.workload.Placement;

/**
 * Which records the transactions of a node have put into its ordered tables and not committed, in memory that survives
 * a crash. Such a record stands in its store like any other one, so that nobody misses it who searches its range; after
 * a crash only this tells them apart, and {@link LocalRecovery} removes them. There is a region for each partition of
 * which the node is the primary: whoever gets a copy of the partition has to get it, too ({@link #withJournal}).
 *
 * <p>Made by the thread that builds the node; each {@link Lane} belongs to one coordinator.
 */
public final class InsertJournal {
    /** The most records that a transaction can insert. */
    public static final int MOST = 255;

    /** What the names of its regions begin with. */
    static final String REGION = "kit.inserts";

    private static final Layout LAYOUT = new Layout("kit.inserts", 1);

    // A region: its partition, and lanes, each a count and so many tables and keys.
    private static final int FIRST_LANE = Long.BYTES;
    private static final int ENTRY_BYTES = 2 * Long.BYTES;
    private static final int LANE_BYTES = Long.BYTES + MOST * ENTRY_BYTES;

    private final Region[] regions;
    private final int contexts;

    /**
     * That of a node whose threads have so many contexts each; null if no machine crashes, or no table is ordered.
     *
     * @param ordered the ordered ones of its tables; null where one is not
     */
    public static InsertJournal of(
            NodeContext scope, Placement placement, LocalTable[] ordered, int threads, int contexts) {
        boolean isNeeded = scope.recovery() != null && Arrays.stream(ordered).anyMatch(Objects::nonNull);
        return isNeeded ? new InsertJournal(scope, placement, threads, contexts) : null;
    }

    private InsertJournal(NodeContext scope, Placement placement, int threads, int contexts) {
        this.contexts = contexts;
        regions = new Region[placement.partitions()];
        long bytes = FIRST_LANE + (long) threads * contexts * LANE_BYTES;
        for (int partition = 0; partition < regions.length; partition++) {
            if (placement.node(partition, 0) == scope.node()) {
                String name = REGION + "." + partition + "." + scope.epoch();
                regions[partition] = scope.region(name, bytes, Lifetime.SURVIVES_CRASH, LAYOUT);
                regions[partition].putLong(0, partition);
            }
        }
    }

    /**
     * The regions that a copy of a partition is made of: those of tables and, if this node is its primary, that of the
     * journal.
     *
     * @param journal the node's; null if it has none
     * @param tables the node's; null where one is none of the kit's
     */
    public static List<Region> withJournal(InsertJournal journal, int partition, TableCopies[] tables) {
        List<Region> regions = new ArrayList<>();
        for (TableCopies table : tables) {
            if (table != null) {
                regions.addAll(table.copied(partition));
            }
        }
        if (journal != null && journal.regions[partition] != null) {
            regions.add(journal.regions[partition]);
        }
        return regions;
    }

    /** The inserts of one coordinator, as {@link LocalTransaction} takes them; null if there is no journal. */
    public static Lane lane(InsertJournal journal, int thread, int context) {
        return journal == null ? null : journal.lane(thread, context);
    }

    private Lane lane(int thread, int context) {
        return new Lane(FIRST_LANE + ((long) thread * contexts + context) * LANE_BYTES);
    }

    /** What one coordinator's transaction has inserted so far. One thread. */
    public final class Lane {
        private final long at;

        private Lane(long at) {
            this.at = at;
        }

        /**
         * Notes a record that is inserted in the same step.
         *
         * @throws RefusedException if the transaction has {@link InsertJournal#MOST} of them
         */
        void add(int partition, int table, long key) {
            Region region = regions[partition];
            long count = region.getLong(at);
            if (count == MOST) {
                throw new RefusedException("a transaction inserts more than " + MOST
                        + " records into ordered tables, and nodes that may crash remember no more of them: use a"
                        + " workload with shorter transactions, or leave crashes out of faults.nemesis");
            }
            long entry = at + Long.BYTES + count * ENTRY_BYTES;
            region.putLong(entry, table);
            region.putLong(entry + Long.BYTES, key);
            region.putLongRelease(at, count + 1);
        }

        /** Forgets them: they are committed, or removed. */
        void clear() {
            for (Region region : regions) {
                if (region != null && region.getLong(at) != 0) {
                    region.putLongRelease(at, 0);
                }
            }
        }
    }

    /** Told of each record that is in a journal. */
    interface Visitor {
        /** A record that somebody has put in, and not committed. */
        void inserted(int partition, int table, long key);
    }

    /** How many lanes a journal has that an earlier configuration left; 0 if that ended before it was laid out. */
    static long lanes(Region left) {
        return (left.sizeBytes() - FIRST_LANE) / LANE_BYTES;
    }

    /** Shows what such a journal has in a lane, and forgets it: it may be inserted again, and committed. */
    static void empty(Region left, long lane, Visitor visitor) {
        long at = FIRST_LANE + lane * LANE_BYTES;
        long end = at + Long.BYTES + left.getLongAcquire(at) * ENTRY_BYTES;
        for (long entry = at + Long.BYTES; entry < end; entry += ENTRY_BYTES) {
            visitor.inserted((int) left.getLong(0), (int) left.getLong(entry), left.getLong(entry + Long.BYTES));
        }
        left.putLongRelease(at, 0);
    }
}
