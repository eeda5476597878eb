// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.StoredObject;

/**
 * Reads keys and updates some of them. Input: who writes (a random number), how many keys in the low 32 bits and which
 * of them are updated above, one bit each, then the keys. The keys are fetched in equal parts, one a round.
 */
final class ObjectTransaction extends NamedLogic {
    private static final int HEAD = 2;

    private final int rounds;
    private final int valueBytes;

    ObjectTransaction(String name, int reads, int rounds, int valueBytes, double roundNs) {
        super(name, HEAD + reads, roundNs);
        this.rounds = rounds;
        this.valueBytes = valueBytes;
    }

    /** The second number of input. */
    static long shape(int keys, long updates) {
        return updates << 32 | keys;
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        if (round == rounds) {
            return decide(transaction);
        }
        long shape = transaction.input(1);
        int keys = (int) shape;
        for (int i = keys * round / rounds; i < keys * (round + 1) / rounds; i++) {
            long key = transaction.input(HEAD + i);
            if ((shape >>> (32 + i) & 1) != 0) {
                transaction.update(StoredObject.TABLE, key);
            } else {
                transaction.read(StoredObject.TABLE, key);
            }
        }
        return Decision.FETCH;
    }

    private Decision decide(LogicContext transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.mode(access).writes()) {
                StoredObject.update(transaction, access, transaction.input(0), valueBytes);
                transaction.account(1);
            }
        }
        return Decision.COMMIT;
    }
}
