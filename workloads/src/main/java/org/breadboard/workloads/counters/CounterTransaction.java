// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.counters;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.OneFetch;
import org.breadboard.workloads.parts.StoredObject;

/** Reads one counter, or increments it. Input: the key. */
final class CounterTransaction extends OneFetch {
    private final boolean writes;
    private final long wrapAt;

    CounterTransaction(String name, boolean writes, long wrapAt, double roundNs) {
        super(name, 1, roundNs);
        this.writes = writes;
        this.wrapAt = wrapAt;
    }

    @Override
    protected void declare(LogicContext transaction) {
        long key = transaction.input(0);
        if (writes) {
            transaction.update(CountersWorkload.TABLE, key);
        } else {
            transaction.read(CountersWorkload.TABLE, key);
        }
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        if (!transaction.found(0)) {
            return Decision.ABORT;
        }
        if (writes) {
            StoredObject.update(transaction, 0, 0, CountersWorkload.VALUE_BYTES, wrapAt);
            transaction.account(1);
        }
        return Decision.COMMIT;
    }
}
