package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.store.LocalTransaction;
import org.breadboard.api.txn.Transaction;

/** One attempt at a transaction, as its phases share it: where its records are, what went wrong, what it asks of other nodes. */
final class Attempt {
    private final DrtmThread thread;
    private final Footprint footprint = new Footprint();
    private final LocalTransaction local;
    private final Verbs verbs;
    private final Requests requests;
    private Transaction transaction;
    private int fetched;
    private AbortReason failure;

    Attempt(DrtmThread thread, Task coordinator, int context) {
        this.thread = thread;
        local = new LocalTransaction(thread.locals());
        verbs = new Verbs(thread, coordinator);
        requests = new Requests(thread, context, coordinator.attempt());
    }

    /** Begins another attempt. */
    void begin(Transaction next) {
        transaction = next;
        footprint.clear();
        local.begin(next);
        fetched = 0;
        failure = null;
    }

    Transaction transaction() {
        return transaction;
    }

    Footprint footprint() {
        return footprint;
    }

    /** Its part in ordered tables. */
    LocalTransaction local() {
        return local;
    }

    /** Whether an access is to an ordered table, and so no matter of verbs and RPCs. */
    boolean isLocal(int access) {
        return thread.locals().isLocal(transaction.table(access));
    }

    /** Whether the write of an access is the one of its record that stays. */
    boolean isStored(int access) {
        return isLocal(access) ? local.isStored(access) : footprint.isLastWrite(transaction, access);
    }

    DrtmThread thread() {
        return thread;
    }

    DrtmOptions options() {
        return thread.options();
    }

    Verbs verbs() {
        return verbs;
    }

    Requests requests() {
        return requests;
    }

    /** How many answers of other nodes are awaited. */
    int awaited() {
        return verbs.underWay() + requests.underWay();
    }

    /** How many of its accesses are fetched: those before this one. */
    int fetched() {
        return fetched;
    }

    /** All accesses so far are fetched. */
    void fetchedAll() {
        fetched = transaction.accesses();
    }

    /** Whether the primary of an access is this node. */
    boolean isHere(int access) {
        return footprint.node(access) == thread.node();
    }

    /** It cannot commit, if there is a reason; the first one counts. */
    void fail(AbortReason reason) {
        failure = failure == null ? reason : failure;
    }

    /** Why it cannot commit, or null. */
    AbortReason failure() {
        return failure;
    }
}
