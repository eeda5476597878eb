// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.OneFetch;

/**
 * Reads records and overwrites fields. Input: who writes (a random number), then for each request its key times one
 * more than there are fields, plus 0 to read the record, or the field to write counted from 1.
 */
final class YcsbTransaction extends OneFetch {
    /** The id of the one table. */
    static final int TABLE = 0;

    private final int requests;
    private final int fields;
    private final int fieldBytes;

    YcsbTransaction(int requests, int fields, int fieldBytes, double roundNs) {
        super("requests", 1 + requests, roundNs);
        this.requests = requests;
        this.fields = fields;
        this.fieldBytes = fieldBytes;
    }

    int requests() {
        return requests;
    }

    int fields() {
        return fields;
    }

    int fieldBytes() {
        return fieldBytes;
    }

    /** The input of a request. */
    long request(long key, int operation) {
        return key * (fields + 1) + operation;
    }

    /** The key of a request. */
    long key(long request) {
        return request / (fields + 1);
    }

    /** What it puts does not travel. */
    @Override
    public boolean shippable() {
        return false;
    }

    @Override
    protected void declare(LogicContext transaction) {
        for (int i = 1; i <= requests; i++) {
            long key = key(transaction.input(i));
            int field = (int) (transaction.input(i) % (fields + 1)) - 1;
            if (field < 0) {
                transaction.read(TABLE, key);
            } else {
                int access = transaction.overwrite(TABLE, key, field * fieldBytes, fieldBytes);
                Field.put(transaction, access, field, transaction.input(0), fieldBytes);
            }
        }
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        return Decision.COMMIT;
    }
}
