// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;

/**
 * The commit of one attempt (HADES Table II): what the logic has written is stored, the own directory locked, all other
 * nodes are asked, and when they have agreed the rest cannot fail but for what software has to validate. One setup.
 */
final class Commit {
    /** How far a commit has got. */
    enum Progress {
        /** Call again, in a step of its own. */
        GOES_ON,
        /** A store was denied: call again after a while. */
        DENIED,
        /** Waits for other nodes. */
        AWAITS,
        /** All nodes have agreed. */
        AGREED,
        /** It cannot commit. */
        FAILED
    }

    private final HadesAttempt attempt;
    private final RemotePart remote;
    /** Null in a run in which no machine crashes. */
    private final DurableCopies copies;

    private final int ticket;
    private int next;
    private boolean decided;
    private AbortReason failure;

    Commit(HadesAttempt attempt, RemotePart remote, DurableCopies copies, int ticket) {
        this.attempt = attempt;
        this.remote = remote;
        this.copies = copies;
        this.ticket = ticket;
    }

    void begin() {
        next = 0;
        decided = false;
        failure = null;
    }

    AbortReason failure() {
        return failure;
    }

    /** Fetches an access to an ordered table, which is the coordinator's own. */
    AbortReason fetchOrdered(Step step, int access) {
        int node = attempt.footprint().node(access);
        if (node != attempt.setup().node()) {
            throw attempt.setup()
                    .tables()
                    .ordered()
                    .table(attempt.transaction().table(access))
                    .elsewhere(attempt.setup().node(), node);
        }
        int rows = attempt.transaction().accesses();
        Step metered = attempt.cpu().metered(step, CpuCategory.OTHER);
        AbortReason reason =
                attempt.ordered().fetch(metered, access, attempt.footprint().partition(access));
        double spentNs = attempt.cpu().spentNs();
        attempt.footprint().place(attempt.transaction(), attempt.run().placement());
        if (attempt.setup().options().hybrid()) {
            if (!attempt.transaction().mode(access).ranges()) {
                chargeSets(step, access, spentNs);
            }
            for (int row = rows; row < attempt.transaction().accesses(); row++) {
                chargeSets(step, row, 0);
            }
        }
        return reason;
    }

    /** HADES-H's software has the sets of all records of its own node (HADES V.D). */
    private void chargeSets(Step step, int access, double spentNs) {
        int valueBytes = attempt.orderedBytes(access);
        if (attempt.transaction().mode(access).writes()) {
            double readNs = attempt.costs().readBeforeWriteNs(valueBytes);
            attempt.cpu().chargeBeyond(step, CpuCategory.READ_BEFORE_WRITE, readNs, spentNs);
            attempt.cpu().charge(step, CpuCategory.MANAGE_SETS, attempt.costs().manageWriteSetNs(valueBytes));
        } else {
            attempt.cpu().charge(step, CpuCategory.MANAGE_SETS, attempt.costs().manageReadSetNs(valueBytes));
        }
    }

    /** Local Validation and new versions of records of ordered tables. */
    private void chargeOrdered(Step step) {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isOrdered(i) && !transaction.mode(i).ranges()) {
                attempt.cpu()
                        .charge(
                                step,
                                CpuCategory.CONFLICT_DETECTION,
                                attempt.costs().detectByReadNs(true));
                if (attempt.ordered().isStored(i)) {
                    double ns = attempt.costs().updateVersionNs(attempt.orderedBytes(i));
                    attempt.cpu().charge(step, CpuCategory.UPDATE_VERSION, ns);
                }
            }
        }
    }

    /**
     * One store, or all the rest: locks of ordered tables, then the directory's, then the question to the other nodes.
     */
    Progress advance(Step step, LocalPart local) {
        Transaction transaction = attempt.transaction();
        while (next < transaction.accesses()) {
            int access = next;
            boolean stores = attempt.isRecord(access)
                    && attempt.isStored(access)
                    && attempt.isOwn(access)
                    && !(transaction.isOverwrite(access) && !transaction.answered(access));
            if (!stores) {
                next++;
                continue;
            }
            Access done = local.store(step, access);
            if (done == Access.DONE) {
                next++;
                return Progress.GOES_ON;
            }
            return done == Access.DENIED
                    ? Progress.DENIED
                    : fail(attempt.tracker().reason());
        }
        AbortReason reason = attempt.ordered().lockWrites(step);
        if (reason == null) {
            reason = attempt.ordered().insert(step);
        }
        return reason == null ? lock(step, local) : fail(reason);
    }

    private Progress lock(Step step, LocalPart local) {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isRecord(i) && attempt.isOwn(i)) {
                local.declare(step, i);
            }
        }
        if (attempt.tracker().lock(step) != Access.DONE) {
            return fail(attempt.tracker().reason());
        }
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isRecord(i) && attempt.isStored(i)) {
                remote.write(step, i);
            }
        }
        if (copies != null) {
            copies.keep();
        }
        return attempt.tracker().intend(step, ticket) ? Progress.AWAITS : Progress.AGREED;
    }

    private Progress fail(AbortReason reason) {
        failure = reason;
        return Progress.FAILED;
    }

    /** Whether software has validated, too: it commits. */
    boolean isDecided() {
        return decided;
    }

    /**
     * All nodes have agreed: nothing can squash it now. Software looks again at what hardware has not watched; then it
     * commits.
     *
     * @return false if it has to be given up
     */
    boolean decide(Step step, LocalPart local) {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isRecord(i) && attempt.isOwn(i) && !local.isCurrent(step, i)) {
                return false;
            }
        }
        if (attempt.setup().options().hybrid()) {
            chargeOrdered(step);
        }
        if (attempt.ordered().validate(step) != null) {
            return false;
        }
        attempt.ordered().installed();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isRecord(i) && attempt.isStored(i)) {
                remote.nameVersions(i);
            }
        }
        nameOverwritten(transaction);
        decided = true;
        return true;
    }

    /**
     * Has it survive that it commits, where machines may crash.
     *
     * @return whether other nodes have to say that they know
     */
    boolean persist(Step step) {
        return copies != null && copies.decide(step);
    }

    /** A node knows that it commits; answers whether all do. */
    boolean persisted(Step step, Message message) {
        return copies.decided(step, message);
    }

    /** The end: what it has written is seen. */
    void finish(Step step, LocalPart local) {
        Transaction transaction = attempt.transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt.isRecord(i) && attempt.isStored(i)) {
                remote.noteVersions(i);
                if (attempt.isOwn(i)) {
                    local.publish(step, i);
                }
            }
        }
        attempt.tracker().finish(step);
        attempt.ordered().install(step);
    }

    /** A write that a later one of the same transaction replaces gets that one's version. */
    private void nameOverwritten(Transaction transaction) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (!attempt.isRecord(i) || !transaction.written(i) || attempt.isStored(i) || attempt.parts(i) > 1) {
                continue;
            }
            for (int later = i + 1; later < transaction.accesses(); later++) {
                if (attempt.footprint().leader(later) == attempt.footprint().leader(i) && attempt.isStored(later)) {
                    transaction.installed(i, transaction.installedVersion(later));
                }
            }
        }
    }
}
