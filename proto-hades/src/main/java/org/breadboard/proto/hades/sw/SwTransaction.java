// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.occ.PhasedTransaction;
import org.breadboard.kit.occ.VerbWindow;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.PhaseTimes;

/**
 * A context that runs transactions (HADES II): it executes their requests one after another, locks what they write,
 * looks again at what they only read, writes copies, and commits; or releases its locks. A request to another node
 * blocks it, and the core's other contexts run meanwhile. Time passes between requests and between phases, so others
 * may come in between.
 */
final class SwTransaction extends PhasedTransaction {
    private final SwSetup setup;
    private final SwAttempt attempt;
    private final PhaseTimes times;

    private final SwPhase execute;
    private final SwPhase lock;
    private final SwPhase validate;
    private final SwPhase log;
    private final SwPhase replicate;
    private final SwPhase install;
    private final SwPhase release;

    SwTransaction(SwSetup setup, TransactionSource source, int context, PhaseTimes times) {
        this.setup = setup;
        attempt = new SwAttempt(setup, this, source, context);
        this.times = times;
        execute = new ExecutionPhase(attempt);
        lock = new LockPhase(attempt);
        validate = new ValidatePhase(attempt);
        log = new LogPhase(attempt);
        replicate = new ReplicatePhase(attempt);
        install = new InstallPhase(attempt);
        release = new ReleasePhase(attempt);
    }

    @Override
    protected SwAttempt current() {
        return attempt;
    }

    @Override
    protected Phase execution() {
        return execute;
    }

    @Override
    protected Phase release() {
        return release;
    }

    @Override
    protected Phase after(Step step, Phase done) {
        if (done == execute) {
            times.executed(step);
            return lock;
        }
        if (done == lock) {
            return validate;
        }
        if (done == validate) {
            times.validated(step);
            nameVersions();
            return setup.log() != null ? log : logged();
        }
        if (done == log) {
            return logged();
        }
        if (done == replicate) {
            return install;
        }
        times.committed(step);
        attempt.committed(step);
        return null;
    }

    private Phase logged() {
        return setup.placement().replicas() > 1 ? replicate : install;
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
    protected void begun(Step step) {
        times.begun(step);
    }

    @Override
    protected void declared() {
        attempt.footprint().place(attempt.transaction(), setup.placement());
    }

    @Override
    protected Step logicStep(Step step) {
        return setup.cpu().metered(step, CpuCategory.OTHER);
    }

    @Override
    protected boolean yieldsBetweenPhases() {
        return true;
    }

    @Override
    protected void flush(Step step) {
        attempt.verbs().window().ringDoorbells(metered(step));
    }

    @Override
    protected boolean isWaiting() {
        boolean pausing = attempt.takePause();
        return pausing || attempt.verbs().window().underWay() > 0;
    }

    @Override
    protected void stuck(Step step) {
        setup.cpu().charge(step, CpuCategory.OTHER, setup.options().pollNs);
    }

    private Step metered(Step step) {
        return setup.cpu().metered(step, ((SwPhase) phase()).category());
    }

    @Override
    protected boolean completed(Step step, Message message) {
        VerbWindow window = attempt.verbs().window();
        completed(step, window.completed(metered(step), message), message);
        return window.underWay() == 0;
    }
}
