// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * Locks what is written, each record once, if it still has the version that was read; not what the request that read it
 * has locked.
 */
final class LockPhase extends DrtmPhase {
    LockPhase(DrtmAttempt attempt) {
        super(attempt);
    }

    /**
     * Ordered tables first, since what meets a lock there has sent nothing yet; inserts are in place before anything is
     * validated.
     */
    @Override
    protected void begin(Step step) {
        AbortReason failure = attempt().local().lockWrites(step);
        attempt().fail(failure == null ? attempt().local().insert(step) : failure);
    }

    @Override
    protected boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (attempt().isLocal(access)
                || !footprint.leadsWrite(transaction, access)
                || footprint.isReadLocking(access)) {
            return true;
        }
        long version = transaction.readVersion(access);
        boolean here = attempt().isNear(access);
        if (attempt().options().lock == Way.ONE_SIDED
                || here && !attempt().options().locksByCpu()) {
            return attempt().verbs().lock(step, attempt(), access, version);
        }
        if (!here) {
            return attempt().requests().add(step, Rpc.LOCK, attempt(), access, RecordWord.of(version));
        }
        int table = transaction.table(access);
        taken(access, setup().records.lock(step, table, footprint.partition(access), transaction.key(access), version));
        return true;
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        long word = RecordWord.of(attempt().transaction().readVersion(access));
        taken(access, message.getLong(0) == word);
    }

    @Override
    void answered(Step step, int from, int posted, Message reply) {
        if (Rpc.isTurnedRound(reply)) {
            attempt().fail(AbortReason.EARLY);
        }
        boolean locked = Rpc.isOk(reply);
        for (int i = from; i < posted; i++) {
            Footprint footprint = attempt().footprint();
            boolean asked = !attempt().isLocal(i) && footprint.node(i) == reply.sourceNode();
            if (asked && footprint.leadsWrite(attempt().transaction(), i) && !footprint.isReadLocking(i)) {
                taken(i, locked);
            }
        }
    }

    private void taken(int access, boolean locked) {
        if (locked) {
            attempt().footprint().lock(access);
        } else {
            attempt().fail(AbortReason.LOCKED);
        }
    }
}
