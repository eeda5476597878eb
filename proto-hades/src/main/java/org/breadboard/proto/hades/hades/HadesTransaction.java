// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.PhaseTimes;
import org.breadboard.proto.hades.table.RecordIndex;

/**
 * A context that runs transactions, one after another (HADES V.A). Requests are executed in the order of the program,
 * one per step, so that the core's other transactions and the directory see them as they happen; a remote read blocks
 * the transaction. {@link Commit} has the rest.
 */
final class HadesTransaction extends Task {
    // Tickets: an access in the low bits, and what it is about.
    private static final int ACCESS = 0xffff;
    private static final int READ = 1 << 16;
    private static final int PREPARED = 2 << 16;
    private static final int LOCKED_FIRST = 3 << 16;
    private static final int AGREED = 4 << 16;

    private enum Phase {
        /** Between transactions. */
        IDLE,
        /** Wants a pair of filters. */
        BEGINNING,
        /** Executes requests. */
        EXECUTING,
        /** Waits for something that completes. */
        WAITING,
        /** Commits. */
        COMMITTING,
        /** All nodes have agreed. */
        AGREED,
        /** It commits, and waits until enough nodes know. */
        PERSISTING,
        /** Was squashed. */
        SQUASHED
    }

    private final HadesSetup setup;
    private final Tracker tracker;
    private final HadesAttempt attempt;
    private final RemotePart remote;
    private final LocalPart watched;
    private final LocalPart software;
    private final Commit commit;
    private final PhaseTimes times;
    private final CoveredRanges covered = new CoveredRanges();
    private final Touched touched = new Touched();

    private Phase phase = Phase.IDLE;
    private LocalPart local;
    private boolean locksFirst;
    private int squashes;
    private int next;
    private boolean charged;
    private int outstanding;

    HadesTransaction(
            HadesSetup setup,
            ConflictTracking tracking,
            Stage stage,
            TransactionSource source,
            int context,
            PhaseTimes times) {
        this.setup = setup;
        this.times = times;
        tracker = tracking.open(stage, this);
        attempt = new HadesAttempt(setup, tracker, source, context);
        remote = new RemotePart(attempt);
        watched = new WatchedPart(attempt);
        software = new SoftwarePart(attempt);
        DurableCopies copies = setup.log() == null ? null : new DurableCopies(attempt, this, context, setup.log());
        commit = new Commit(attempt, remote, copies, AGREED);
    }

    @Override
    protected Next step(Step step) {
        return switch (phase) {
            case IDLE -> next(step);
            case BEGINNING -> begin(step);
            case EXECUTING -> execute(step);
            case WAITING, PERSISTING -> Next.AWAIT;
            case COMMITTING -> commit(step);
            case AGREED -> finish(step);
            case SQUASHED -> giveUp(step, attempt.failure());
        };
    }

    private Next next(Step step) {
        Next wait = attempt.next(step, this);
        if (wait != null) {
            return wait;
        }
        locksFirst = squashes > setup.options().squashesBeforeLocking() && !covered.isEmpty();
        return begin(step);
    }

    private Next begin(Step step) {
        restart();
        times.begun(step);
        boolean hardware = !setup.options().hybrid();
        if (locksFirst) {
            covered.tell(tracker);
        }
        boolean begun = open(step, hardware);
        if (!begun && hardware) {
            // The node's filters have run out: software keeps the sets of its own records for a while (HADES VI).
            setup.degraded().add(1);
            hardware = false;
            begun = open(step, false);
        }
        if (!begun) {
            throw new IllegalStateException("the hardware does not begin a transaction that it need not watch");
        }
        local = hardware ? watched : software;
        next = 0;
        outstanding = 0;
        charged = false;
        if (locksFirst) {
            setup.lockedFirst().add(1);
            phase = Phase.WAITING;
            return Next.AWAIT;
        }
        return runLogic(step);
    }

    private boolean open(Step step, boolean hardware) {
        return locksFirst ? tracker.lockFirst(step, hardware, LOCKED_FIRST) : tracker.begin(step, hardware);
    }

    private Next runLogic(Step step) {
        if (attempt.run(step) == Decision.ABORT) {
            return giveUp(step, AbortReason.APPLICATION);
        }
        attempt.footprint().place(attempt.transaction(), setup.run().placement());
        phase = Phase.EXECUTING;
        return execute(step);
    }

    /** Executes one request. */
    private Next execute(Step step) {
        Transaction transaction = attempt.transaction();
        while (next < transaction.accesses() && (transaction.answered(next) || transaction.rangeOf(next) >= 0)) {
            next++;
        }
        if (next == transaction.accesses()) {
            return attempt.isDecided() ? startCommit(step) : runLogic(step);
        }
        if (!charged) {
            setup.cpu().charge(step, CpuCategory.OTHER, setup.options().costs().applicationNs());
            charged = true;
            if (!attempt.isOrdered(next)) {
                RecordIndex index = setup.tables().index(transaction.table(next));
                Step metered = setup.cpu().metered(step, CpuCategory.OTHER);
                attempt.footprint().stands(next, index.find(metered, transaction.key(next)));
            }
        }
        if (attempt.isOrdered(next)) {
            AbortReason reason = commit.fetchOrdered(step, next);
            return reason == null ? executed() : giveUp(step, reason);
        }
        if (!attempt.footprint().hasPlace(next)) {
            transaction.missing(next, 0);
            return executed();
        }
        if (!cover()) {
            // The execution takes another way than those before it: what it touches now is locked, too, from the start.
            tracker.abandon(step);
            attempt.ordered().release(step);
            attempt.again();
            phase = Phase.BEGINNING;
            return Next.AGAIN;
        }
        return attempt.isOwn(next) ? executeLocal(step) : executeRemote(step);
    }

    private Next executed() {
        next++;
        charged = false;
        return Next.AGAIN;
    }

    private Next executeLocal(Step step) {
        Access done = attempt.isBlind(next) ? local.overwrite(step, next) : local.fetch(step, next);
        return switch (done) {
            case DONE -> executed();
            case DENIED -> denied(step);
            case SQUASHED -> giveUp(step, tracker.reason());
        };
    }

    private Next denied(Step step) {
        step.timer(this, setup.options().deniedNs());
        return Next.AWAIT;
    }

    private Next executeRemote(Step step) {
        if (attempt.isBlind(next)) {
            outstanding += remote.prepare(step, next, PREPARED | next) ? 1 : 0;
            return executed();
        }
        remote.fetch(step, next, READ | next);
        phase = Phase.WAITING;
        return Next.AWAIT;
    }

    /** Remembers what the next request touches; false if the hardware holds locks that do not cover it. */
    private boolean cover() {
        Transaction transaction = attempt.transaction();
        boolean writes = transaction.mode(next).writes();
        int node = attempt.footprint().node(next);
        int partition = attempt.footprint().partition(next);
        String region = attempt.regionName(next);
        long slot = attempt.footprint().address(next);
        boolean whole = !attempt.isBlind(next) || attempt.isOwn(next) && local == software;
        touched.of(transaction, next, attempt.format(next), whole);
        long address = slot + touched.from();
        boolean known = !locksFirst || covered.covers(node, region, address, touched.lengthBytes(), writes);
        covered.add(node, region, address, touched.lengthBytes(), writes);
        // Hardware writes the other copies, and of them only what changes.
        touched.of(transaction, next, attempt.format(next), setup.log() != null && attempt.parts(next) == 1);
        for (int copy = 1; writes && copy < setup.run().placement().copies(partition); copy++) {
            int backup = setup.run().placement().node(partition, copy);
            covered.add(backup, region, slot + touched.from(), touched.lengthBytes(), true);
        }
        return known;
    }

    private Next startCommit(Step step) {
        for (int i = 0; i < next; i++) {
            if (attempt.transaction().written(i) && !attempt.isOrdered(i) && !attempt.isRecord(i)) {
                throw attempt.table(i).noPlace(attempt.transaction().key(i));
            }
        }
        phase = Phase.COMMITTING;
        times.executed(step);
        commit.begin();
        return outstanding > 0 ? Next.AWAIT : commit(step);
    }

    private Next commit(Step step) {
        if (outstanding > 0) {
            return Next.AWAIT;
        }
        return switch (commit.advance(step, local)) {
            case GOES_ON -> Next.AGAIN;
            case DENIED -> denied(step);
            case AWAITS -> Next.AWAIT;
            case AGREED -> finish(step);
            case FAILED -> giveUp(step, commit.failure());
        };
    }

    private Next finish(Step step) {
        if (tracker.isStalled(step)) {
            phase = Phase.AGREED;
            return denied(step);
        }
        if (!commit.isDecided()) {
            if (!commit.decide(step, local)) {
                return giveUp(step, AbortReason.VALIDATION);
            }
            if (commit.persist(step)) {
                phase = Phase.PERSISTING;
                return Next.AWAIT;
            }
        }
        commit.finish(step, local);
        restart();
        phase = Phase.IDLE;
        squashes = 0;
        covered.clear();
        times.validated(step);
        times.committed(step);
        attempt.committed(step);
        return Next.AGAIN;
    }

    private Next giveUp(Step step, AbortReason reason) {
        tracker.abandon(step);
        attempt.ordered().release(step);
        // A squash that is on its way is for this attempt.
        restart();
        phase = Phase.IDLE;
        if (reason == AbortReason.APPLICATION) {
            squashes = 0;
            covered.clear();
        } else {
            squashes++;
        }
        attempt.aborted(step, reason);
        return Next.AGAIN;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        if (phase == Phase.PERSISTING) {
            boolean all = commit.persisted(step, message);
            phase = all ? Phase.AGREED : phase;
            return all;
        }
        int access = message.kind() & ACCESS;
        switch (message.kind() & ~ACCESS) {
            case READ -> {
                remote.read(access, message);
                executed();
                phase = Phase.EXECUTING;
            }
            case PREPARED -> {
                outstanding--;
                return phase == Phase.COMMITTING && outstanding == 0;
            }
            case LOCKED_FIRST -> phase = Phase.EXECUTING;
            case AGREED -> phase = Phase.AGREED;
            default -> throw new IllegalStateException("no operation has ticket " + message.kind());
        }
        return true;
    }

    @Override
    protected boolean squashed(Step step) {
        restart();
        attempt.fail(tracker.reason());
        phase = Phase.SQUASHED;
        return true;
    }
}
