// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.wire.Answers;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * A transaction on the NIC that coordinates it (Xenic 4.2, thread C): it asks the primaries to lock and read, lets the
 * host or itself execute, looks again at what was only read, has the write set logged, reports, and has it committed. A
 * phase asks all nodes at once, the own one directly, and ends when all have answered. One core.
 */
final class NicTransaction {
    /** More than will ever be awaited: the remote NIC has not said yet how many backups will answer. */
    private static final int UNKNOWN = 1 << 16;

    /** Told when a transaction is over. */
    @FunctionalInterface
    interface Ended {
        /**
         * The transaction in a slot is over; nothing is done to it behind this, and the slot may be used again at once.
         */
        void ended(Step step, int slot);
    }

    private final NicSetup setup;
    private final int core;
    private final int slot;
    private final NicAttempt attempt;
    private final Transaction transaction;
    private final NicRequests requests;
    private final MultiHop multiHop;
    private final Outbox outbox;
    private final Ended ended;
    private final boolean combined;
    private final NicRequests.Awaits awaits = this::awaitOne;

    private NicPhase phase = NicPhase.FREE;
    private long use;
    private long host;
    private boolean decided;
    private int round;
    private int fetched;
    private int awaited;
    private int answers;
    private boolean current;
    private Outcome failure;

    /** For a slot of a core. */
    NicTransaction(NicSetup setup, int core, int slot, Outbox outbox, ShardServer server, Ended ended) {
        this.setup = setup;
        this.core = core;
        this.slot = slot;
        this.outbox = outbox;
        this.ended = ended;
        combined = setup.options().combinedOperations;
        attempt = new NicAttempt(setup);
        transaction = attempt.transaction();
        requests = new NicRequests(attempt, setup, outbox, server);
        multiHop = new MultiHop(attempt, setup, outbox, server);
    }

    /** The host's reference of the transaction. */
    long hostReference() {
        return host;
    }

    // From the host.

    /** Takes a transaction from the host. */
    void begin(Step step, Message message) {
        host = Wire.reference(message);
        decided = HostWire.isDecided(Wire.number(message));
        attempt.submit(message, Wire.reference(setup.node(), core, slot, ++use));
        if (decided) {
            attempt.allTold();
        }
        start(step, multiHop.isFitting() ? NicPhase.LOCK_LOCAL : NicPhase.EXECUTE);
    }

    private void start(Step step, NicPhase begin) {
        round = attempt.rounds();
        fetched = 0;
        failure = null;
        current = false;
        if (isTooLarge()) {
            abort(step, Outcome.EXHAUSTED);
        } else {
            enter(step, begin);
        }
    }

    private boolean isTooLarge() {
        return !combined && transaction.accesses() > setup.options().singleRequests;
    }

    /** The host has executed: it wants more, or has decided. */
    void executed(Step step, Message message) {
        Outcome outcome = Outcome.of(Wire.outcome(message));
        if (outcome.isRefusal()) {
            abort(step, outcome);
            return;
        }
        decided = HostWire.isDecided(Wire.number(message));
        attempt.execution(message);
        enter(step, NicPhase.EXECUTE);
    }

    // The order of phases.

    private void enter(Step step, NicPhase next) {
        phase = next;
        awaited = 1;
        answers = 0;
        requests.ask(step, next, fetched, awaits);
        arrived(step);
    }

    private void awaitOne() {
        awaited++;
        answers++;
    }

    /** A request is answered. */
    void answered(Step step, int kind, Outcome outcome, int with, RecordBatch batch) {
        if (kind == Wire.SHIPPED) {
            shipped(step, outcome, with, batch);
            return;
        }
        if (outcome.isRefusal()) {
            failure = outcome;
        } else if (kind == Wire.EXECUTED) {
            current = outcome == Outcome.CURRENT;
            for (int i = 0; i < batch.count(); i++) {
                int access = batch.tag(i);
                if (batch.mode(i).writes()) {
                    attempt.plan().lock(access);
                }
                if (!transaction.answered(access)) {
                    Answers.answer(transaction, access, batch, i);
                }
            }
        }
        arrived(step);
    }

    private void arrived(Step step) {
        if (--awaited > 0) {
            return;
        }
        if (failure == Outcome.EXHAUSTED && phase == NicPhase.LOCK_LOCAL) {
            executeHere(step);
            return;
        }
        if (failure != null) {
            abort(step, failure);
            return;
        }
        switch (phase) {
            case EXECUTE -> fetched(step);
            case LOCK -> enter(step, NicPhase.VALIDATE);
            case VALIDATE -> log(step);
            case LOG -> {
                report(step);
                enter(step, NicPhase.COMMIT);
            }
            case LOCK_LOCAL -> {
                phase = NicPhase.SHIPPED;
                awaited = UNKNOWN;
                multiHop.ship(step);
            }
            case SHIPPED -> {
                toHost(step, Wire.RESULT, Outcome.OK);
                phase = NicPhase.COMMIT;
                awaited = 1;
                multiHop.commit(step, awaits);
                arrived(step);
            }
            case COMMIT -> finish(step);
            default -> throw new IllegalStateException("nothing arrives in phase " + phase);
        }
    }

    private void fetched(Step step) {
        if (answers > 0) {
            current &= answers == 1 && fetched == 0;
        }
        AccessMap plan = attempt.plan();
        for (; fetched < transaction.accesses(); fetched++) {
            int leader = plan.leader(fetched);
            if (!transaction.answered(fetched)) {
                Answers.copy(transaction, attempt.latest(leader, fetched), transaction, fetched);
            } else if (leader != fetched
                    && !attempt.isOrdered(fetched)
                    && Answers.word(transaction, leader) != Answers.word(transaction, fetched)) {
                // Absent as of a version is not what is there at that version: a segment's count may be ahead of a
                // key's.
                abort(step, Outcome.CHANGED);
                return;
            }
        }
        if (decided) {
            prepare(step);
        } else if (attempt.isShippable()) {
            run(step);
        } else {
            phase = NicPhase.ON_HOST;
            toHost(step, Wire.VALUES, Outcome.OK);
        }
    }

    /** Executes on this core (Xenic 4.2.2). */
    private void run(Step step) {
        step.busy(transaction.logic().computeNs());
        Decision decision = transaction.run(round++);
        attempt.declared(fetched);
        if (decision == Decision.ABORT) {
            abort(step, Outcome.GIVEN_UP);
            return;
        }
        if (!attempt.takesInserts(fetched)) {
            abort(step, Outcome.ELSEWHERE);
            return;
        }
        decided = decision == Decision.COMMIT;
        if (fetched == transaction.accesses() && decided) {
            prepare(step);
        } else {
            enter(step, NicPhase.EXECUTE);
        }
    }

    /**
     * All is executed. What one request read of one shard need not be looked at again: its NIC has done so. Where
     * ordered tables have to do with it, too, that was before the host took its locks there.
     */
    private void prepare(Step step) {
        if (!attempt.fits()) {
            abort(step, Outcome.EXHAUSTED);
        } else if (current && combined && !attempt.usesOrder()) {
            log(step);
        } else {
            enter(step, NicPhase.LOCK);
        }
    }

    private void log(Step step) {
        phase = NicPhase.LOG;
        if (attempt.isShippable()) {
            setup.observer().executed(attempt.reference(), transaction, attempt.rounds());
        }
        setup.observer().installs(attempt.reference());
        awaited = 1;
        requests.log(step, awaits);
        arrived(step);
    }

    /** The remote NIC has executed it; the backups' answers may have come before, or come later. */
    private void shipped(Step step, Outcome outcome, int with, RecordBatch batch) {
        if (outcome == Outcome.ELSEWHERE) {
            if (with == Wire.EXECUTED) {
                setup.rounds().takesRounds(attempt.type());
            }
            executeHere(step);
        } else if (outcome.isRefusal()) {
            abort(step, outcome);
        } else {
            awaited += multiHop.executed(with, batch) + 1 - UNKNOWN;
            arrived(step);
        }
    }

    /**
     * Begins again, without multi-hop: there is no room in an index to lock, or to keep, what it only reads; or it
     * takes rounds.
     */
    private void executeHere(Step step) {
        requests.release(step);
        attempt.restart();
        start(step, NicPhase.EXECUTE);
    }

    // The end.

    private void abort(Step step, Outcome outcome) {
        requests.release(step);
        toHost(step, Wire.RESULT, outcome);
        finish(step);
    }

    /** Tells the host that it has committed. */
    private void report(Step step) {
        toHost(step, Wire.RESULT, Outcome.OK);
    }

    /**
     * Tells the host what was read, if it does not have it; or only how it ended, as when it may have been written
     * elsewhere.
     */
    private void toHost(Step step, int kind, Outcome outcome) {
        RecordBatch batch = outbox.batch();
        boolean readHere = phase != NicPhase.SHIPPED && attempt.isReadOnly();
        if (outcome == Outcome.OK && (!attempt.isShippable() || readHere)) {
            attempt.putUntold(batch);
        } else if (outcome == Outcome.OK && phase == NicPhase.SHIPPED) {
            multiHop.putOrderedWrites(batch);
        } else if (outcome == Outcome.OK) {
            attempt.putOrderedWrites(batch);
        }
        outbox.toHost(step, kind, host, outcome, HostWire.thread(host), slot, batch);
    }

    private void finish(Step step) {
        phase = NicPhase.FREE;
        ended.ended(step, slot);
    }
}
