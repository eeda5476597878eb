package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * A coroutine that runs transactions (Xenic 2.2.1): it fetches what the logic asks for, locks what it writes, looks again at what it
 * read, logs at backups, and commits at primaries; or releases its locks. A phase asks all nodes at once, each by a verb for
 * each record or by one RPC, and ends when all have answered; the own node is asked directly.
 *
 * <p>The transaction is reported when the log has it everywhere; the coroutine takes the next one when the primaries have
 * answered, too.
 */
final class Coordinator extends Task {
    private final DrtmThread thread;
    private final TransactionSource source;
    private final int context;
    private final Attempt attempt;

    private final Phase fetch;
    private final Phase lock;
    private final Phase validate;
    private final Phase log;
    private final Phase commit;
    private final Phase release;

    /** Null between transactions. */
    private Phase phase;

    private int item;
    /** The first item of those that were posted together. */
    private int posting;

    private int round;
    private boolean decided;

    Coordinator(DrtmThread thread, TransactionSource source, int context) {
        this.thread = thread;
        this.source = source;
        this.context = context;
        attempt = new Attempt(thread, this, context);
        fetch = new FetchPhase(attempt);
        lock = new LockPhase(attempt);
        validate = new ValidatePhase(attempt);
        log = new LogPhase(attempt);
        commit = new CommitPhase(attempt);
        release = new ReleasePhase(attempt);
    }

    @Override
    protected Next step(Step step) {
        step.busy(2 * thread.options().switchNs());
        return phase == null ? begin(step) : advance(step);
    }

    private Next begin(Step step) {
        double waitNs = source.next(step, context);
        if (waitNs == TransactionSource.STOP) {
            return Next.DONE;
        }
        if (waitNs != TransactionSource.NOW) {
            step.timer(this, waitNs);
            return Next.AWAIT;
        }
        attempt.begin(source.transaction(context));
        round = 0;
        runLogic(step);
        return advance(step);
    }

    /** Goes on until something has to be waited for. */
    private Next advance(Step step) {
        while (phase != null) {
            int items = phase.items();
            posting = item;
            while (item < items && (attempt.failure() == null || phase == release) && phase.post(step, item)) {
                item++;
            }
            attempt.requests().send(step);
            attempt.verbs().ringDoorbells(step);
            if (attempt.awaited() > 0) {
                return Next.AWAIT;
            }
            if (attempt.failure() != null && phase != release) {
                enter(step, release);
            } else if (item < items) {
                return Next.AGAIN;
            } else {
                phaseDone(step);
            }
        }
        return Next.AGAIN;
    }

    private void enter(Step step, Phase next) {
        phase = next;
        phase.begin(step);
        item = phase.first();
    }

    private void abort(Step step, AbortReason reason) {
        attempt.fail(reason);
        enter(step, release);
    }

    private void runLogic(Step step) {
        Transaction transaction = attempt.transaction();
        step.busy(transaction.logic().computeNs());
        Decision decision = transaction.logic().run(round++, transaction);
        if (decision == Decision.ABORT) {
            abort(step, AbortReason.APPLICATION);
            return;
        }
        decided = decision == Decision.COMMIT;
        attempt.footprint().place(transaction, thread.placement());
        if (decided && attempt.fetched() == transaction.accesses()) {
            decide(step);
        } else {
            enter(step, fetch);
        }
    }

    /** The logic has all it wants. */
    private void decide(Step step) {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !transaction.found(i) && !attempt.isLocal(i)) {
                throw new IllegalStateException("DrTM+H's hash tables here hold a fixed set of records: key "
                        + transaction.key(i) + " of table " + transaction.table(i) + " is written, but there is none");
            }
        }
        enter(step, lock);
    }

    private void phaseDone(Step step) {
        if (phase == fetch) {
            attempt.footprint().place(attempt.transaction(), thread.placement());
            attempt.fetchedAll();
            if (decided) {
                decide(step);
            } else {
                runLogic(step);
            }
        } else if (phase == lock) {
            enter(step, validate);
        } else if (phase == validate) {
            nameVersions();
            enter(step, log);
        } else if (phase == log) {
            source.committed(step, context);
            enter(step, commit);
        } else if (phase == commit) {
            phase = null;
        } else {
            phase = null;
            source.aborted(step, context, attempt.failure());
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
    protected boolean completed(Step step, Message message) {
        phase.completed(step, attempt.verbs().completed(step, message), message);
        return attempt.awaited() == 0;
    }

    /** A peer has answered the request of this phase; says whether that was the last answer awaited. */
    boolean answered(Step step, Message reply) {
        attempt.requests().answered();
        phase.answered(step, posting, item, reply);
        return attempt.awaited() == 0;
    }
}
