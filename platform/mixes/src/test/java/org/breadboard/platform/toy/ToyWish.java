// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;

/** Wants one thing of one table, as its word says. Its input is the client's node. */
record ToyWish(String word) implements TransactionLogic {
    static final long KEYS_PER_NODE = 100;

    @Override
    public String name() {
        return "wish";
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        if (round > 0) {
            return Decision.COMMIT;
        }
        long own = transaction.input(0) * KEYS_PER_NODE;
        switch (word) {
            case "range" -> transaction.range(0, own, own + KEYS_PER_NODE - 1, 3);
            case "wide-range" -> transaction.max(0, own, own + KEYS_PER_NODE);
            case "other-node" -> transaction.read(0, own + KEYS_PER_NODE);
            default -> transaction.read(0, own);
        }
        return Decision.FETCH;
    }
}
