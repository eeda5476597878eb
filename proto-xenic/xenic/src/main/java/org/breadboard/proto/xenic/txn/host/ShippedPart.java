// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * The host's part of a transaction that executes on a NIC and has to do with the host's ordered tables, as TPC-C's
 * new-order and payment do (Xenic 5.3). What it wants of them is read here and goes with it; what it writes there comes
 * back when it has committed, and this thread puts it in (5.6: on application threads), as workers do at the backups.
 *
 * <p><b>Why it is serializable.</b> It takes effect on the NIC, where nobody could look at these tables again. So
 * nothing that was read here may change meanwhile: records of tables that this node writes to are locked, found ones
 * only; tables that it has never written to stay as they are ({@link Shipments}); all else is not shipped. The rows
 * that it inserts are in no table until this thread hears of it: who has searched for them waits until all that was
 * sent before is in, and only then validates. Putting rows in waits for locks of others, but with none of its own; who
 * waits for it gives way.
 */
final class ShippedPart {
    private final Catalog catalog;
    private final TypesSeen seen;
    private final Shipments shipments;
    private final LocalRecords locals;
    private final LocalTransaction local;
    private final HostRequest request;
    private Transaction transaction;
    private AccessMap plan;
    private long ticket = Shipments.NONE;
    /** Whether machines may crash that have ordered tables. */
    private final boolean recovers;
    /** The ordered tables into which transactions of this type insert, as far as was known when it was sent. */
    private long inserts;

    private boolean sent;
    private boolean back;
    private long known;
    private int row;
    private boolean blocked;

    ShippedPart(HostSetup setup, LocalRecords locals, LocalTransaction local, HostRequest request) {
        catalog = setup.catalog();
        seen = setup.seen();
        shipments = setup.shipments();
        recovers = setup.shard().inserts() != null;
        this.locals = locals;
        this.local = local;
        this.request = request;
    }

    /** Begins another attempt. */
    void begin(Transaction next, AccessMap where) {
        transaction = next;
        plan = where;
        sent = false;
        back = false;
    }

    /** Whether the NIC executes it. */
    boolean isShipped() {
        return sent;
    }

    private boolean isOrdered(int access) {
        return catalog.isOrdered(transaction.table(access));
    }

    /** Takes in that a transaction of this type wants an ordered record. */
    void learn(int access) {
        if (transaction.mode(access) == AccessMode.INSERT) {
            seen.inserts(transaction.type(), bit(transaction.table(access)));
        }
    }

    private static long bit(int table) {
        return table < Long.SIZE ? 1L << table : 0;
    }

    // There.

    /**
     * Makes sure that what was read of ordered tables stays as it is, if it can be shipped. Where machines may crash
     * nothing is that has to do with ordered tables: copies may count rows that come back in different orders, and
     * recovery goes by what they count.
     *
     * @return null, or why the attempt has to abort
     */
    AbortReason lock(Step step, boolean ordered) {
        if (back) {
            return null;
        }
        AbortReason failure = null;
        inserts = seen.inserts(transaction.type());
        if (recovers && (ordered || inserts != 0)) {
            return null;
        }
        if (ordered || inserts != 0) {
            ticket = catalog.tables() > Long.SIZE ? Shipments.NONE : shipments.begin(step, inserts);
            if (ticket == Shipments.NONE) {
                return null;
            }
            if (!staysAsRead()) {
                giveBack(step);
                return null;
            }
            failure = lockRead(step);
        }
        sent = failure == null && request.gathersShipped();
        if (!sent) {
            giveBack(step);
        }
        return failure;
    }

    /** Whether locks keep what was read as it is: no range, no absent key, of a table that changes. */
    private boolean staysAsRead() {
        for (int i = 0; i < transaction.accesses(); i++) {
            AccessMode mode = transaction.mode(i);
            if (!isOrdered(i)) {
                continue;
            }
            boolean searched = mode.ranges() || transaction.rangeOf(i) >= 0 || !transaction.found(i);
            boolean moves = mode.writes() || shipments.isChanging(transaction.table(i));
            if (searched && moves || mode.ranges() && isSearchedBefore(i) || mode.writes() && isUnderOneBefore(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an earlier range is of the same table: rows are told apart by that. */
    private boolean isSearchedBefore(int range) {
        for (int i = 0; i < range; i++) {
            if (transaction.mode(i).ranges() && transaction.table(i) == transaction.table(range)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an earlier one that may write has the same header: logs count each write of a shipped transaction. */
    private boolean isUnderOneBefore(int access) {
        for (int i = 0; i < access; i++) {
            if (isOrdered(i)
                    && transaction.mode(i).writes()
                    && transaction.table(i) == transaction.table(access)
                    && header(i) == header(access)) {
                return true;
            }
        }
        return false;
    }

    private long header(int access) {
        return locals.table(transaction.table(access)).store().headerAddress(transaction.key(access));
    }

    private AbortReason lockRead(Step step) {
        AbortReason failure = changes(step, inserts);
        for (int i = 0; i < transaction.accesses() && failure == null; i++) {
            if (!isOrdered(i)) {
                continue;
            }
            int table = transaction.table(i);
            if (transaction.mode(i).writes() && !shipments.change(step, table)) {
                failure = AbortReason.LOCKED;
            } else if (shipments.isChanging(table)) {
                failure = local.lock(step, i, plan.partition(i));
            }
        }
        return failure;
    }

    private AbortReason changes(Step step, long tables) {
        for (int table = 0; table < catalog.tables(); table++) {
            if ((tables & bit(table)) != 0 && !shipments.change(step, table)) {
                return AbortReason.LOCKED;
            }
        }
        return null;
    }

    /** What is sent to the NIC. */
    Message message(Step step, int rounds) {
        return request.ofShipped(step, rounds, inserts);
    }

    // And back.

    /** The NIC cannot execute it: the host goes on with it, and learns what it wants. */
    void refused(Step step) {
        giveBack(step);
        sent = false;
        back = true;
        known = seen.inserts(transaction.type());
    }

    /**
     * The NIC has committed it, and the request has what it wrote: writes to records that are locked here are
     * installed.
     */
    void committed(Step step) {
        row = 0;
        if (ticket == Shipments.NONE) {
            return;
        }
        if (local.lockWrites(step) != null || local.insert(step) != null) {
            throw new IllegalStateException(transaction.logic().name() + " lost a lock while it was on the NIC");
        }
        local.installed();
        local.install(step);
    }

    /** Puts rows in that were inserted; false if one has to wait for a lock. */
    boolean putRows(Step step) {
        RecordBatch writes = request.taken();
        for (; ticket != Shipments.NONE && row < writes.count(); row++) {
            int access = writes.tag(row);
            if (writes.mode(row) != AccessMode.INSERT || !isOrdered(access)) {
                continue;
            }
            long version = locals.applyNext(
                    step,
                    AccessMode.INSERT,
                    writes.table(row),
                    writes.partition(row),
                    writes.key(row),
                    true,
                    writes.values(),
                    writes.valueAt(row));
            if (version == LocalRecords.NOT_NOW) {
                block(step, true);
                return false;
            }
            transaction.witnessed(access, version - 1);
            transaction.installed(access, version);
        }
        block(step, false);
        return true;
    }

    private void block(Step step, boolean now) {
        if (now != blocked) {
            blocked = now;
            shipments.blocked(step, now ? 1 : -1);
        }
    }

    /** The attempt is over. */
    void end(Step step) {
        giveBack(step);
        sent = false;
    }

    private void giveBack(Step step) {
        if (ticket != Shipments.NONE) {
            shipments.end(step, ticket);
            ticket = Shipments.NONE;
        }
    }

    // What executes here.

    /**
     * What an execution on the host writes to ordered tables makes them changing ones.
     *
     * @return null, or why it has to abort: transactions are out that may have read them before
     */
    AbortReason changes(Step step) {
        if (back && known == seen.inserts(transaction.type())) {
            seen.keepOnHost(transaction.type());
        }
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isOrdered(i) && transaction.written(i) && !shipments.change(step, transaction.table(i))) {
                return AbortReason.LOCKED;
            }
        }
        return null;
    }

    /**
     * Tickets below the answer may have rows that this transaction searched for; {@link Shipments#NONE} if there cannot
     * be any.
     */
    long fence(Step step) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isOrdered(i)
                    && (transaction.mode(i).ranges() || !transaction.found(i))
                    && shipments.isInserted(transaction.table(i))) {
                return shipments.fence(step);
            }
        }
        return Shipments.NONE;
    }
}
