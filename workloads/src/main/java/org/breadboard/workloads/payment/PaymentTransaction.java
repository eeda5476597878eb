// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.OneFetch;

/**
 * A customer pays (TPC-C 2.5), who is always named by number: the store has no indexes (NOCC 4). Input: warehouse,
 * district, customer, row of history, amount in cents.
 */
final class PaymentTransaction extends OneFetch {
    /** Where the number of payments begins in what a transaction accounts; below is the amount. */
    static final int COUNT_SHIFT = 40;

    PaymentTransaction(double roundNs) {
        super("payment", 5, roundNs);
    }

    /** What it overwrites does not travel. */
    @Override
    public boolean shippable() {
        return false;
    }

    @Override
    protected void declare(LogicContext transaction) {
        int cents = (int) transaction.input(4);
        transaction.update(Columns.WAREHOUSE, transaction.input(0));
        transaction.update(Columns.DISTRICT, transaction.input(1));
        transaction.update(Columns.CUSTOMER, transaction.input(2));
        int history = transaction.overwrite(Columns.HISTORY, transaction.input(3), 0, Columns.VALUE_BYTES);
        Columns.note(transaction, history, cents, (int) transaction.input(2));
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        int cents = (int) transaction.input(4);
        for (int access = 0; access < 3; access++) {
            if (!transaction.found(access)) {
                return Decision.ABORT;
            }
        }
        Columns.receive(transaction, 0, cents);
        Columns.receive(transaction, 1, cents);
        Columns.pay(transaction, 2, cents);
        transaction.account((1L << COUNT_SHIFT) + cents);
        return Decision.COMMIT;
    }
}
