// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.LocksLeft;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaStore;

/** Which header words are locked of the tables that a node is the primary of. For checks, when all is quiet. */
public final class HeldHeaders {
    private final Placement placement;
    private final int node;
    private final TableCopies[] tables;
    private final boolean everywhere;

    /**
     * Of a node.
     *
     * @param everywhere whether its copies may have been made of some that had locks: where machines may crash
     */
    public HeldHeaders(Placement placement, int node, TableCopies[] tables, boolean everywhere) {
        this.placement = placement;
        this.node = node;
        this.tables = tables;
        this.everywhere = everywhere;
    }

    /** What is locked of headers beside the records, one sentence for each partition. */
    public List<String> left() {
        return LocksLeft.find(placement, node, tables.length, table -> tables[table].toString(), this::held);
    }

    private long held(int table, int partition) {
        if (tables[table].isOrdered()) {
            return tables[table].local().locked(partition, everywhere);
        }
        MicaStore store = (MicaStore) tables[table].store();
        return held(store, tables[table].region(partition), store.headerOf(0), store.bucketBytes(), everywhere);
    }

    /**
     * How many header words of a store are locked.
     *
     * @param region that has the header words
     * @param firstAt where the first one stands
     * @param apartBytes how far they are from each other
     * @param everywhere whether all are looked at, or those that may have been written
     */
    public static long held(MicaStore store, Region region, long firstAt, long apartBytes, boolean everywhere) {
        long[] held = {0};
        LocksLeft.forEachWritten(region, everywhere, firstAt, apartBytes, store.mainBuckets(), bucket -> {
            held[0] += HeaderWord.isLocked(region.getLongAcquire(firstAt + bucket * apartBytes)) ? 1 : 0;
        });
        return held[0];
    }
}
