// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;

/**
 * One thread's access to the local tables of its node: cursors, costs, and the application of other nodes' logs. The
 * thread's {@link LocalTransaction}s work through it.
 */
public final class LocalRecords {
    /** Answer of {@link #applyNext}: another thread has the header, or there is no room yet; try again later. */
    public static final long NOT_NOW = -1;

    private final LocalTable[] tables;
    private final MemoryCost cost;
    private final Cursor[] cursors;
    private final int[] fetches;
    // Of each table: the leaf that this thread has seen last.
    private final Region[] lastRegion;
    private final long[] lastLeaf;
    private byte[] value = {};

    /**
     * For one thread.
     *
     * @param tables each local table at the index of its id; null where a table is not local
     * @param cost what the thread pays for memory
     */
    public LocalRecords(LocalTable[] tables, MemoryCost cost) {
        this.tables = tables.clone();
        this.cost = cost;
        cursors = new Cursor[tables.length];
        fetches = new int[tables.length];
        lastRegion = new Region[tables.length];
        lastLeaf = new long[tables.length];
        for (int i = 0; i < tables.length; i++) {
            cursors[i] = isLocal(i) ? tables[i].store().cursor() : null;
        }
    }

    /** Whether a table is a local one. */
    public boolean isLocal(int table) {
        return tables[table] != null;
    }

    /** A local table. */
    public LocalTable table(int table) {
        return tables[table];
    }

    /**
     * Applies a committed write to a backup of this node. Writes of one header word may come from several logs in any
     * order; each is applied once, after the one before it; those already applied are skipped. The caller applies the
     * writes of one transaction in order, and none after one that was refused: otherwise the refused one would be
     * skipped.
     *
     * @param version the version that the write has at its primary
     * @param last whether it is the transaction's last one under its header; the others leave the header's version as
     *     it is
     * @param deletes whether it removes the record
     * @param bytes holds the new value at {@code at}; not looked at if it deletes
     * @return false if the write before it is not there yet, another thread is at this header, or there is no room
     *     before a delete that has yet to arrive: try again later
     */
    public boolean apply(
            Step step,
            int table,
            int partition,
            long key,
            long version,
            boolean last,
            boolean deletes,
            byte[] bytes,
            int at) {
        Store store = tables[table].store();
        Region region = tables[table].region(partition);
        long header = store.headerAddress(key);
        long word = region.getLongAcquire(header);
        long before = LocalHeader.version(word);
        if (before >= version) {
            step.stall(cost.cachedNs());
            return true;
        }
        if (before != version - 1
                || LocalHeader.isLocked(word)
                || !region.compareAndSetLong(header, word, LocalHeader.locked(word))) {
            step.stall(cost.cachedNs());
            return false;
        }
        if (!write(step, deletes ? AccessMode.DELETE : AccessMode.UPDATE, table, region, key, bytes, at)) {
            region.putLongRelease(header, word);
            return false;
        }
        region.putLongRelease(header, last ? LocalHeader.of(version) : word);
        return true;
    }

    /**
     * Applies a committed write as the next one of its header, for a protocol whose logs keep the order of each key's
     * writes, or which applies the inserts of a transaction that committed elsewhere. The header is locked while this
     * lasts.
     *
     * @param mode {@link AccessMode#DELETE} removes the record, {@link AccessMode#INSERT} wants it to be new, any other
     *     mode writes it
     * @param last whether the header's version advances: only with the last of the transaction's writes under it
     * @param bytes holds the new value at {@code at}; not looked at if it removes
     * @return the header's version now, or {@link #NOT_NOW}
     * @throws IllegalStateException if the record should be new and is not
     */
    public long applyNext(
            Step step, AccessMode mode, int table, int partition, long key, boolean last, byte[] bytes, int at) {
        Region region = tables[table].region(partition);
        long header = tables[table].store().headerAddress(key);
        long word = region.getLongAcquire(header);
        if (LocalHeader.isLocked(word) || !region.compareAndSetLong(header, word, LocalHeader.locked(word))) {
            step.stall(cost.cachedNs());
            return NOT_NOW;
        }
        if (!write(step, mode, table, region, key, bytes, at)) {
            region.putLongRelease(header, word);
            return NOT_NOW;
        }
        long version = LocalHeader.version(word) + (last ? 1 : 0);
        region.putLongRelease(header, last ? LocalHeader.of(version) : word);
        return version;
    }

    /** Writes a record under its locked header; false if there is no room. */
    private boolean write(Step step, AccessMode mode, int table, Region region, long key, byte[] bytes, int at) {
        Store store = tables[table].store();
        boolean found = find(step, table, region, key);
        if (found && mode == AccessMode.INSERT) {
            throw new IllegalStateException(
                    "table " + tables[table] + ": a transaction that was shipped has inserted key " + key
                            + ", but it exists: a logic that is shippable inserts new keys only");
        }
        step.stall(cost.memoryNs() + cost.cachedNs());
        if (mode == AccessMode.DELETE) {
            store.delete(region, key);
            return true;
        }
        long address = found ? cursors[table].valueAddress() : store.insert(region, key);
        if (address == Store.FULL) {
            return false;
        }
        region.write(address, bytes, at, tables[table].valueBytes());
        return true;
    }

    // What transactions do.

    MemoryCost cost() {
        return cost;
    }

    Cursor cursor(int table) {
        return cursors[table];
    }

    /** Room for a value of a table, until the next one. */
    byte[] value(int table) {
        if (value.length < tables[table].valueBytes()) {
            value = new byte[tables[table].valueBytes()];
        }
        return value;
    }

    /** Looks a key up; the table's cursor then stands at the record. A leaf that the last lookup ended in is cached. */
    boolean find(Step step, int table, Region region, long key) {
        Cursor cursor = cursors[table];
        cursor.find(key);
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        fetches[table] = cursor.fetches();
        int guards = cursor.guards();
        long leaf = guards > 0 ? cursor.guardAddress(guards - 1) : 0;
        boolean cached = guards > 0 && leaf == lastLeaf[table] && region == lastRegion[table];
        step.stall(cached ? cost.cachedNs() * fetches[table] : cost.lookupNs(cursor));
        lastRegion[table] = region;
        lastLeaf[table] = leaf;
        return found;
    }

    /** Inserts a key whose header the caller has locked; as {@link Store#insert}. */
    long insert(Step step, int table, Region region, long key) {
        step.stall(cost.changeNs(fetches[table]));
        return tables[table].store().insert(region, key);
    }

    /** Deletes a key whose header the caller has locked. */
    void delete(Step step, int table, Region region, long key) {
        step.stall(cost.changeNs(fetches[table]));
        tables[table].store().delete(region, key);
    }
}
