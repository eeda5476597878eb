// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.occ.PhasedTransaction;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.LogAck;

/**
 * A coroutine that runs transactions (Xenic 2.2.1): it fetches what the logic asks for, locks what it writes, looks
 * again at what it read, logs at backups, and commits at primaries; or releases its locks. A phase asks all nodes at
 * once, each by a verb for each record or by one RPC, and ends when all have answered; the own node is asked directly.
 * Only RPCs that commit are one for each record. Only READs that fetch may wait for each other.
 *
 * <p>The transaction is reported when the log has it everywhere, and that is acknowledged; the coroutine takes the next
 * one when the primaries have answered, too, or at once.
 */
public final class Coordinator extends PhasedTransaction {
    private final CoordinatorSetup setup;
    private final DrtmAttempt attempt;

    private final Phase fetch;
    private final Phase lock;
    private final Phase validate;
    private final Phase log;
    private final Phase logAck;
    private final Phase commit;
    private final Phase release;

    /** Of one context of its thread, which gives it transactions. */
    public Coordinator(CoordinatorSetup setup, TransactionSource source, int context) {
        this.setup = setup;
        attempt = new DrtmAttempt(setup, this, source, context);
        fetch = new FetchPhase(attempt);
        lock = new LockPhase(attempt);
        validate = new ValidatePhase(attempt);
        log = new LogPhase(attempt);
        logAck = new LogAckPhase(attempt);
        commit = new CommitPhase(attempt);
        release = new ReleasePhase(attempt);
    }

    @Override
    protected Attempt current() {
        return attempt;
    }

    @Override
    protected Phase execution() {
        return fetch;
    }

    @Override
    protected Phase release() {
        return release;
    }

    @Override
    protected Phase after(Step step, Phase done) {
        if (done == fetch) {
            refuseNew();
            return lock;
        }
        if (done == lock) {
            return validate;
        }
        if (done == validate) {
            nameVersions();
            return log;
        }
        if (done == log && setup.options.logAck == LogAck.WHOLE) {
            return logAck;
        }
        if (done == log || done == logAck) {
            attempt.committed(step);
            return commit;
        }
        setup.committed.add(1);
        setup.tails.over(attempt.context());
        return null;
    }

    private void refuseNew() {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !transaction.found(i) && !attempt.isLocal(i)) {
                throw new IllegalStateException("DrTM+H's hash tables here hold a fixed set of records: key "
                        + transaction.key(i) + " of table " + transaction.table(i) + " is written, but there is none");
            }
        }
    }

    private void nameVersions() {
        Transaction transaction = attempt.transaction();
        attempt.local().installed();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !attempt.isLocal(i)) {
                int leader = attempt.footprint().leader(i);
                transaction.installed(i, transaction.readVersion(leader) + 1);
            }
        }
    }

    @Override
    protected void resumed(Step step) {
        step.busy(2 * setup.options.rpc.switchNs());
    }

    @Override
    protected void declared() {
        attempt.footprint().place(attempt.transaction(), setup.placement);
    }

    @Override
    protected void flush(Step step) {
        if (phase() == commit) {
            attempt.sendCommits(step);
        } else {
            attempt.requests().send(step);
        }
        attempt.verbs().ringDoorbells(step);
    }

    @Override
    protected boolean isWaiting() {
        return attempt.awaited() > 0;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        completed(step, attempt.verbs().completed(step, message), message);
        return !isWaiting();
    }

    /** A peer has answered the request of this phase; says whether that was the last answer awaited. */
    public boolean answered(Step step, Message reply) {
        if (Rpc.isPassive(reply)) {
            attempt.requests().answeredUnawaited(reply.sourceNode());
            return false;
        }
        attempt.requests().answered(reply.sourceNode());
        ((DrtmPhase) phase()).answered(step, postedFrom(), postedTo(), reply);
        return !isWaiting();
    }
}
