package org.breadboard.workloads.smallbank;

import static org.breadboard.workloads.smallbank.Account.BALANCE;
import static org.breadboard.workloads.smallbank.Account.CHECKING;
import static org.breadboard.workloads.smallbank.Account.SAVINGS;

import java.util.List;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.workloads.parts.OneFetch;

/**
 * The six types of transactions. Input 0 is a customer, and input 1 of those that need it another. Money that comes from or
 * goes to the outside is accounted for. Amounts are those of FaSST's source, in cents.
 */
final class BankTransactions {
    /** In the order of types, with their percentages (FaSST, DrTM+H and BenchBase agree). */
    static final List<OneFetch> ALL = List.of(
            new Amalgamate(),
            new Balance(),
            new DepositChecking(),
            new SendPayment(),
            new TransactSavings(),
            new WriteCheck());

    static final int[] PERCENTAGES = {15, 15, 15, 25, 15, 15};

    static final int AMALGAMATE = 0;
    static final int SEND_PAYMENT = 3;

    static final long DEPOSIT_CENTS = 130;
    static final long PAYMENT_CENTS = 500;
    static final long SAVING_CENTS = 2020;
    static final long CHECK_CENTS = 500;
    static final long OVERDRAFT_CENTS = 100;

    private BankTransactions() {}

    /** Moves all that a customer has into another's checking account. */
    private static final class Amalgamate extends OneFetch {
        Amalgamate() {
            super("amalgamate", 2);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.update(SAVINGS, transaction.input(0));
            transaction.update(CHECKING, transaction.input(0));
            transaction.update(CHECKING, transaction.input(1));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            long moved = transaction.getLong(0, BALANCE) + transaction.getLong(1, BALANCE);
            long held = transaction.getLong(2, BALANCE);
            transaction.putLong(0, BALANCE, 0);
            transaction.putLong(1, BALANCE, 0);
            transaction.putLong(2, BALANCE, held + moved);
            return Decision.COMMIT;
        }
    }

    /** Reads what a customer has. */
    private static final class Balance extends OneFetch {
        Balance() {
            super("balance", 1);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.read(SAVINGS, transaction.input(0));
            transaction.read(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            return Decision.COMMIT;
        }
    }

    /** Pays into a checking account. */
    private static final class DepositChecking extends OneFetch {
        DepositChecking() {
            super("deposit-checking", 1);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.update(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            transaction.putLong(0, BALANCE, transaction.getLong(0, BALANCE) + DEPOSIT_CENTS);
            transaction.account(DEPOSIT_CENTS);
            return Decision.COMMIT;
        }
    }

    /** Pays from one checking account to another; the application aborts it if there is not enough money. */
    private static final class SendPayment extends OneFetch {
        SendPayment() {
            super("send-payment", 2);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.update(CHECKING, transaction.input(0));
            transaction.update(CHECKING, transaction.input(1));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            long held = transaction.getLong(0, BALANCE);
            if (held < PAYMENT_CENTS) {
                return Decision.ABORT;
            }
            transaction.putLong(0, BALANCE, held - PAYMENT_CENTS);
            transaction.putLong(1, BALANCE, transaction.getLong(1, BALANCE) + PAYMENT_CENTS);
            return Decision.COMMIT;
        }
    }

    /** Pays into a savings account. The amount is positive, so the definition's abort for lack of savings cannot happen. */
    private static final class TransactSavings extends OneFetch {
        TransactSavings() {
            super("transact-savings", 1);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.update(SAVINGS, transaction.input(0));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            transaction.putLong(0, BALANCE, transaction.getLong(0, BALANCE) + SAVING_CENTS);
            transaction.account(SAVING_CENTS);
            return Decision.COMMIT;
        }
    }

    /** Cashes a check; a customer who has less than it pays a penalty besides. */
    private static final class WriteCheck extends OneFetch {
        WriteCheck() {
            super("write-check", 1);
        }

        @Override
        protected void declare(Transaction transaction) {
            transaction.read(SAVINGS, transaction.input(0));
            transaction.update(CHECKING, transaction.input(0));
        }

        @Override
        protected Decision decide(Transaction transaction) {
            long checking = transaction.getLong(1, BALANCE);
            boolean covered = transaction.getLong(0, BALANCE) + checking >= CHECK_CENTS;
            long paid = covered ? CHECK_CENTS : CHECK_CENTS + OVERDRAFT_CENTS;
            transaction.putLong(1, BALANCE, checking - paid);
            transaction.account(-paid);
            return Decision.COMMIT;
        }
    }
}
