// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import static org.breadboard.workloads.smallbank.Account.BALANCE;
import static org.breadboard.workloads.smallbank.Account.CHECKING;
import static org.breadboard.workloads.smallbank.Account.SAVINGS;

import java.util.List;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.workloads.parts.OneFetch;
import org.breadboard.workloads.parts.TypeWeights;

/**
 * The six types of transactions. Input 0 is a customer, and input 1 of those that need it another. Money that comes
 * from or goes to the outside is accounted for. Amounts are those of FaSST's source, in cents.
 */
final class BankTransactions {
    /** In the order of types. */
    static List<TransactionLogic> of(int balanceBytes, double roundNs) {
        boolean wide = balanceBytes == Long.BYTES;
        return List.of(
                new Amalgamate(wide, roundNs),
                new Balance(wide, roundNs),
                new DepositChecking(wide, roundNs),
                new SendPayment(wide, roundNs),
                new TransactSavings(wide, roundNs),
                new WriteCheck(wide, roundNs));
    }

    /** By default FaSST's, with which DrTM+H and BenchBase agree. */
    static final TypeWeights WEIGHTS = new TypeWeights(
            "FaSST 6.3",
            List.of("amalgamate", "balance", "depositChecking", "sendPayment", "transactSavings", "writeCheck"),
            15,
            15,
            15,
            25,
            15,
            15);

    static final int AMALGAMATE = 0;
    static final int SEND_PAYMENT = 3;

    static final long DEPOSIT_CENTS = 130;
    static final long PAYMENT_CENTS = 500;
    static final long SAVING_CENTS = 2020;
    static final long CHECK_CENTS = 500;
    static final long OVERDRAFT_CENTS = 100;

    private BankTransactions() {}

    /** A transaction over balances. */
    private abstract static class BankTransaction extends OneFetch {
        private final boolean wide;

        /** As {@link OneFetch#OneFetch}, over balances of 64 or of 32 bits. */
        BankTransaction(String name, int inputs, boolean wide, double roundNs) {
            super(name, inputs, roundNs);
            this.wide = wide;
        }

        long cents(LogicContext transaction, int access) {
            return wide ? transaction.getLong(access, BALANCE) : transaction.getInt(access, BALANCE);
        }

        /** Sets a balance, or aborts where 32 bits are too few for it: the bank refuses to hold more. */
        Decision set(LogicContext transaction, int access, long cents) {
            if (wide) {
                transaction.putLong(access, BALANCE, cents);
            } else if (cents == (int) cents) {
                transaction.putInt(access, BALANCE, (int) cents);
            } else {
                return Decision.ABORT;
            }
            return Decision.COMMIT;
        }
    }

    /** Moves all that a customer has into another's checking account. */
    private static final class Amalgamate extends BankTransaction {
        Amalgamate(boolean wide, double roundNs) {
            super("amalgamate", 2, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(SAVINGS, transaction.input(0));
            transaction.update(CHECKING, transaction.input(0));
            transaction.update(CHECKING, transaction.input(1));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            long moved = cents(transaction, 0) + cents(transaction, 1);
            long held = cents(transaction, 2);
            set(transaction, 0, 0);
            set(transaction, 1, 0);
            return set(transaction, 2, held + moved);
        }
    }

    /** Reads what a customer has. */
    private static final class Balance extends BankTransaction {
        Balance(boolean wide, double roundNs) {
            super("balance", 1, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.read(SAVINGS, transaction.input(0));
            transaction.read(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            return Decision.COMMIT;
        }
    }

    /** Pays into a checking account. */
    private static final class DepositChecking extends BankTransaction {
        DepositChecking(boolean wide, double roundNs) {
            super("deposit-checking", 1, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            transaction.account(DEPOSIT_CENTS);
            return set(transaction, 0, cents(transaction, 0) + DEPOSIT_CENTS);
        }
    }

    /** Pays from one checking account to another; the application aborts it if there is not enough money. */
    private static final class SendPayment extends BankTransaction {
        SendPayment(boolean wide, double roundNs) {
            super("send-payment", 2, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(CHECKING, transaction.input(0));
            transaction.update(CHECKING, transaction.input(1));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            long held = cents(transaction, 0);
            if (held < PAYMENT_CENTS) {
                return Decision.ABORT;
            }
            set(transaction, 0, held - PAYMENT_CENTS);
            return set(transaction, 1, cents(transaction, 1) + PAYMENT_CENTS);
        }
    }

    /**
     * Pays into a savings account. The amount is positive, so the definition's abort for lack of savings cannot happen.
     */
    private static final class TransactSavings extends BankTransaction {
        TransactSavings(boolean wide, double roundNs) {
            super("transact-savings", 1, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(SAVINGS, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            transaction.account(SAVING_CENTS);
            return set(transaction, 0, cents(transaction, 0) + SAVING_CENTS);
        }
    }

    /** Cashes a check; a customer who has less than it pays a penalty besides. */
    private static final class WriteCheck extends BankTransaction {
        WriteCheck(boolean wide, double roundNs) {
            super("write-check", 1, wide, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.read(SAVINGS, transaction.input(0));
            transaction.update(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            long checking = cents(transaction, 1);
            boolean covered = cents(transaction, 0) + checking >= CHECK_CENTS;
            long paid = covered ? CHECK_CENTS : CHECK_CENTS + OVERDRAFT_CENTS;
            transaction.account(-paid);
            return set(transaction, 1, checking - paid);
        }
    }
}
