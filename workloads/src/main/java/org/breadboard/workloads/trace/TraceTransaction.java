// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.OneFetch;
import org.breadboard.workloads.parts.StoredObject;

/**
 * Reads or updates each of its keys. Input: who writes (a random number), how many keys, then for each twice its
 * number, and one more to update it; keys are different.
 */
final class TraceTransaction extends OneFetch {
    static final int MOST_REQUESTS = 30;
    static final int HEAD = 2;

    private final int valueBytes;

    TraceTransaction(String name, int requests, int valueBytes, double roundNs) {
        super(name, HEAD + requests, roundNs);
        this.valueBytes = valueBytes;
    }

    @Override
    protected void declare(LogicContext transaction) {
        for (int i = 0; i < transaction.input(1); i++) {
            long operation = transaction.input(HEAD + i);
            if ((operation & 1) == 0) {
                transaction.read(StoredObject.TABLE, operation >>> 1);
            } else {
                transaction.update(StoredObject.TABLE, operation >>> 1);
            }
        }
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.mode(access).writes()) {
                StoredObject.update(transaction, access, transaction.input(0), valueBytes);
                transaction.account(1);
            }
        }
        return Decision.COMMIT;
    }
}
