// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.tpcc.schema.RowLayout;

/**
 * A 64-bit number for each record. A transaction accounts for the difference that it makes, so that the sum over the
 * final state (modulo 2^64) tells whether every committed write is there once, and nothing else.
 */
final class Ledger {
    private static final long MULTIPLIER = 0x9fb21c651e98df25L;

    private Ledger() {}

    /** The number of a record. */
    static long number(int table, long key, byte[] bytes, int at, int lengthBytes) {
        long sum = Hash64.of(key, table);
        int end = at + lengthBytes;
        int from = at;
        for (; from + Long.BYTES <= end; from += Long.BYTES) {
            sum = step(sum, Bytes.getLong(bytes, from));
        }
        for (; from < end; from++) {
            sum = step(sum, bytes[from]);
        }
        return sum;
    }

    /** Accounts for all that a transaction writes; called once, when everything is written. */
    static void settle(LogicContext transaction, RowLayout rows) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (!transaction.written(access)) {
                continue;
            }
            int table = transaction.table(access);
            long key = transaction.key(access);
            byte[] values = transaction.values();
            if (transaction.mode(access) != AccessMode.DELETE) {
                int bytes = transaction.newBytes(access);
                transaction.account(number(table, key, values, transaction.newAt(access), bytes));
            }
            if (transaction.found(access)) {
                transaction.account(-number(table, key, values, transaction.readAt(access), rows.rowBytes(table)));
            }
        }
    }

    private static long step(long sum, long word) {
        long mixed = (sum ^ word) * MULTIPLIER;
        return mixed ^ mixed >>> 29;
    }
}
