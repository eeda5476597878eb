// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;

/** The records that a transaction has put into stores before it is known whether it commits. */
final class LocalInserts {
    private final LocalRecords records;
    private final LocalFootprint footprint;
    /** Null if no machine crashes. */
    private final InsertJournal.Lane journal;

    private int count;
    /** Whether the journal names some, one for which there was no room included. */
    private boolean noted;

    LocalInserts(LocalRecords records, LocalFootprint footprint, InsertJournal.Lane journal) {
        this.records = records;
        this.footprint = footprint;
        this.journal = journal;
    }

    /** They are committed, or taken back. */
    void clear() {
        if (noted) {
            journal.clear();
        }
        noted = false;
        count = 0;
    }

    boolean any() {
        return count > 0;
    }

    /** Puts a record in for every stored write of an absent key; answers why it cannot, or null. */
    AbortReason place(Step step, Transaction transaction) {
        for (int i = 0; i < footprint.known(); i++) {
            if (!footprint.is(i, LocalFootprint.STORED) || transaction.mode(i) == AccessMode.DELETE) {
                continue;
            }
            refuseOtherSize(transaction, i);
            if (!transaction.found(i) && !place(step, transaction, i)) {
                return AbortReason.EXHAUSTED;
            }
        }
        return null;
    }

    private void refuseOtherSize(Transaction transaction, int access) {
        LocalTable table = records.table(transaction.table(access));
        if (transaction.newBytes(access) != table.valueBytes()) {
            throw new IllegalStateException("table " + table + " has values of " + table.valueBytes()
                    + " B, and cannot take one of " + transaction.newBytes(access) + " B");
        }
    }

    private boolean place(Step step, Transaction transaction, int access) {
        int table = transaction.table(access);
        long key = transaction.key(access);
        if (journal != null) {
            // Before the record is there: recovery removes what is in the journal, whether it is there or not.
            step.stall(records.cost().cachedNs());
            journal.add(footprint.partition(access), table, key);
            noted = true;
        }
        long address = records.insert(step, table, region(transaction, access), key);
        if (address == Store.EXISTS) {
            throw new IllegalStateException("table " + records.table(table) + ": key " + key
                    + " was found absent and is locked, but it exists");
        }
        if (address == Store.FULL) {
            return false;
        }
        footprint.value(access, address);
        footprint.set(access, LocalFootprint.INSERTED);
        count++;
        return true;
    }

    private Region region(Transaction transaction, int access) {
        return records.table(transaction.table(access)).region(footprint.partition(access));
    }

    /** Whether there are some in a partition. */
    boolean isInto(Transaction transaction, int table, int partition) {
        for (int i = 0; i < footprint.known() && count > 0; i++) {
            if (footprint.is(i, LocalFootprint.INSERTED)
                    && transaction.table(i) == table
                    && footprint.partition(i) == partition) {
                return true;
            }
        }
        return false;
    }

    /** Removes them again. */
    void takeBack(Step step, Transaction transaction) {
        for (int i = 0; i < footprint.known() && count > 0; i++) {
            if (footprint.is(i, LocalFootprint.INSERTED)) {
                records.delete(step, transaction.table(i), region(transaction, i), transaction.key(i));
            }
        }
    }
}
