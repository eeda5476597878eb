package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Task;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.LocalTransaction;

/** One attempt at a transaction, as its phases share it: where its records are, what went wrong, what it asks of other nodes. */
final class DrtmAttempt extends Attempt {
    private final DrtmThread thread;
    private final Footprint footprint = new Footprint();
    private final LocalTransaction local;
    private final Verbs verbs;
    private final Requests requests;

    DrtmAttempt(DrtmThread thread, Task coordinator, TransactionSource source, int context) {
        super(source, context);
        this.thread = thread;
        local = new LocalTransaction(thread.locals());
        verbs = new Verbs(thread, coordinator);
        requests = new Requests(thread, context, coordinator.attempt());
    }

    @Override
    protected void begin() {
        super.begin();
        footprint.clear();
        local.begin(transaction());
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
        return thread.locals().isLocal(transaction().table(access));
    }

    /** Whether the write of an access is the one of its record that stays. */
    boolean isStored(int access) {
        return isLocal(access) ? local.isStored(access) : footprint.isLastWrite(transaction(), access);
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
        return verbs.window().underWay() + requests.underWay();
    }

    /** Whether the primary of an access is this node. */
    boolean isHere(int access) {
        return footprint.node(access) == thread.node();
    }
}
