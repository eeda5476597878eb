// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.testkit.TestCounters;

/**
 * Increments of one number; where it was odd, of its successor's as well, so that the value that is read says which
 * stores take part.
 */
final class FollowedKeys extends TestCounters {
    private static final int KEYS = 4;

    FollowedKeys() {
        super("followed", KEYS);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return (random, into) -> {
            into.begin(0, this);
            into.put((long) (random.nextDouble() * KEYS));
        };
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        if (round == 0) {
            transaction.update(0, transaction.input(0));
            return Decision.FETCH;
        }
        if (round == 1 && transaction.getLong(0, 0) % 2 == 1) {
            transaction.update(0, (transaction.input(0) + 1) % KEYS);
            return Decision.FETCH;
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            increment(transaction, access);
        }
        return Decision.COMMIT;
    }
}
