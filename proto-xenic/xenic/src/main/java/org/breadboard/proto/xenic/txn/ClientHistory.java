// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import java.util.function.LongFunction;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.txn.nic.NicObserver;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.wire.Answers;

/** Enters what NICs did with a client's transaction into that transaction, from which its history is written. */
final class ClientHistory implements NicObserver {
    private final Catalog catalog;
    private final LongFunction<Transaction> clients;

    /** {@code clients} gives the client's transaction for a reference, on whichever node. */
    ClientHistory(Catalog catalog, LongFunction<Transaction> clients) {
        this.catalog = catalog;
        this.clients = clients;
    }

    /** A logic is a pure function: given the same answers, it comes to the same. */
    @Override
    public void executed(long reference, Transaction executed, int rounds) {
        Transaction home = clients.apply(reference);
        int answered = 0;
        Decision decision = Decision.FETCH;
        for (int round = rounds; ; round++) {
            for (; answered < home.accesses(); answered++) {
                if (!home.answered(answered)) {
                    Answers.copy(executed, answered, home, answered);
                }
            }
            if (decision == Decision.COMMIT) {
                return;
            }
            decision = home.run(round);
            if (decision == Decision.ABORT) {
                throw new IllegalStateException(
                        home.logic().name() + " does not come to the same twice: it is no pure function");
            }
        }
    }

    @Override
    public void installs(long reference) {
        Transaction home = clients.apply(reference);
        for (int i = 0; i < home.accesses(); i++) {
            if (home.written(i) && !catalog.isOrdered(home.table(i))) {
                home.installed(i, home.readVersion(i) + 1);
            }
        }
    }
}
