// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * A client: it executes a transaction, submits it, and when it is aborted takes the corrections and does so again at
 * once (NOCC 2). Within one shard a transaction is one request; over several, which NOCC does not have, it is prepared
 * at each and then decided.
 *
 * <p><b>Twins.</b> What the switch turned round may have a twin, by duplication or since it was sent again, that
 * commits. So after a turned-round attempt nothing counts as the transaction's end before its store has spoken: either
 * the answer to a later attempt, which says so if an earlier one has committed
 * ({@link org.breadboard.proto.nocc.packet.RequestId}), or to an empty request.
 *
 * <p>Where switches serve reads, such an answer is no turned-round attempt, since a read leaves nothing behind at a
 * store.
 *
 * <p><b>Wrong switches.</b> Only a store puts right what a switch has wrong, in an answer that the switch looks at.
 * Where what a transaction accesses follows from what it has read, the request that believes the switch may be one with
 * more operations than it looks at; then it never learns. So a client whose transaction was turned round, and then
 * found stale by the store, again and again, submits it so that no switch judges it.
 */
final class NoccClient extends Task {
    /**
     * How often in a transaction a store has to contradict a switch before switches are passed by. No setting: it only
     * has to be rare where switches are right in the end.
     */
    private static final int MOST_CONTRADICTED = 64;

    private enum Phase {
        NEXT,
        FETCH,
        ASK,
        COMMIT,
        PREPARE,
        DECIDE
    }

    private final ClientThread thread;
    private final Attempt attempt;
    private final Lane[] lanes;
    private final Submission submission;
    private final ValueCache cache = new ValueCache();
    private final Execution execution;
    private final Answers answers;

    private Phase phase = Phase.NEXT;
    private Transaction transaction;
    private Execution.State state;
    private int outstanding;
    /** Whether all that was read came in one answer of one store, so that there is nothing to compare. */
    private boolean readAtOnce;

    /**
     * Whether the next attempt is one at the same transaction, for whose sake corrections are kept: the store may never
     * hear of another.
     */
    private boolean isCorrected;

    /** Whether the last attempt at this transaction was turned round. */
    private boolean isTurnedRound;

    /** How often in this transaction a store has found stale what a switch had told right before. */
    private int contradicted;

    /** Null where no machine may crash. */
    private final Turns turns;

    /** The number under which the transaction was last prepared. */
    private int preparing;

    /**
     * A client.
     *
     * @param turns gives the numbers of its lanes' requests; null where no machine may crash
     */
    NoccClient(
            ClientThread thread,
            TransactionSource source,
            int context,
            Lane[] lanes,
            Submission submission,
            Turns turns) {
        this.turns = turns;
        this.thread = thread;
        attempt = new Attempt(source, context);
        this.lanes = lanes;
        this.submission = submission;
        execution = new Execution(attempt, thread.valueBytes(), cache, submission, thread.format());
        answers = new Answers(lanes, cache);
    }

    /** A packet for this client from a store's node. */
    void receive(Step step, int store, byte[] bytes) {
        if (lanes[store].accept(bytes) && --outstanding == 0) {
            step.ready(this);
        }
    }

    /** Sends again what has waited too long; when the next will have, in ns since the run began, or infinity. */
    double resendLate(Step step, double timeoutNs) {
        double soonestNs = Double.POSITIVE_INFINITY;
        for (Lane lane : lanes) {
            if (lane.awaits()) {
                if (lane.resendNs(timeoutNs) <= step.nowNs()) {
                    thread.resent();
                    lane.resend(step);
                }
                soonestNs = Math.min(soonestNs, lane.resendNs(timeoutNs));
            }
        }
        return soonestNs;
    }

    @Override
    protected Next step(Step step) {
        if (outstanding > 0) {
            return Next.AWAIT;
        }
        if (phase == Phase.NEXT) {
            return begin(step);
        }
        for (Lane lane : lanes) {
            if (lane.isAnswered() && lane.earlierCommitted()) {
                return earlierCommitted(step, lane);
            }
        }
        return switch (phase) {
            case FETCH -> fetched(step);
            case ASK -> {
                absorb();
                yield answers.failure() == null ? conclude(step) : over(step);
            }
            case COMMIT -> answered(step);
            case PREPARE -> prepared(step);
            default -> decided(step);
        };
    }

    private Next begin(Step step) {
        Next wait = attempt.next(step, this);
        if (wait != null) {
            return wait;
        }
        if (!isCorrected && cache.size() > thread.cacheKeys()) {
            cache.clear();
        }
        thread.work(step);
        transaction = attempt.transaction();
        execution.begin(isCorrected);
        if (!isCorrected) {
            isTurnedRound = false;
            contradicted = 0;
        }
        isCorrected = false;
        readAtOnce = false;
        answers.failure(null);
        return execute(step);
    }

    private Next execute(Step step) {
        state = execution.run(step);
        if (state != Execution.State.NEEDS_VALUES) {
            return conclude(step);
        }
        readAtOnce = execution.isReadTransaction() && submission.stores() == 1;
        return fetch(step);
    }

    private Next fetch(Step step) {
        return send(step, Phase.FETCH, Wire.REQUEST, Wire.OK);
    }

    private Next fetched(Step step) {
        boolean read = execution.isReadTransaction();
        absorb();
        if (answers.failure() != null) {
            return over(step);
        }
        execution.answer();
        if (read && !thread.format().hasVersions()) {
            submission.witnessed(transaction);
        }
        int accesses = transaction.accesses();
        state = execution.run(step);
        readAtOnce &= transaction.accesses() == accesses;
        return state == Execution.State.NEEDS_VALUES ? fetch(step) : conclude(step);
    }

    /** The logic has come to its end: nothing, one request, or one for each of several stores. */
    private Next conclude(Step step) {
        boolean submits = state == Execution.State.COMMITS && !readAtOnce;
        if (submits) {
            submission.commit(transaction);
        }
        int stores = submits ? submission.stores() : 0;
        boolean retries = stores == 1 && submission.first() == answers.unresolved();
        if (answers.unresolved() != null && !retries) {
            submission.clear(transaction);
            return ask(step);
        }
        if (state == Execution.State.GIVES_UP) {
            answers.failure(AbortReason.APPLICATION);
            return over(step);
        }
        if (stores == 0) {
            return committed(step);
        }
        if (stores > 1 && turns != null) {
            prepareUnderOneNumber();
        }
        if (contradicted > MOST_CONTRADICTED) {
            submission.passSwitchesBy();
        }
        if (stores == 1) {
            return send(step, Phase.COMMIT, Wire.REQUEST, Wire.OK);
        }
        return send(step, Phase.PREPARE, Wire.PREPARE, Wire.OK);
    }

    /** So that what logs of several stores have can be told to be one transaction. */
    private void prepareUnderOneNumber() {
        submission.countRecords();
        preparing = turns.begin();
        for (Lane lane : lanes) {
            lane.isPart(lane.ops().count() > 0);
            if (lane.isPart()) {
                lane.take(preparing);
            }
        }
    }

    /**
     * The configuration has ended, and all stands still: tells what the attempt under way, or one before it that a
     * switch turned round, would install. Only a store can have let one take effect, and it has told which.
     */
    void interrupted() {
        if (transaction == null) {
            return;
        }
        if (phase == Phase.PREPARE || phase == Phase.DECIDE) {
            submission.sign(transaction);
            if (!submission.tellPrepared(transaction, preparing)) {
                transaction.withdrawn();
            }
            return;
        }
        for (Lane lane : lanes) {
            if (lane.hasEffect(submission.row(lane))) {
                tookEffect(lane, submission.row(lane).effect());
                return;
            }
        }
        transaction.withdrawn();
    }

    private void tookEffect(Lane lane, int request) {
        boolean isLast = phase == Phase.COMMIT && lane.isNumber(request);
        if (!isLast) {
            execution.replay(lane.attempt(request));
            submission.commit(transaction);
        }
        submission.sign(transaction);
        lane.answeredAs(request);
        submission.witnessed(transaction);
        submission.installed(transaction);
    }

    /** Asks the store that has not spoken what it has done. */
    private Next ask(Step step) {
        phase = Phase.ASK;
        outstanding = 1;
        answers.unresolved().send(step, Wire.REQUEST, Wire.OK);
        thread.arm(step);
        return Next.AWAIT;
    }

    private Next send(Step step, Phase next, int type, int status) {
        phase = next;
        for (Lane lane : lanes) {
            if (lane.ops().count() > 0 || next == Phase.DECIDE && lane.isPart()) {
                outstanding++;
                thread.workOn(step, lane.ops().count());
                lane.send(step, next == Phase.FETCH && needsStore(lane) ? type | Wire.FRESH : type, status);
            }
        }
        thread.arm(step);
        return Next.AWAIT;
    }

    /** Whether no switch is to serve what is fetched. */
    private boolean needsStore(Lane lane) {
        return thread.format().hasVersions() && lane.hasServedEnough();
    }

    private Next answered(Step step) {
        Lane lane = submission.first();
        if (lane.answerStatus() == Wire.OK) {
            submission.witnessed(transaction);
            submission.installed(transaction);
            absorb();
            return committed(step);
        }
        absorb();
        return over(step);
    }

    private Next prepared(Step step) {
        boolean all = true;
        for (Lane lane : lanes) {
            all &= lane.ops().count() == 0 || lane.answerStatus() == Wire.OK;
            lane.isPart(lane.ops().count() > 0);
        }
        if (all) {
            submission.witnessed(transaction);
        }
        absorb();
        answers.resolve(); // a prepared twin is undone by the decision
        if (all) {
            submission.forget();
        } else {
            submission.revert();
        }
        return send(step, Phase.DECIDE, Wire.DECIDE, all ? Wire.OK : Wire.ABORT);
    }

    private Next decided(Step step) {
        if (answers.failure() == null) {
            submission.installed(transaction);
            absorb();
            return committed(step);
        }
        AbortReason reason = answers.failure();
        absorb();
        answers.failure(reason);
        return over(step);
    }

    /** Takes over what the answers say. */
    private void absorb() {
        for (Lane lane : lanes) {
            if (lane.isAnswered() && lane.answerStatus() == Wire.BADREQ) {
                throw badRequest(lane);
            }
        }
        answers.take();
    }

    private IllegalStateException badRequest(Lane lane) {
        boolean mayLack = (phase == Phase.COMMIT || phase == Phase.PREPARE) && submission.writesUnread(transaction);
        return new IllegalStateException("the store on node " + lane.store() + " can make nothing of a request of "
                + transaction.logic().name() + ": "
                + (mayLack ? "it writes a record that the store does not have, or it" : "it")
                + " did not arrive as it was sent");
    }

    /** The attempt did not commit. */
    private Next over(Step step) {
        AbortReason reason = answers.failure();
        if (answers.unresolved() != null && reason == AbortReason.LOCKED) {
            submission.clear(transaction); // a back-off may be the last that is heard of this transaction
            return ask(step);
        }
        phase = Phase.NEXT;
        contradicted += isTurnedRound && reason == AbortReason.VALIDATION ? 1 : 0;
        isTurnedRound = reason == AbortReason.EARLY;
        if (reason == AbortReason.VALIDATION || reason == AbortReason.EARLY) {
            attempt.corrected(step, reason);
            isCorrected = true;
            return begin(step);
        }
        attempt.aborted(step, reason);
        return Next.AGAIN;
    }

    private Next committed(Step step) {
        phase = Phase.NEXT;
        attempt.committed(step);
        return Next.AGAIN;
    }

    private Next earlierCommitted(Step step, Lane lane) {
        thread.twin();
        byte[] packet = lane.attempt(lane.answered());
        execution.replay(step, packet);
        submission.commit(transaction);
        submission.witnessed(transaction);
        submission.installed(transaction);
        answers.failure(null);
        absorb();
        return committed(step);
    }
}
