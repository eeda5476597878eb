// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.testkit.TestCounters;

/**
 * Transactions that name a record of their own node three times: they read it; they name it to be updated, beside a
 * record of another node; they do so once more, beside the one record of their node that all of it want. Input: the own
 * record, the other node's, the wanted one.
 */
final class NamedAgain extends TestCounters {
    private static final int KEYS_PER_NODE = 64;

    private final int nodes;

    NamedAgain(int nodes) {
        super("named-again", KEYS_PER_NODE * nodes);
        this.nodes = nodes;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return (random, into) -> {
            into.begin(0, this);
            into.put(node + (long) nodes * (1 + random.nextInt(KEYS_PER_NODE - 1)));
            into.put((node + 1) % nodes + (long) nodes * (1 + random.nextInt(KEYS_PER_NODE - 1)));
            into.put(node);
        };
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        switch (round) {
            case 0 -> transaction.read(0, transaction.input(0));
            case 1 -> {
                transaction.update(0, transaction.input(0));
                transaction.read(0, transaction.input(1));
            }
            case 2 -> {
                transaction.update(0, transaction.input(0));
                transaction.update(0, transaction.input(2));
            }
            default -> {
                increment(transaction, 3);
                increment(transaction, 4);
                return Decision.COMMIT;
            }
        }
        return Decision.FETCH;
    }
}
