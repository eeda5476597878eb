// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.TableSpec;

/**
 * A table of which every transaction uses only records on its coordinator's own node, by the CPU: ordered tables, as a
 * rule. This is one node's share of it: a region for each partition of which the node holds a copy. Its header words
 * are {@link LocalHeader}s, zero in the beginning. All threads of the node share it.
 *
 * <p>The store must leave records where they are for as long as they live, and must allow what {@link LocalTransaction}
 * does: inserts and deletes by any number of threads, each under the lock of its key's header, beside lookups without
 * locks.
 */
public final class LocalTable {
    private static final int SPARE_RECORDS = 256;

    private final String name;
    private final Store store;
    private final int valueBytes;
    private final Region[] copies;
    /** Of each partition: how many header words recovery has locked. */
    private final AtomicIntegerArray undecided;

    /**
     * A node's share of a table.
     *
     * @param name for errors
     * @param store the geometry of each partition
     * @param valueBytes the size of every value
     * @param copies the region of each partition, or null if the node has no copy of it; kept
     */
    public LocalTable(String name, Store store, int valueBytes, Region[] copies) {
        this.name = name;
        this.store = store;
        this.valueBytes = valueBytes;
        this.copies = copies;
        undecided = new AtomicIntegerArray(copies.length);
    }

    /**
     * A store for an ordered table: of the first installed kind that keeps keys in order, with its default settings. It
     * has room for some more records than asked for: a backup applies inserts and deletes in another order than its
     * primary, and may hold for a while what is deleted already.
     *
     * @param installed kinds of stores ({@code ProtocolContext.stores()})
     * @param records how many it must be able to hold in a partition
     * @throws RefusedException if there is no such kind of store
     */
    public static Store orderedStore(List<StoreType> installed, TableSpec table, long records) {
        for (StoreType type : installed) {
            if (type.ordered()) {
                long room = records + records / 16 + SPARE_RECORDS;
                return type.create(room, table.valueBytes(), Settings.defaultsOf(type.settings()));
            }
        }
        throw new RefusedException("table " + table.name() + " has to be in the order of keys, but no installed bundle"
                + " brings a store that keeps them so");
    }

    /** The geometry of its partitions. */
    public Store store() {
        return store;
    }

    /** The size of every value. */
    public int valueBytes() {
        return valueBytes;
    }

    /**
     * This node's copy of a partition.
     *
     * @throws IllegalStateException if it has none
     */
    public Region region(int partition) {
        Region region = copies[partition];
        if (region == null) {
            throw new IllegalStateException("table " + name + ": partition " + partition + " has no copy on this node");
        }
        return region;
    }

    /** So many more transactions, or fewer, are undecided that may have inserted records into a partition. */
    void undecided(int partition, int more) {
        undecided.addAndGet(partition, more);
    }

    /** Whether it is not known yet which records a crash has left in a partition. Any thread. */
    boolean isUndecided(int partition) {
        return undecided.get(partition) != 0;
    }

    /**
     * How many header words, or if the store does not tell where they are, how many records of this node's copy of a
     * partition are locked. For checks, when all is quiet.
     *
     * @param everywhere whether its copy may have been made of one that had locks: where machines may crash
     * @throws IllegalStateException if it has no copy
     */
    public long locked(int partition, boolean everywhere) {
        Region region = region(partition);
        long[] locked = {0};
        if (store.headerWords() == 0) {
            store.forEach(region, (key, header, value, bytes) -> {
                locked[0] += LocalHeader.isLocked(region.getLongAcquire(header)) ? 1 : 0;
            });
        } else {
            LocksLeft.forEachWritten(
                    region, everywhere, store.headerAddressAt(0), Long.BYTES, store.headerWords(), word -> {
                        locked[0] += LocalHeader.isLocked(region.getLongAcquire(store.headerAddressAt(word))) ? 1 : 0;
                    });
        }
        return locked[0];
    }

    /** The refusal of an access by a coordinator whose node is not the primary of the record. */
    public RefusedException elsewhere(int coordinator, int primary) {
        return new RefusedException("table " + name + " is ordered, so its records have to be on the node of the"
                + " coordinator, but one on node " + coordinator + " wants a record of node " + primary
                + ": use a workload that keeps its ordered tables local, or declares them unordered");
    }

    @Override
    public String toString() {
        return name;
    }
}
