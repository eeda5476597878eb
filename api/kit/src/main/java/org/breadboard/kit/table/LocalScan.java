// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;

/**
 * Walks the ranges of a transaction: once to fetch their rows, and again where its own inserts have changed their
 * guards.
 */
final class LocalScan {
    private static final byte[] NOTHING = {};

    private final LocalRecords records;
    private final LocalFootprint footprint;

    LocalScan(LocalRecords records, LocalFootprint footprint) {
        this.records = records;
        this.footprint = footprint;
    }

    /** Fetches the rows of a range; returns why it cannot, or null. */
    AbortReason fetch(Step step, Transaction transaction, int range, Region region) {
        int table = transaction.table(range);
        if (records.table(table).isUndecided(footprint.partition(range))) {
            step.stall(records.cost().cachedNs());
            return AbortReason.LOCKED;
        }
        int limit = transaction.limit(range);
        Cursor cursor = records.cursor(table);
        boolean found = begin(cursor, transaction, range, region);
        if (cursor.guards() == 0) {
            throw new IllegalStateException("table " + records.table(table)
                    + ": its store has no guards, so that nobody" + " can tell whether a range has kept its keys");
        }
        int rows = 0;
        AbortReason failure = null;
        while (found && failure == null && rows < limit) {
            if (rows++ == 0) {
                transaction.fetched(range, 0, NOTHING, 0, 0);
            }
            failure = row(transaction, range, region, cursor);
            found = rows < limit && next(cursor, transaction, range, region);
        }
        step.stall(records.cost().lookupNs(cursor) + rows * records.cost().memoryNs());
        if (rows == 0) {
            transaction.missing(range, 0);
        }
        footprint.guard(range, cursor);
        return failure;
    }

    private static boolean begin(Cursor cursor, Transaction transaction, int range, Region region) {
        if (transaction.mode(range) == AccessMode.MAX) {
            cursor.floor(transaction.highKey(range));
        } else {
            cursor.ceiling(transaction.key(range));
        }
        return within(cursor, transaction, range, region);
    }

    /** Goes on to the next row; of a maximum, which has one only, downwards. */
    private boolean next(Cursor cursor, Transaction transaction, int range, Region region) {
        long key = cursor.key();
        if (transaction.mode(range) == AccessMode.MAX) {
            if (key == Long.MIN_VALUE) {
                return false;
            }
            footprint.guard(range, cursor);
            cursor.floor(key - 1);
        } else if (key == Long.MAX_VALUE) {
            return false;
        } else {
            cursor.next();
        }
        return within(cursor, transaction, range, region);
    }

    private static boolean within(Cursor cursor, Transaction transaction, int range, Region region) {
        return cursor.load(region) == Cursor.State.FOUND
                && cursor.key() >= transaction.key(range)
                && cursor.key() <= transaction.highKey(range);
    }

    /**
     * Reads the record at which the cursor stands. Its address was found before its header was loaded. If the leaf is
     * unchanged at the end, the address was still the record's.
     */
    private AbortReason row(Transaction transaction, int range, Region region, Cursor cursor) {
        int table = transaction.table(range);
        int partition = footprint.partition(range);
        long header = cursor.headerAddress();
        long word = region.getLongAcquire(header);
        boolean own = footprint.findLock(table, partition, header) != LocalFootprint.NONE;
        if (LocalHeader.isLocked(word) && !own) {
            return AbortReason.LOCKED;
        }
        byte[] value = records.value(table);
        int valueBytes = records.table(table).valueBytes();
        region.read(cursor.valueAddress(), value, 0, valueBytes);
        region.loadFence();
        int guard = cursor.guards() - 1;
        if (region.getLongAcquire(header) != word
                || region.getLongAcquire(cursor.guardAddress(guard)) != cursor.guardVersion(guard)) {
            return AbortReason.VALIDATION;
        }
        int access = transaction.row(range, cursor.key());
        footprint.place(access, partition, header);
        footprint.value(access, cursor.valueAddress());
        transaction.fetched(access, LocalHeader.version(word), value, 0, valueBytes);
        return null;
    }

    /**
     * Walks a range again, after the transaction's own inserts and before any validation, and takes the current guards.
     * False if its keys, apart from own inserts, are not those that were fetched.
     */
    boolean again(Step step, Transaction transaction, int range, Region region) {
        footprint.unguard(range);
        int limit = transaction.limit(range);
        Cursor cursor = records.cursor(transaction.table(range));
        boolean found = begin(cursor, transaction, range, region);
        int row = rowAfter(transaction, range, range);
        int rows = 0;
        boolean same = true;
        while (found && same && rows < limit) {
            if (!isOwn(transaction, range, cursor.key())) {
                same = row != LocalFootprint.NONE && transaction.key(row) == cursor.key();
                row = same ? rowAfter(transaction, range, row) : row;
                rows++;
            }
            found = rows < limit && next(cursor, transaction, range, region);
        }
        step.stall(records.cost().cachedNs() * cursor.fetches());
        footprint.guard(range, cursor);
        return same && row == LocalFootprint.NONE;
    }

    private static int rowAfter(Transaction transaction, int range, int before) {
        for (int i = before + 1; i < transaction.accesses(); i++) {
            if (transaction.rangeOf(i) == range) {
                return i;
            }
        }
        return LocalFootprint.NONE;
    }

    private boolean isOwn(Transaction transaction, int range, long key) {
        for (int i = 0; i < footprint.known(); i++) {
            if (footprint.is(i, LocalFootprint.INSERTED)
                    && transaction.key(i) == key
                    && transaction.table(i) == transaction.table(range)
                    && footprint.partition(i) == footprint.partition(range)) {
                return true;
            }
        }
        return false;
    }
}
