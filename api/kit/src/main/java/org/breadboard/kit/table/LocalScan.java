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
    /** Of the record that was read last. */
    private long word;

    LocalScan(LocalRecords records, LocalFootprint footprint) {
        this.records = records;
        this.footprint = footprint;
    }

    /** Fetches the rows of a range; returns why it cannot, or null. */
    AbortReason fetch(Step step, Transaction transaction, int range, Region region) {
        int table = transaction.table(range);
        int partition = footprint.partition(range);
        if (isUndecided(step, table, partition)) {
            return AbortReason.LOCKED;
        }
        int limit = transaction.limit(range);
        Cursor cursor = records.cursor(table);
        boolean found = begin(cursor, transaction, range, transaction.key(range), region);
        refuseWithoutGuards(table, cursor);
        int rows = 0;
        AbortReason failure = null;
        while (found && failure == null && rows < limit) {
            if (rows++ == 0) {
                transaction.fetched(range, 0, NOTHING, 0, 0);
            }
            failure = read(table, partition, region, cursor);
            if (failure == null) {
                int access = transaction.row(range, cursor.key());
                footprint.place(access, partition, cursor.headerAddress());
                footprint.value(access, cursor.valueAddress());
                byte[] value = records.value(table);
                transaction.fetched(
                        access,
                        LocalHeader.version(word),
                        value,
                        0,
                        records.table(table).valueBytes());
            }
            found = rows < limit && next(cursor, transaction, range, partition, region);
        }
        step.stall(records.cost().lookupNs(cursor) + rows * records.cost().memoryNs());
        if (rows == 0) {
            transaction.missing(range, 0);
        }
        footprint.guard(range, partition, cursor);
        return failure;
    }

    /** Fetches so many rows of a partition's part of a range, from a key on; returns why it cannot, or null. */
    AbortReason gather(
            Step step,
            Transaction transaction,
            int range,
            int partition,
            long low,
            int most,
            Region region,
            SpreadRanges into) {
        int table = transaction.table(range);
        if (isUndecided(step, table, partition)) {
            return AbortReason.LOCKED;
        }
        Cursor cursor = records.cursor(table);
        boolean found = begin(cursor, transaction, range, low, region);
        refuseWithoutGuards(table, cursor);
        int rows = 0;
        AbortReason failure = null;
        while (found && failure == null) {
            rows++;
            failure = read(table, partition, region, cursor);
            if (failure == null) {
                into.row(
                        cursor.key(),
                        LocalHeader.version(word),
                        cursor.headerAddress(),
                        cursor.valueAddress(),
                        records.value(table),
                        0);
            }
            found = rows < most && next(cursor, transaction, range, partition, region);
        }
        step.stall(records.cost().lookupNs(cursor) + rows * records.cost().memoryNs());
        footprint.guard(range, partition, cursor);
        return failure;
    }

    private boolean isUndecided(Step step, int table, int partition) {
        boolean undecided = records.table(table).isUndecided(partition);
        if (undecided) {
            step.stall(records.cost().cachedNs());
        }
        return undecided;
    }

    private void refuseWithoutGuards(int table, Cursor cursor) {
        if (cursor.guards() == 0) {
            throw new IllegalStateException("table " + records.table(table)
                    + ": its store has no guards, so that nobody can tell whether a range has kept its keys");
        }
    }

    private static boolean begin(Cursor cursor, Transaction transaction, int range, long low, Region region) {
        if (transaction.mode(range) == AccessMode.MAX) {
            cursor.floor(transaction.highKey(range));
        } else {
            cursor.ceiling(low);
        }
        return within(cursor, transaction, range, region);
    }

    /** Goes on to the next row; of a maximum, which has one only, downwards. */
    private boolean next(Cursor cursor, Transaction transaction, int range, int partition, Region region) {
        long key = cursor.key();
        if (transaction.mode(range) == AccessMode.MAX) {
            if (key == Long.MIN_VALUE) {
                return false;
            }
            footprint.guard(range, partition, cursor);
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
     * Reads the record at which the cursor stands, and its header's {@link #word}. Its address was found before its
     * header was loaded. If the leaf is unchanged at the end, the address was still the record's.
     */
    private AbortReason read(int table, int partition, Region region, Cursor cursor) {
        long header = cursor.headerAddress();
        word = region.getLongAcquire(header);
        boolean own = footprint.findLock(table, partition, header) != LocalFootprint.NONE;
        if (LocalHeader.isLocked(word) && !own) {
            return AbortReason.LOCKED;
        }
        region.read(
                cursor.valueAddress(),
                records.value(table),
                0,
                records.table(table).valueBytes());
        region.loadFence();
        int guard = cursor.guards() - 1;
        boolean same = region.getLongAcquire(header) == word
                && region.getLongAcquire(cursor.guardAddress(guard)) == cursor.guardVersion(guard);
        return same ? null : AbortReason.VALIDATION;
    }

    /**
     * Walks a part of a range again, after the transaction's own inserts and before any validation, and takes the
     * current guards. False if its keys, apart from own inserts, are not those that were fetched.
     */
    boolean again(Step step, Transaction transaction, int range, int partition, Region region) {
        footprint.unguard(range, partition);
        int limit = transaction.limit(range);
        int last = lastOfFull(transaction, range, limit);
        Cursor cursor = records.cursor(transaction.table(range));
        boolean found = begin(cursor, transaction, range, transaction.key(range), region);
        int row = rowAfter(transaction, range, partition, range);
        int rows = 0;
        boolean same = true;
        while (found && same && rows < limit && !isBehind(transaction, range, last, cursor.key())) {
            if (!isOwn(transaction, range, partition, cursor.key())) {
                same = row != LocalFootprint.NONE && transaction.key(row) == cursor.key();
                row = same ? rowAfter(transaction, range, partition, row) : row;
                rows++;
            }
            found = rows < limit && next(cursor, transaction, range, partition, region);
        }
        step.stall(records.cost().cachedNs() * cursor.fetches());
        footprint.guard(range, partition, cursor);
        return same && row == LocalFootprint.NONE;
    }

    /** The last row of a range that found as many as it takes, in whatever partition; otherwise NONE. */
    private static int lastOfFull(Transaction transaction, int range, int limit) {
        int rows = 0;
        int last = LocalFootprint.NONE;
        for (int i = range + 1; i < transaction.accesses(); i++) {
            if (transaction.rangeOf(i) == range) {
                rows++;
                last = i;
            }
        }
        return rows == limit ? last : LocalFootprint.NONE;
    }

    /** Whether a key comes after the last row that the range takes. */
    private static boolean isBehind(Transaction transaction, int range, int last, long key) {
        boolean down = transaction.mode(range) == AccessMode.MAX;
        return last != LocalFootprint.NONE && (down ? key < transaction.key(last) : key > transaction.key(last));
    }

    private int rowAfter(Transaction transaction, int range, int partition, int before) {
        for (int i = before + 1; i < transaction.accesses(); i++) {
            if (transaction.rangeOf(i) == range
                    && footprint.is(i, LocalFootprint.LOCAL)
                    && footprint.partition(i) == partition) {
                return i;
            }
        }
        return LocalFootprint.NONE;
    }

    private boolean isOwn(Transaction transaction, int range, int partition, long key) {
        for (int i = 0; i < footprint.known(); i++) {
            if (footprint.is(i, LocalFootprint.INSERTED)
                    && transaction.key(i) == key
                    && transaction.table(i) == transaction.table(range)
                    && footprint.partition(i) == partition) {
                return true;
            }
        }
        return false;
    }
}
