// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.fasst.table.TableHandler;
import org.breadboard.proto.fasst.table.TableRequest;

/**
 * Where the accesses of a transaction are, which headers it locks for them, and what each phase has to do about them.
 */
final class Footprint extends AccessMap {
    /** The number of the lock on a header, beside the first access under it. */
    private static final int LOCK = 0;

    private final Placement placement;
    private final TableHandler[] tables;
    private final HeaderLocks locks = new HeaderLocks();

    /** {@code tables} has null in the place of an ordered table. */
    Footprint(Placement placement, TableHandler[] tables) {
        super(HeaderLocks.NONE);
        this.placement = placement;
        this.tables = tables;
    }

    void begin() {
        clear();
        locks.clear();
    }

    /** Keys under one header are locked as one. */
    @Override
    protected long unit(Transaction transaction, int access) {
        TableHandler table = tables[transaction.table(access)];
        long key = transaction.key(access);
        return table == null ? key : table.store().headerAddress(key);
    }

    HeaderLocks locks() {
        return locks;
    }

    /** The lock over an access, or {@link HeaderLocks#NONE}. */
    int lockOver(int access) {
        return (int) word(leader(access), LOCK);
    }

    /** The version that the header over an access was read at, or {@link TableRequest#ANY_VERSION}. */
    long versionRead(Transaction transaction, int access) {
        int read = transaction.answered(access) ? access : leader(access);
        return transaction.answered(read) ? transaction.readVersion(read) : TableRequest.ANY_VERSION;
    }

    /**
     * Plans the fetch of the accesses from {@code first} on (FaSST 5, phase 1). Locks come first, so that what is read
     * under them is read behind them.
     */
    void planExecute(Transaction transaction, int first, WorkList work) {
        place(transaction, placement);
        int accesses = transaction.accesses();
        for (int i = first; i < accesses; i++) {
            if (isLocal(transaction, i)) {
                continue;
            }
            if (transaction.mode(i).ranges()) {
                throw new IllegalStateException(
                        "FaSST's hash tables are not ordered: they have no access of mode " + transaction.mode(i));
            }
            if (transaction.mode(i).writes()) {
                boolean asks = lockOver(i) == HeaderLocks.NONE;
                if (asks) {
                    word(leader(i), LOCK, locks.add(i));
                }
                int reserve = transaction.mode(i) == AccessMode.DELETE ? 0 : locks.reserve(lockOver(i));
                work.add(i, asks ? TableRequest.LOCK : TableRequest.READ_OWN, 0, reserve, node(i));
            }
        }
        for (int i = first; i < accesses; i++) {
            if (!transaction.mode(i).writes() && !isLocal(transaction, i)) {
                boolean own = lockOver(i) != HeaderLocks.NONE;
                work.add(i, own ? TableRequest.READ_OWN : TableRequest.READ, 0, 0, node(i));
            }
        }
    }

    /**
     * Plans the validation of the read set (FaSST 5, phase 2). What the transaction has locked itself needs no message:
     * it must have been read at the version that was locked.
     *
     * @return false if such a read is stale
     */
    boolean planValidate(Transaction transaction, WorkList work) {
        boolean valid = true;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (!transaction.mode(i).writes() && !isLocal(transaction, i)) {
                int own = lockOver(i);
                if (own == HeaderLocks.NONE) {
                    work.add(i, TableRequest.CHECK, 0, 0, node(i));
                } else {
                    valid &= locks.version(own) == transaction.readVersion(i);
                }
            }
        }
        return valid;
    }

    /** Whether an access is to an ordered table, which its coordinator uses directly. */
    boolean isLocal(Transaction transaction, int access) {
        return tables[transaction.table(access)] == null;
    }

    /** Plans the updates of the backups (FaSST 5, phase 4); of ordered tables in the order that {@code local} says. */
    void planBackups(Transaction transaction, LocalTransaction local, WorkList work) {
        for (int i = 0; i < transaction.accesses(); i++) {
            for (int copy = 1; local.isStored(i) && copy < placement.copies(partition(i)); copy++) {
                boolean delete = transaction.mode(i) == AccessMode.DELETE;
                int flags = TableRequest.BACKUP | (local.isLast(i) ? TableRequest.LAST : 0);
                int op = delete ? TableRequest.DELETE : TableRequest.PUT;
                work.add(i, op, flags, 0, placement.node(partition(i), copy));
            }
        }
        for (int held = 0; held < locks.count(); held++) {
            for (int copy = 1; copy < placement.copies(partition(locks.leader(held))); copy++) {
                planWrites(transaction, held, copy, TableRequest.BACKUP, work);
            }
        }
    }

    /** Plans the updates of the primaries (FaSST 5, phase 5), the last under each header unlocks it. */
    void planPrimaries(Transaction transaction, WorkList work) {
        for (int held = 0; held < locks.count(); held++) {
            if (planWrites(transaction, held, 0, 0, work) == 0) {
                planUnlock(held, work);
            }
        }
    }

    /** Plans to unlock what is held. */
    void planUnlocks(WorkList work) {
        for (int held = 0; held < locks.count(); held++) {
            if (locks.isHeld(held)) {
                planUnlock(held, work);
            }
        }
    }

    private void planUnlock(int held, WorkList work) {
        int leader = locks.leader(held);
        work.add(leader, TableRequest.UNLOCK, 0, 0, node(leader));
    }

    /** Deletes come last: they give buckets back in which room may have been reserved. */
    private int planWrites(Transaction transaction, int held, int copy, int flags, WorkList work) {
        int left = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            left += writesUnder(transaction, i, held) ? 1 : 0;
        }
        int planned = left;
        for (int deletes = 0; deletes < 2; deletes++) {
            for (int i = 0; i < transaction.accesses(); i++) {
                boolean delete = transaction.mode(i) == AccessMode.DELETE;
                if (writesUnder(transaction, i, held) && delete == (deletes == 1)) {
                    left--;
                    int last = left == 0 ? TableRequest.LAST : 0;
                    int op = delete ? TableRequest.DELETE : TableRequest.PUT;
                    work.add(i, op, flags | last, 0, placement.node(partition(i), copy));
                }
            }
        }
        return planned;
    }

    private boolean writesUnder(Transaction transaction, int access, int held) {
        return transaction.written(access) && lockOver(access) == held;
    }
}
