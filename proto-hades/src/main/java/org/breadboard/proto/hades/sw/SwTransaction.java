package org.breadboard.proto.hades.sw;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * A context that runs transactions (HADES II): it executes their requests one after another, locks what they write, looks again at what
 * they only read, writes copies, and commits; or releases its locks. A request to another node blocks it, and the core's other
 * contexts run meanwhile. Time passes between requests and between phases, so others may come in between.
 */
final class SwTransaction extends Task {
    private final SwThread thread;
    private final TransactionSource source;
    private final int context;
    private final Attempt attempt;
    private final PhaseTimes times;

    private final Phase execute;
    private final Phase lock;
    private final Phase validate;
    private final Phase replicate;
    private final Phase install;
    private final Phase release;

    /** Null between transactions. */
    private Phase phase;

    private int item;
    private int round;
    private boolean decided;

    SwTransaction(SwThread thread, TransactionSource source, int context, PhaseTimes times) {
        this.thread = thread;
        this.source = source;
        this.context = context;
        attempt = new Attempt(thread, this);
        this.times = times;
        execute = new ExecutionPhase(attempt);
        lock = new LockPhase(attempt);
        validate = new ValidatePhase(attempt);
        replicate = new ReplicatePhase(attempt);
        install = new InstallPhase(attempt);
        release = new ReleasePhase(attempt);
    }

    @Override
    protected Next step(Step step) {
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
        times.begun(step);
        round = 0;
        runLogic(step);
        return Next.AGAIN;
    }

    /** Goes on until time has to pass. */
    private Next advance(Step step) {
        int items = phase.items();
        boolean stuck = false;
        boolean once = phase == execute;
        for (boolean more = true; more && item < items && mayPost(); more = !stuck && !once) {
            stuck = !phase.post(step, item);
            item += stuck ? 0 : 1;
        }
        attempt.verbs().ringDoorbells(thread.cpu().metered(step, phase.category()));
        boolean pausing = attempt.takePause();
        if (attempt.verbs().underWay() > 0 || pausing) {
            return Next.AWAIT;
        }
        if (!mayPost()) {
            enter(step, release);
        } else if (item == items) {
            phaseDone(step);
        } else if (stuck) {
            thread.cpu().charge(step, CpuCategory.OTHER, thread.options().pollNs());
        }
        return Next.AGAIN;
    }

    private boolean mayPost() {
        return attempt.failure() == null || phase == release;
    }

    private void enter(Step step, Phase next) {
        if (next == lock) {
            times.executed(step);
        }
        phase = next;
        phase.begin(step);
        item = phase.first();
    }

    private void runLogic(Step step) {
        Transaction transaction = attempt.transaction();
        thread.cpu().charge(step, CpuCategory.OTHER, transaction.logic().computeNs());
        Decision decision = transaction.logic().run(round++, transaction);
        if (decision == Decision.ABORT) {
            attempt.fail(AbortReason.APPLICATION);
            enter(step, release);
            return;
        }
        decided = decision == Decision.COMMIT;
        attempt.footprint().place(transaction, thread.placement());
        enter(step, decided && attempt.fetched() == transaction.accesses() ? lock : execute);
    }

    private void phaseDone(Step step) {
        if (phase == execute) {
            attempt.footprint().place(attempt.transaction(), thread.placement());
            attempt.fetchedAll();
            if (decided) {
                enter(step, lock);
            } else {
                runLogic(step);
            }
        } else if (phase == lock) {
            enter(step, validate);
        } else if (phase == validate) {
            times.validated(step);
            nameVersions();
            enter(step, thread.placement().replicas() > 1 ? replicate : install);
        } else if (phase == replicate) {
            enter(step, install);
        } else if (phase == install) {
            phase = null;
            times.committed(step);
            source.committed(step, context);
        } else {
            phase = null;
            source.aborted(step, context, attempt.failure());
        }
    }

    private void nameVersions() {
        Transaction transaction = attempt.transaction();
        attempt.ordered().installed();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !attempt.isOrdered(i)) {
                if (!attempt.footprint().hasPlace(i)) {
                    throw attempt.table(i).noPlace(transaction.key(i));
                }
                transaction.installed(
                        i, transaction.readVersion(attempt.footprint().leader(i)) + 1);
            }
        }
    }

    @Override
    protected boolean completed(Step step, Message message) {
        Step metered = thread.cpu().metered(step, phase.category());
        phase.completed(attempt.verbs().completed(metered, message), message);
        return attempt.verbs().underWay() == 0;
    }
}
