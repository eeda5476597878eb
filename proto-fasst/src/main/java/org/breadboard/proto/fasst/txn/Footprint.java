package org.breadboard.proto.fasst.txn;

import java.util.Arrays;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.LocalTransaction;

/**
 * Where the accesses of a transaction are, which headers it locks for them, and what each phase has to do about them.
 */
final class Footprint {
    private static final int PARTITION_SHIFT = 16;
    private static final int LOCK_MASK = 0xffff;

    private final Placement placement;
    private final TableHandler[] tables;
    private final HeaderLocks locks = new HeaderLocks();
    /** For each access its partition above the number of its lock + 1. */
    private int[] places = new int[8];

    /** {@code tables} has null in the place of an ordered table. */
    Footprint(Placement placement, TableHandler[] tables) {
        this.placement = placement;
        this.tables = tables;
    }

    void clear() {
        locks.clear();
    }

    int partition(int access) {
        return places[access] >>> PARTITION_SHIFT;
    }

    HeaderLocks locks() {
        return locks;
    }

    /** The lock over an access, or {@link HeaderLocks#NONE}. */
    int lock(int access) {
        return (places[access] & LOCK_MASK) - 1;
    }

    private void lock(int access, int number) {
        places[access] = places[access] & ~LOCK_MASK | number + 1;
    }

    /**
     * Plans the fetch of the accesses from {@code first} on (FaSST 5, phase 1). Locks come first, so that what is read
     * under them is read behind them.
     */
    void planExecute(Transaction transaction, int first, WorkList work) {
        int accesses = transaction.accesses();
        for (int i = first; i < accesses; i++) {
            place(transaction, i);
            if (isLocal(transaction, i)) {
                continue;
            }
            if (transaction.mode(i).ranges()) {
                throw new IllegalStateException(
                        "FaSST's hash tables are not ordered: they have no access of mode " + transaction.mode(i));
            }
            if (transaction.mode(i).writes()) {
                boolean leads = lock(i) == HeaderLocks.NONE;
                if (leads) {
                    lock(i, locks.add(transaction.table(i), partition(i), header(transaction, i), i));
                }
                int reserve = transaction.mode(i) == AccessMode.DELETE ? 0 : locks.reserve(lock(i));
                work.add(i, leads ? TableRequest.LOCK : TableRequest.READ_OWN, 0, reserve, primary(i));
            }
        }
        for (int i = first; i < accesses; i++) {
            if (!transaction.mode(i).writes() && !isLocal(transaction, i)) {
                lock(i, locks.find(transaction.table(i), partition(i), header(transaction, i)));
                boolean own = lock(i) != HeaderLocks.NONE;
                work.add(i, own ? TableRequest.READ_OWN : TableRequest.READ, 0, 0, primary(i));
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
                int own = locks.find(transaction.table(i), partition(i), header(transaction, i));
                if (own == HeaderLocks.NONE) {
                    work.add(i, TableRequest.CHECK, 0, 0, primary(i));
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
            for (int copy = 1; copy < placement.replicas() && local.isStored(i); copy++) {
                boolean delete = transaction.mode(i) == AccessMode.DELETE;
                int flags = TableRequest.BACKUP | (local.isLast(i) ? TableRequest.LAST : 0);
                int op = delete ? TableRequest.DELETE : TableRequest.PUT;
                work.add(i, op, flags, 0, placement.node(partition(i), copy));
            }
        }
        for (int held = 0; held < locks.count(); held++) {
            for (int copy = 1; copy < placement.replicas(); copy++) {
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
        work.add(leader, TableRequest.UNLOCK, 0, 0, primary(leader));
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
        return transaction.written(access) && lock(access) == held;
    }

    private void place(Transaction transaction, int access) {
        if (access >= places.length) {
            places = Arrays.copyOf(places, access * 2);
        }
        int partition = placement.partition(transaction.table(access), transaction.key(access));
        int lock = isLocal(transaction, access)
                ? HeaderLocks.NONE
                : locks.find(transaction.table(access), partition, header(transaction, access));
        places[access] = partition << PARTITION_SHIFT | lock + 1;
    }

    private long header(Transaction transaction, int access) {
        return tables[transaction.table(access)].store().headerAddress(transaction.key(access));
    }

    int primary(int access) {
        return placement.node(partition(access), 0);
    }
}
