package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.table.RecordWord;

/** Locks what is written, each record once, if it still has the version that was read. */
final class LockPhase extends Phase {
    LockPhase(Attempt attempt) {
        super(attempt);
    }

    @Override
    boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (!footprint.leads(transaction, access)) {
            return true;
        }
        long version = transaction.readVersion(access);
        if (attempt().options().lock() == Way.ONE_SIDED) {
            return attempt().verbs().lock(step, attempt(), access, version);
        }
        if (!attempt().isHere(access)) {
            attempt().requests().add(step, Rpc.LOCK, attempt(), access, version);
            return true;
        }
        int table = transaction.table(access);
        taken(
                access,
                thread().records().lock(step, table, footprint.partition(access), transaction.key(access), version));
        return true;
    }

    @Override
    void completed(Step step, int access, Message message) {
        long word = RecordWord.of(attempt().transaction().readVersion(access));
        taken(access, message.getLong(0) == word);
    }

    @Override
    void answered(Step step, int posted, Message reply) {
        boolean locked = Rpc.isOk(reply);
        for (int i = 0; i < posted; i++) {
            Footprint footprint = attempt().footprint();
            if (footprint.node(i) == reply.sourceNode()
                    && footprint.leads(attempt().transaction(), i)) {
                taken(i, locked);
            }
        }
    }

    private void taken(int access, boolean locked) {
        if (locked) {
            attempt().footprint().hold(access);
        } else {
            attempt().fail(AbortReason.LOCKED);
        }
    }
}
