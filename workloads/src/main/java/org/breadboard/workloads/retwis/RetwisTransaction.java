// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.retwis;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.OneFetch;
import org.breadboard.workloads.parts.StoredObject;

/**
 * Puts a value under each of its keys, or reads each. Input: who writes (a random number), how many keys, then the
 * keys.
 *
 * <p>TAPIR's definition counts gets and puts of the same keys: AddUser gets one of the three that it puts, Follow both,
 * and PostTweet three of five. A put without a get counts as an update here too, since every value carries how often it
 * was put.
 */
final class RetwisTransaction extends OneFetch {
    static final int MOST_KEYS = 10;
    static final int HEAD = 2;

    private final boolean puts;
    private final int valueBytes;

    RetwisTransaction(String name, boolean puts, int keys, int valueBytes, double roundNs) {
        super(name, HEAD + keys, roundNs);
        this.puts = puts;
        this.valueBytes = valueBytes;
    }

    @Override
    protected void declare(LogicContext transaction) {
        int keys = (int) transaction.input(1);
        for (int i = 0; i < keys; i++) {
            long key = transaction.input(HEAD + i);
            if (puts) {
                transaction.update(StoredObject.TABLE, key);
            } else {
                transaction.read(StoredObject.TABLE, key);
            }
        }
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        for (int access = 0; puts && access < transaction.accesses(); access++) {
            StoredObject.update(transaction, access, transaction.input(0), valueBytes);
            transaction.account(1);
        }
        return Decision.COMMIT;
    }
}
