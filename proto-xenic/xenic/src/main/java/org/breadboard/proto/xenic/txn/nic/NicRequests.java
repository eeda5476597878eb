// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.setup.Breakage;
import org.breadboard.proto.xenic.txn.wire.Answers;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What each phase of a transaction asks of other NICs, and of its own: one request for all that concerns a node; or,
 * without combined operations, one for each record (Xenic 5.7). One core.
 */
final class NicRequests {
    private final NicAttempt attempt;
    private final NicSetup setup;
    private final int nodes;
    private final boolean combined;
    private final boolean validates;
    private final Outbox outbox;
    private final ShardServer server;
    private final Transaction transaction;
    private final AccessMap plan;
    private boolean[] asked = new boolean[16];
    private NicPhase phase;
    private boolean first;

    NicRequests(NicAttempt attempt, NicSetup setup, Outbox outbox, ShardServer server) {
        this.attempt = attempt;
        this.outbox = outbox;
        this.server = server;
        this.setup = setup;
        nodes = setup.nodes();
        combined = setup.options().combinedOperations;
        validates = setup.options().breakage != Breakage.SKIP_VALIDATION;
        transaction = attempt.transaction();
        plan = attempt.plan();
    }

    /** Told before a request is sent that will be answered: the answer may come at once. */
    interface Awaits {
        /** One more answer is awaited. */
        void one();
    }

    /**
     * Asks what a phase asks about records.
     *
     * @param fetched how many accesses were fetched by earlier phases
     */
    void ask(Step step, NicPhase now, int fetched, Awaits awaits) {
        phase = now;
        first = fetched == 0;
        int accesses = transaction.accesses();
        if (accesses > asked.length) {
            asked = new boolean[2 * accesses];
        }
        Arrays.fill(asked, 0, accesses, true);
        for (int i = 0; i < accesses; i++) {
            asked[i] = !wants(i);
        }
        for (int i = 0; i < accesses; i++) {
            if (!asked[i]) {
                ask(step, i, awaits);
            }
        }
    }

    private boolean wants(int i) {
        if (attempt.isOrdered(i) || plan.leader(i) != i && phase != NicPhase.EXECUTE) {
            return false;
        }
        return switch (phase) {
            case EXECUTE -> !transaction.answered(i) && isAskedFirst(i);
            case LOCK -> plan.lastWrite(transaction, i) >= 0 && !plan.isLocked(i);
            case VALIDATE -> !plan.isLocked(i) && validates;
            case COMMIT -> plan.isLocked(i) || plan.lastWrite(transaction, i) >= 0;
            case LOCK_LOCAL -> attempt.isHere(i);
            default -> throw new IllegalStateException("phase " + phase + " asks nobody about records");
        };
    }

    /**
     * Of the accesses to one record, the first unanswered one is asked about, unless an earlier one has the answer. A
     * record that is locked was read then, and is not asked for again: who is refused one lock of a request is given
     * none of them, so one that was held before would be lost.
     */
    private boolean isAskedFirst(int i) {
        int leader = plan.leader(i);
        if (leader == i) {
            return true;
        }
        boolean locks = attempt.locksWhatItReads() && plan.mayWrite(transaction, leader, i);
        if (plan.isLocked(leader) || !locks && attempt.hasRecord(attempt.latest(leader, i))) {
            return false;
        }
        for (int j = leader; j < i; j++) {
            if (plan.leader(j) == leader && !transaction.answered(j)) {
                return false;
            }
        }
        return true;
    }

    private void ask(Step step, int from, Awaits awaits) {
        RecordBatch batch = outbox.batch();
        int node = plan.node(from);
        boolean writes = false;
        for (int i = from; i < transaction.accesses(); i++) {
            if (!asked[i] && plan.node(i) == node) {
                asked[i] = true;
                writes |= put(batch, i);
                if (!combined) {
                    break;
                }
            }
        }
        int kind = switch (phase) {
            case EXECUTE, LOCK, LOCK_LOCAL -> Wire.EXECUTE;
            case VALIDATE -> Wire.VALIDATE;
            default -> writes ? Wire.COMMIT : Wire.RELEASE;
        };
        if (kind != Wire.RELEASE) {
            awaits.one();
        }
        boolean alone = phase == NicPhase.EXECUTE && first && batch.count() == attempt.hashed();
        server.request(step, kind, attempt.reference(), node, alone ? Wire.ALONE : 0, batch);
    }

    /** Puts what the phase says of an access into a request; whether it writes. */
    private boolean put(RecordBatch batch, int i) {
        boolean locks = phase == NicPhase.EXECUTE
                ? attempt.locksWhatItReads() && plan.mayWrite(transaction, plan.leader(i), i)
                : phase != NicPhase.VALIDATE;
        int at = add(batch, i, locks ? AccessMode.UPDATE : AccessMode.READ);
        if (phase == NicPhase.LOCK || phase == NicPhase.VALIDATE || isAbsentSoFar(i)) {
            batch.set(at, RecordBatch.ANSWERED);
            batch.word(at, Answers.word(transaction, plan.leader(i)));
        }
        int write = phase == NicPhase.COMMIT ? plan.lastWrite(transaction, i) : -1;
        if (write >= 0) {
            Answers.putWrite(batch, at, transaction, write);
        }
        return write >= 0;
    }

    /**
     * Whether an access is fetched to a record that was absent before. It is compared rather than read again: the host
     * may have said as of a later version than the index has, which the index takes over only when it compares.
     */
    private boolean isAbsentSoFar(int i) {
        int leader = plan.leader(i);
        return phase == NicPhase.EXECUTE && transaction.answered(leader) && !transaction.found(leader);
    }

    private int add(RecordBatch batch, int i, AccessMode mode) {
        return batch.add(mode, transaction.table(i), plan.partition(i), transaction.key(i), i);
    }

    /**
     * Has each node log what it keeps, records of the host's ordered tables with the others; each is told how many
     * records are written in all.
     */
    void log(Step step, Awaits awaits) {
        RecordBatch ordered = attempt.ordered();
        int writes = ordered.count();
        for (int i = 0; i < transaction.accesses(); i++) {
            writes += plan.leadsWrite(transaction, i) ? 1 : 0;
        }
        for (int node = 0; node < nodes; node++) {
            RecordBatch batch = outbox.batch();
            for (int i = 0; i < transaction.accesses(); i++) {
                int write = plan.leader(i) == i ? plan.lastWrite(transaction, i) : -1;
                if (write >= 0 && setup.logs(plan.partition(i), node)) {
                    Answers.putWrite(batch, add(batch, i, transaction.mode(write)), transaction, write);
                }
            }
            for (int i = 0; i < ordered.count(); i++) {
                if (setup.logs(ordered.partition(i), node)) {
                    batch.add(ordered, i);
                }
            }
            if (batch.count() > 0) {
                awaits.one();
                server.request(step, Wire.LOG, attempt.reference(), node, writes, batch);
            }
        }
    }

    /** Gives all locks back; nobody answers. */
    void release(Step step) {
        for (int from = 0; from < transaction.accesses(); from++) {
            RecordBatch batch = outbox.batch();
            for (int i = from; i < transaction.accesses(); i++) {
                if (plan.leader(i) == i && plan.isLocked(i) && plan.node(i) == plan.node(from)) {
                    plan.unlock(i);
                    add(batch, i, AccessMode.UPDATE);
                }
            }
            if (batch.count() > 0) {
                server.request(step, Wire.RELEASE, attempt.reference(), plan.node(from), 0, batch);
            }
        }
    }
}
