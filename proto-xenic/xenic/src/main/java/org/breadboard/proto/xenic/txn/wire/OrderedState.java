// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.index.NicIndex;

/**
 * What a host has read of its ordered tables for a transaction that executes on a NIC: it travels with it as external
 * state (Xenic 4.2.2), whole rows, since nobody knows which columns a logic looks at.
 */
public final class OrderedState {
    private static final byte[] NOTHING = {};
    private static final int RANGE_BYTES = 2 * Long.BYTES;

    private OrderedState() {}

    /** Puts an answered access to an ordered table into a batch. */
    public static void put(RecordBatch batch, Transaction transaction, int access, int partition, int tag) {
        AccessMode mode = transaction.mode(access);
        boolean range = mode.ranges();
        int at = batch.add(
                range ? AccessMode.READ : mode, transaction.table(access), partition, transaction.key(access), tag);
        batch.set(at, RecordBatch.ORDERED);
        batch.set(at, RecordBatch.ANSWERED);
        batch.word(at, Answers.word(transaction, access));
        if (range) {
            batch.set(at, RecordBatch.RANGE);
            batch.room(at, RANGE_BYTES);
            Bytes.putLong(batch.values(), batch.valueAt(at), transaction.highKey(access));
            Bytes.putLong(batch.values(), batch.valueAt(at) + Long.BYTES, transaction.limit(access));
            return;
        }
        if (transaction.rangeOf(access) >= 0) {
            batch.set(at, RecordBatch.ROW);
        }
        if (transaction.found(access)) {
            batch.value(at, transaction.values(), transaction.readAt(access), transaction.readBytes(access));
        }
    }

    /** Declares and answers such an access. */
    public static int take(Transaction transaction, RecordBatch batch, int i) {
        int access;
        if (batch.is(i, RecordBatch.RANGE)) {
            long high = Bytes.getLong(batch.values(), batch.valueAt(i));
            int limit = (int) Bytes.getLong(batch.values(), batch.valueAt(i) + Long.BYTES);
            access = transaction.context().range(batch.table(i), batch.key(i), high, limit);
            long word = batch.word(i);
            if (NicIndex.isFound(word)) {
                transaction.fetched(access, 0, NOTHING, 0, 0);
            } else {
                transaction.missing(access, 0);
            }
            return access;
        }
        access = batch.is(i, RecordBatch.ROW)
                ? transaction.row(rangeOf(transaction, batch, i), batch.key(i))
                : Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
        Answers.answer(transaction, access, batch, i);
        return access;
    }

    private static int rangeOf(Transaction transaction, RecordBatch batch, int i) {
        int range = transaction.accesses() - 1;
        while (!transaction.mode(range).ranges()
                || transaction.table(range) != batch.table(i)
                || batch.key(i) < transaction.key(range)
                || batch.key(i) > transaction.highKey(range)) {
            range--;
        }
        return range;
    }
}
