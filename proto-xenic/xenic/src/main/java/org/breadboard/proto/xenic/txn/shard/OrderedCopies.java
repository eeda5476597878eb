// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.LocalHeader;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.xenic.index.NicIndex;

/**
 * A node's copies of ordered tables as workers change them where machines may crash: each write is applied once, in the
 * order of its header's versions, and can be taken back. What is known of a record is a word, as {@link NicIndex#word}
 * has it, with the version of its header. One thread; others do the same.
 */
public final class OrderedCopies {
    private final LocalTable[] tables;
    private final LocalRecords records;

    /** Of ordered tables, null where one is not. */
    public OrderedCopies(LocalTable[] tables, MemoryCost memory) {
        this.tables = tables;
        records = new LocalRecords(tables, memory);
    }

    /** Whether a table is ordered. */
    public boolean has(int table) {
        return tables[table] != null;
    }

    /**
     * Makes a record what was logged, unless it or a later one is there; first says what it was.
     *
     * @param last whether it is its transaction's last one under its header
     * @return false if it has to wait for others: try again
     */
    boolean put(
            Step step,
            int table,
            int partition,
            long key,
            long word,
            boolean last,
            byte[] values,
            int at,
            HostCopies.Before before) {
        Region region = tables[table].region(partition);
        Cursor cursor = find(table, region, key);
        if (cursor == null) {
            before.is(NicIndex.word(0, false), 0);
        } else {
            region.read(cursor.valueAddress(), before.buffer(), 0, tables[table].valueBytes());
            before.is(NicIndex.word(0, true), tables[table].valueBytes());
        }
        boolean deletes = !NicIndex.isFound(word);
        return records.apply(step, table, partition, key, NicIndex.version(word), last, deletes, values, at);
    }

    /** A cursor at a record; null if there is none. */
    private Cursor find(int table, Region region, long key) {
        Cursor cursor = tables[table].store().cursor();
        cursor.find(key);
        return cursor.load(region) == Cursor.State.FOUND ? cursor : null;
    }

    /**
     * Makes a record what it was before {@link #put}, and its header have the version that it had before its
     * transaction, which was the last one under it. A lock of the header stays: at a primary recovery holds it.
     *
     * @param word as it was put
     * @param before what it was before that, with its value
     * @throws IllegalStateException if its header is not as it was put
     */
    public void takeBack(int table, int partition, long key, long word, long before, byte[] value) {
        Region region = tables[table].region(partition);
        Store store = tables[table].store();
        long header = store.headerAddress(key);
        long now = LocalHeader.version(region.getLongAcquire(header));
        long version = NicIndex.version(word);
        if (now != version && now != version - 1) {
            throw new IllegalStateException("table " + tables[table] + ", " + region.name() + ": the header of key "
                    + key + " has version " + now + ", and not " + version + " as a transaction left it that has not"
                    + " committed");
        }
        if (NicIndex.isFound(before)) {
            Cursor cursor = find(table, region, key);
            long address = cursor == null ? store.insert(region, key) : cursor.valueAddress();
            if (address == Store.FULL) {
                throw new IllegalStateException(
                        "table " + tables[table] + " has no room for key " + key + ", whose removal is taken back");
            }
            region.write(address, value, 0, tables[table].valueBytes());
        } else {
            store.delete(region, key);
        }
        region.putLongRelease(header, LocalHeader.withVersion(region.getLongAcquire(header), version - 1));
    }
}
