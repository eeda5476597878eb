package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.table.RecordWord;

/** Looks whether what was only read still has its version, and nobody has locked it. */
final class ValidatePhase extends Phase {
    private static final int HEADER_READ_BYTES = 16;

    ValidatePhase(Attempt attempt) {
        super(attempt);
    }

    @Override
    void begin(Step step) {
        attempt().fail(attempt().local().validate(step));
    }

    @Override
    boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (attempt().isLocal(access) || footprint.isHeld(access)) {
            return true;
        }
        long version = transaction.readVersion(access);
        int leader = footprint.leader(access);
        if (footprint.isHeld(leader)) {
            check(transaction.readVersion(leader) == version);
            return true;
        }
        if (!transaction.found(access)) {
            // The records of a table are those that it began with: what is missing stays missing.
            return true;
        }
        if (attempt().isHere(access)) {
            int table = transaction.table(access);
            long key = transaction.key(access);
            check(thread().records().isCurrent(step, table, footprint.partition(access), key, version));
            return true;
        }
        if (attempt().options().validate() == Way.RPC) {
            attempt().requests().add(step, Rpc.VALIDATE, attempt(), access, version);
            return true;
        }
        return attempt().verbs().read(step, attempt(), access, footprint.headerAddress(access), HEADER_READ_BYTES);
    }

    @Override
    void completed(Step step, int access, Message message) {
        check(message.getLong(0) == RecordWord.of(attempt().transaction().readVersion(access)));
    }

    @Override
    void answered(Step step, int posted, Message reply) {
        check(Rpc.isOk(reply));
    }

    private void check(boolean current) {
        if (!current) {
            attempt().fail(AbortReason.VALIDATION);
        }
    }
}
