// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.drtm.setup.Breakage;
import org.breadboard.proto.drtm.setup.DrtmOptions;

/**
 * What a thread does to the records of its own node, for its own transactions and for those of others, with the CPU's
 * loads, stores and compare-and-sets. One thread; other threads do the same to the same records.
 */
public final class Records {
    private final TableCopies[] tables;
    private final Cursor[] cursors;
    private final DrtmOptions options;
    private final OverlappedMisses misses;
    private long headerAddress;
    private long valueAddress;

    /**
     * Over all tables of the node; only hash tables are asked for.
     *
     * @param atOnce how many records are looked up at once: of a list that is known beforehand more than one
     */
    public Records(TableCopies[] tables, DrtmOptions options, int atOnce) {
        this.tables = tables;
        this.options = options;
        misses = new OverlappedMisses(atOnce);
        cursors = new Cursor[tables.length];
        for (int i = 0; i < tables.length; i++) {
            cursors[i] = tables[i].store().cursor();
        }
    }

    /** Looks a record up, at so many ns for each piece of the table; false if there is none. */
    boolean find(Step step, double ns, int table, int partition, long key) {
        Cursor cursor = cursors[table];
        cursor.find(key);
        boolean found = cursor.load(region(table, partition)) == Cursor.State.FOUND;
        misses.charge(step, ns * cursor.fetches());
        if (found) {
            headerAddress = cursor.headerAddress();
            valueAddress = cursor.valueAddress();
        }
        return found;
    }

    /** The list of records that is worked through is at its end. */
    public void listEnds() {
        misses.end();
    }

    /** Where the header word of the record that was found stands. */
    public long headerAddress() {
        return headerAddress;
    }

    /** Where its value stands. */
    public long valueAddress() {
        return valueAddress;
    }

    private Region region(int table, int partition) {
        return tables[table].region(partition);
    }

    /**
     * Reads a record: its header word at {@code at}, its value behind that. A word that is locked says that the value
     * means nothing.
     *
     * @return the header word, or {@link RecordWord#ABSENT}
     */
    public long read(Step step, int table, int partition, long key, byte[] into, int at) {
        if (!find(step, options.memory.memoryNs(), table, partition, key)) {
            Bytes.putLong(into, at, RecordWord.ABSENT);
            return RecordWord.ABSENT;
        }
        Region region = region(table, partition);
        long word = region.getLongAcquire(headerAddress);
        region.read(valueAddress, into, at + Long.BYTES, tables[table].valueBytes());
        region.loadFence();
        long seen = region.getLongAcquire(headerAddress) == word ? word : RecordWord.locked(word);
        Bytes.putLong(into, at, seen);
        return seen;
    }

    /**
     * Locks a record, and reads it.
     *
     * @param isOwn whether whoever asks has locked it already
     * @return the header word, locked if somebody else has; or {@link RecordWord#ABSENT}, and nothing is locked
     */
    public long readLocked(Step step, int table, int partition, long key, boolean isOwn, byte[] into, int at) {
        if (!find(step, options.memory.memoryNs(), table, partition, key)) {
            Bytes.putLong(into, at, RecordWord.ABSENT);
            return RecordWord.ABSENT;
        }
        Region region = region(table, partition);
        long word = region.getLongAcquire(headerAddress);
        boolean locked = isOwn
                || !RecordWord.isLocked(word) && region.compareAndSetLong(headerAddress, word, RecordWord.locked(word));
        word = locked ? RecordWord.of(RecordWord.version(word)) : RecordWord.locked(word);
        Bytes.putLong(into, at, word);
        region.read(valueAddress, into, at + Long.BYTES, tables[table].valueBytes());
        return word;
    }

    /** Locks a record if it is unlocked and has that version. */
    public boolean lock(Step step, int table, int partition, long key, long version) {
        if (!find(step, options.memory.memoryNs(), table, partition, key)) {
            return false;
        }
        long word = RecordWord.of(version);
        return region(table, partition).compareAndSetLong(headerAddress, word, RecordWord.locked(word));
    }

    /** Whether a record has that header word. */
    public boolean isCurrent(Step step, int table, int partition, long key, long word) {
        return find(step, options.memory.cachedNs(), table, partition, key)
                && region(table, partition).getLongAcquire(headerAddress) == word;
    }

    /** Stores a value and unlocks the record with its new version; the caller holds the lock. */
    public void commit(
            Step step, int table, int partition, long key, long version, byte[] bytes, int at, int valueBytes) {
        mustBeLocked(step, table, partition, key);
        Region region = region(table, partition);
        region.write(valueAddress, bytes, at, valueBytes);
        region.putLongRelease(headerAddress, RecordWord.of(version));
    }

    /** Unlocks a record that the caller has locked. */
    public void release(Step step, int table, int partition, long key) {
        mustBeLocked(step, table, partition, key);
        Region region = region(table, partition);
        region.putLongRelease(headerAddress, RecordWord.of(RecordWord.version(region.getLong(headerAddress))));
    }

    private void mustBeLocked(Step step, int table, int partition, long key) {
        if (!find(step, options.memory.cachedNs(), table, partition, key)
                || !RecordWord.isLocked(region(table, partition).getLongAcquire(headerAddress))) {
            throw new IllegalStateException("table " + table + ": the record of key " + key
                    + " is written or unlocked by a transaction that has not locked it");
        }
    }

    /**
     * Stores a value at a backup, unless a later one is there: records of different coordinators come in any order.
     *
     * @return false if another thread is storing one: try again
     */
    public boolean apply(
            Step step, int table, int partition, long key, long version, byte[] bytes, int at, int valueBytes) {
        if (!find(step, 2 * options.memory.memoryNs(), table, partition, key)) {
            throw new IllegalStateException(
                    "table " + table + ": a backup of partition " + partition + " lacks the record of key " + key);
        }
        Region region = region(table, partition);
        long word = region.getLongAcquire(headerAddress);
        if (RecordWord.isLocked(word) || !region.compareAndSetLong(headerAddress, word, RecordWord.locked(word))) {
            return false;
        }
        boolean later = version > RecordWord.version(word) || options.breakage == Breakage.APPLY_OLDER;
        if (later) {
            region.write(valueAddress, bytes, at, valueBytes);
        }
        region.putLongRelease(headerAddress, later ? RecordWord.of(version) : word);
        return true;
    }
}
