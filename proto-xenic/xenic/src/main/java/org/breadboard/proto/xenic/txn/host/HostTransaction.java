// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * A context of the host: it runs one transaction after another (Xenic 4.2 steps 1 and 3). One that keeps to the own
 * shard is executed here, on what the host's table has; the NIC then locks what it writes and looks again at what it
 * read (4.2.4). A read of a single record needs not even that. All others go to the NIC with the records that they
 * want; those that are marked for it execute there, for the others the NIC sends what it has read.
 *
 * <p>The paper lets every local read-only transaction be validated on the host. The host does not see the NIC's locks,
 * nor what is committed but not applied yet, so two records could be seen at different times; those of several records
 * are validated by the NIC here.
 *
 * <p>Ordered tables are the host's alone (5.2), and so are their locks. Before one of their ranges is validated, all
 * that the transaction writes must be locked, by the NIC, too; so such transactions have the NIC lock and read their
 * hashed records from the beginning. What the NIC executes takes along what was read here ({@link ShippedPart}); rows
 * of it that are on their way back are waited for.
 */
final class HostTransaction extends Task {
    private enum Phase {
        NEXT,
        SENDING,
        ON_NIC,
        /** Other hosts are asked for parts of ranges. */
        SEARCHING,
        /** All is locked; rows of shipped transactions are waited for before anything is validated. */
        PENDING,
        /** The NIC has committed it; its rows are being put in. */
        INSERTING
    }

    private final Catalog catalog;
    private final int node;
    private final XenicOptions.Host options;
    private final TypesSeen seen;
    private final Shipments shipments;
    private final NicQueue queue;
    private final HashedPart hashed;
    private final LocalRecords locals;
    private final int context;
    private final Attempt attempt;
    private final AccessMap plan = new AccessMap();
    private final HostRequest request;
    private final LocalTransaction local;
    private final ShippedPart shipped;
    private final RangeSearch search;

    private Phase phase = Phase.NEXT;
    private Transaction transaction;
    private int read;
    private boolean ordered;
    private boolean lockedFirst;
    private boolean onNic;
    private long pending;
    private Message unsent;

    /** Context {@code context} of a thread, whose messages have at most so many bytes. */
    HostTransaction(
            HostSetup setup,
            NicQueue queue,
            HostRecords records,
            LocalRecords locals,
            TransactionSource source,
            int context,
            int mostBytes) {
        catalog = setup.catalog();
        node = setup.node();
        options = setup.options();
        seen = setup.seen();
        shipments = setup.shipments();
        this.queue = queue;
        hashed = new HashedPart(setup, records, plan);
        this.locals = locals;
        this.context = context;
        attempt = new Attempt(source, context);
        request = new HostRequest(setup, HostWire.reference(queue.thread(), context));
        local = new LocalTransaction(locals, InsertJournal.lane(setup.shard().inserts(), queue.thread(), context));
        shipped = new ShippedPart(setup, locals, local, request);
        search = new RangeSearch(setup, queue, context, mostBytes, local);
    }

    @Override
    protected Next step(Step step) {
        switch (phase) {
            case SENDING -> send(step, unsent);
            case PENDING -> awaitRows(step);
            case INSERTING -> putRows(step);
            case SEARCHING -> search(step);
            default -> {}
        }
        if (phase == Phase.SEARCHING) {
            return search.isStuck() ? Next.AGAIN : Next.AWAIT;
        }
        if (phase == Phase.PENDING || phase == Phase.INSERTING) {
            step.timer(this, options.lookNs);
            return Next.AWAIT;
        }
        return phase == Phase.NEXT ? begin(step) : phase == Phase.SENDING ? Next.AGAIN : Next.AWAIT;
    }

    // A transaction, attempt by attempt.

    /** Begins the client's next attempt, if it is time for one. */
    private Next begin(Step step) {
        Next wait = attempt.next(step, this);
        if (wait != null) {
            return wait;
        }
        begun(step);
        return phase == Phase.ON_NIC ? Next.AWAIT : Next.AGAIN;
    }

    /** Begins an attempt at a transaction of which nothing is done yet. */
    private void begun(Step step) {
        transaction = attempt.transaction();
        plan.clear();
        lockedFirst = seen.isLockedFirst(transaction.type());
        request.begin(transaction, plan, lockedFirst);
        local.begin(transaction);
        shipped.begin(transaction, plan);
        search.begin(transaction);
        hashed.begin(transaction);
        read = 0;
        ordered = false;
        onNic = false;
        execute(step);
    }

    /**
     * The attempt is over, and nothing of it is left on the NIC: for {@code reason}, or because it has committed if
     * that is null.
     */
    private void end(Step step, AbortReason reason) {
        phase = Phase.NEXT;
        shipped.end(step);
        if (reason != null) {
            transaction.withdrawn();
            local.release(step);
            attempt.aborted(step, reason);
            return;
        }
        hashed.installed();
        attempt.committed(step);
        local.install(step);
    }

    // Executing.

    /** Runs the logic on what it has read, and as long as this host has all that it wants. */
    private void execute(Step step) {
        boolean goesOn = true;
        while (goesOn) {
            if (attempt.run(step) == Decision.ABORT) {
                fail(step, AbortReason.APPLICATION);
                return;
            }
            AbortReason failure = fetchOrdered(step);
            if (failure == null && search.fetches(read)) {
                phase = Phase.SEARCHING;
                search(step);
                return;
            }
            goesOn = executed(step, failure);
        }
    }

    /** What was wanted of ordered tables is here, or the attempt has failed; whether the logic runs on. */
    private boolean executed(Step step, AbortReason failed) {
        AbortReason failure = failed;
        boolean toNic = failure == null && hashed.wantsNic(read, onNic || lockedFirst);
        if (toNic && mayShip()) {
            failure = shipped.lock(step, ordered);
        }
        if (failure != null) {
            fail(step, failure);
            return false;
        }
        if (toNic) {
            onNic = true;
            send(step, shipped.isShipped() ? shipped.message(step, attempt.rounds()) : request.ofWanted(step));
            return false;
        }
        read = hashed.read(step, read);
        if (attempt.isDecided()) {
            commit(step);
            return false;
        }
        return true;
    }

    /** Asks other hosts for parts of ranges, or whether they are as they were; goes on when all have answered. */
    private void search(Step step) {
        if (!search.isDone(step)) {
            return;
        }
        phase = onNic ? Phase.ON_NIC : Phase.NEXT;
        if (search.isValidating()) {
            validated(step, search.failure());
            return;
        }
        plan.place(transaction, catalog.placement());
        if (executed(step, search.failure())) {
            execute(step);
        }
    }

    /** Another host has answered about a part of a range. */
    void partAnswered(Step step, Message message) {
        search.answered(message);
        step.ready(this);
    }

    // Reading.

    /** Fetches what is wanted of ordered tables, and adds the rows of ranges. */
    private AbortReason fetchOrdered(Step step) {
        plan.place(transaction, catalog.placement());
        AbortReason failure = null;
        for (int i = read; i < transaction.accesses() && failure == null; i++) {
            if (catalog.isOrdered(transaction.table(i)) && !transaction.answered(i)) {
                ordered = true;
                request.usesOrder();
                shipped.learn(i);
                if (search.isSpread(i)) {
                    continue;
                }
                if (plan.node(i) != node) {
                    throw locals.table(transaction.table(i)).elsewhere(node, plan.node(i));
                }
                failure = local.fetch(step, i, plan.partition(i));
            }
        }
        plan.place(transaction, catalog.placement());
        return failure;
    }

    /**
     * Whether the NIC may execute it (Xenic 4.2.2): it is marked for it, and only ordered records were read here. Where
     * other hosts search its tables they would miss rows that are on their way back.
     */
    private boolean mayShip() {
        return options.shipping
                && !catalog.hasSpread()
                && transaction.logic().shippable()
                && !attempt.isDecided()
                && !onNic
                && (ordered ? attempt.rounds() <= HostWire.MOST_ROUNDS && !hashed.isRead(read) : attempt.rounds() == 1)
                && !seen.staysOnHost(transaction.type());
    }

    // Committing.

    /** All is executed, and all that was wanted is here. */
    private void commit(Step step) {
        if (ordered) {
            if (!lockedFirst && hashed.isWritten()) {
                beginAgainLocked(step);
                return;
            }
            AbortReason failure = shipped.changes(step);
            failure = failure == null ? local.lockWrites(step) : failure;
            failure = failure == null ? local.insert(step) : failure;
            if (failure != null) {
                fail(step, failure);
                return;
            }
            pending = shipped.fence(step);
            phase = Phase.PENDING;
            awaitRows(step);
            return;
        }
        committed(step);
    }

    /**
     * Shipped transactions that took effect before this one's locks may have rows on their way that it should have
     * seen.
     */
    private void awaitRows(Step step) {
        if (pending != Shipments.NONE && !shipments.isOver(step, pending)) {
            if (shipments.isAnyBlocked()) {
                fail(step, AbortReason.LOCKED);
            }
            return;
        }
        AbortReason failure = local.validate(step);
        if (failure == null && search.validates()) {
            phase = Phase.SEARCHING;
            search(step);
        } else {
            validated(step, failure);
        }
    }

    private void validated(Step step, AbortReason failure) {
        if (failure != null) {
            fail(step, failure);
            return;
        }
        local.installed();
        committed(step);
    }

    private void committed(Step step) {
        if (onNic || request.needsNic(local)) {
            onNic = true;
            send(step, request.ofDecided(step, local));
        } else {
            end(step, null);
        }
    }

    /**
     * What it writes is not, or not all, locked yet, and now is too late: it begins again as all of its type will from
     * now on.
     */
    private void beginAgainLocked(Step step) {
        seen.locksFirst(transaction.type());
        if (onNic) {
            fail(step, AbortReason.VALIDATION);
            return;
        }
        local.release(step);
        attempt.again();
        begun(step);
    }

    private void fail(Step step, AbortReason reason) {
        shipped.end(step);
        if (onNic) {
            send(step, request.ofAbort(step, Outcome.of(reason)));
        } else {
            end(step, reason);
        }
    }

    private void send(Step step, Message message) {
        if (queue.send(step, context, message)) {
            unsent = null;
            phase = Phase.ON_NIC;
        } else {
            unsent = message;
            phase = Phase.SENDING;
        }
    }

    // From the NIC.

    void answered(Step step, Message message) {
        Outcome outcome = Outcome.of(Wire.outcome(message));
        request.take(message);
        if (outcome == Outcome.OK && shipped.isShipped()) {
            shipped.committed(step);
            phase = Phase.INSERTING;
            putRows(step);
        } else if (message.kind() == Wire.VALUES) {
            read = transaction.accesses();
            if (attempt.isDecided()) {
                commit(step);
            } else {
                execute(step);
            }
        } else if (outcome == Outcome.ELSEWHERE) {
            shipped.refused(step);
            lockedFirst |= ordered;
            request.begin(transaction, plan, lockedFirst);
            send(step, request.ofWanted(step));
        } else {
            end(step, outcome.reason());
        }
        if (phase != Phase.ON_NIC) {
            step.ready(this);
        }
    }

    private void putRows(Step step) {
        if (shipped.putRows(step)) {
            end(step, null);
        }
    }
}
