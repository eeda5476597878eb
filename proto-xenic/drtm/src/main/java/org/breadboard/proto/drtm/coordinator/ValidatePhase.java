// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.Breakage;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * Looks whether what was read still has its version and nobody else has locked it: each record once, with a request of
 * its own even if it is locked for writing (Xenic 5.2: "retrieve the value, then lock and validate"; 5.7: "separate
 * requests").
 */
final class ValidatePhase extends DrtmPhase {
    private static final int HEADER_READ_BYTES = 16;

    ValidatePhase(DrtmAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        attempt().fail(attempt().local().validate(step));
    }

    /** Accesses, and behind them the parts of ranges over all nodes. */
    @Override
    protected int items() {
        return super.items() + attempt().ranges().parts();
    }

    @Override
    protected boolean post(Step step, int item) {
        int part = item - super.items();
        return part < 0 ? postAccess(step, item) : postPart(step, part);
    }

    private boolean postPart(Step step, int part) {
        SpreadRanges ranges = attempt().ranges();
        return ranges.isHere(part)
                || attempt().options().breakage == Breakage.SKIP_VALIDATION
                || attempt().requests().askPart(step, ranges, part, true);
    }

    private boolean postAccess(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (attempt().isLocal(access) || attempt().options().breakage == Breakage.SKIP_VALIDATION) {
            return true;
        }
        int leader = footprint.leader(access);
        if (leader != access) {
            check(transaction.readVersion(leader) == transaction.readVersion(access));
            return true;
        }
        // The records of a table are those that it began with: what is missing stays missing.
        boolean isLookedAt = attempt().options().validateWrites && !footprint.isReadLocking(access);
        if (!transaction.found(access) || footprint.holdsLock(access) && !isLookedAt) {
            return true;
        }
        if (attempt().isNear(access)) {
            int table = transaction.table(access);
            long key = transaction.key(access);
            check(setup().records.isCurrent(step, table, footprint.partition(access), key, expected(access)));
            return true;
        }
        if (attempt().options().validate == Way.RPC) {
            return attempt().requests().add(step, Rpc.VALIDATE, attempt(), access, expected(access));
        }
        return attempt().verbs().read(step, attempt(), access, footprint.headerAddress(access), HEADER_READ_BYTES);
    }

    /** The header word that a record has if nobody else has touched it. */
    private long expected(int access) {
        long word = RecordWord.of(attempt().transaction().readVersion(access));
        return attempt().footprint().holdsLock(access) ? RecordWord.locked(word) : word;
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        check(message.getLong(0) == expected(access));
    }

    @Override
    void answered(Step step, int from, int posted, Message reply) {
        if (Rpc.isPart(reply)) {
            attempt().fail(attempt().ranges().checked(reply.bytes(), Rpc.REPLY_BYTES));
            return;
        }
        if (Rpc.isTurnedRound(reply)) {
            attempt().fail(AbortReason.EARLY);
        }
        check(Rpc.isOk(reply));
    }

    private void check(boolean current) {
        if (!current) {
            attempt().fail(AbortReason.VALIDATION);
        }
    }
}
