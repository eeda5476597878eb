// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.breadboard.proto.fasst.table.TableRequest;
import org.breadboard.proto.fasst.table.TableService;

/** Takes what tables answered into a transaction, and notes what keeps it from committing. */
final class Answers {
    private final Footprint footprint;
    private final SpreadRanges ranges;
    private Transaction transaction;
    private AbortReason failure;

    Answers(Footprint footprint, SpreadRanges ranges) {
        this.footprint = footprint;
        this.ranges = ranges;
    }

    void begin(Transaction next) {
        transaction = next;
        failure = null;
    }

    /** Why the attempt has to abort, or null. */
    AbortReason failure() {
        return failure;
    }

    /** The attempt has to abort, if there is a reason; the first one counts. */
    void fail(AbortReason reason) {
        failure = failure == null ? reason : failure;
    }

    /** Takes the answer to an item of a phase, which is about an access, or a part of a range. */
    void take(int access, int op, int status, byte[] bytes, int at, int lengthBytes) {
        if (status == RpcWire.TURNED_ROUND) {
            fail(AbortReason.EARLY);
        } else if (TableRequest.fetches(op)) {
            takeRecord(access, op, status, bytes, at, lengthBytes);
        } else if (op == TableRequest.CHECK) {
            boolean same = status == TableService.OK && Bytes.getLong(bytes, at) == transaction.readVersion(access);
            fail(same ? null : AbortReason.VALIDATION);
        } else if (op == TableRequest.RANGE) {
            fail(ranges.answered(access, bytes, at));
        } else if (op == TableRequest.CHECK_RANGE) {
            fail(ranges.checked(bytes, at));
        }
    }

    private void takeRecord(int access, int op, int status, byte[] bytes, int at, int lengthBytes) {
        if (status == TableService.LOCKED || status == TableService.FULL) {
            fail(status == TableService.LOCKED ? AbortReason.LOCKED : AbortReason.EXHAUSTED);
            return;
        }
        long version = Bytes.getLong(bytes, at);
        int lock = footprint.lockOver(access);
        if (op == TableRequest.LOCK) {
            footprint.locks().acquired(lock, version);
        } else if (op == TableRequest.READ_OWN && !footprint.locks().isHeld(lock)) {
            // Its lock was refused in the same batch, so it saw what is someone else's.
            return;
        }
        if (status == TableService.OK) {
            transaction.fetched(access, version, bytes, at + Long.BYTES, lengthBytes - Long.BYTES);
        } else {
            transaction.missing(access, version);
        }
    }
}
