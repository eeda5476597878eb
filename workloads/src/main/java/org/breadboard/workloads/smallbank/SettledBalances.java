// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.parts.TransactionMix;

/**
 * What customers hold after some seconds of SmallBank. Amalgamate empties accounts, so that more and more payments are
 * not covered: with fresh balances 0.1% of all transactions abort for that, once some 20 transactions have met each
 * customer it is 14%, and stays there. A customer of a hot set of FaSST 6.3 is met by 27 (CIB) to 48 (CX3) transactions
 * a second; clusters are measured for seconds, and run here for less than a hundredth of one.
 *
 * <p>The balances are found by running the mix on a small bank, one transaction after another: once for the usual mix,
 * and for every bank of other weights. Immutable; any thread.
 */
final class SettledBalances {
    private static final int CUSTOMERS = 4096;
    private static final int TRANSACTIONS_EACH = 40;
    private static final int BALANCE_BYTES = Integer.BYTES;
    private static final SettledBalances USUAL = new SettledBalances(BankTransactions.WEIGHTS.usual());

    private final int[] cents;

    private SettledBalances(int[] weights) {
        cents = settle(new TransactionMix(weights));
    }

    /** Those that a mix of these weights leads to. */
    static SettledBalances of(int[] weights) {
        return Arrays.equals(weights, BankTransactions.WEIGHTS.usual()) ? USUAL : new SettledBalances(weights);
    }

    /** What a customer has in a table: what one of the small bank's has. */
    long cents(int table, long customer) {
        return cents[index(table, Hash64.below(CUSTOMERS, Hash64.of(customer, CUSTOMERS)))];
    }

    private static int index(int table, long customer) {
        return table * CUSTOMERS + (int) customer;
    }

    private static int[] settle(TransactionMix mix) {
        List<TransactionLogic> types = BankTransactions.of(BALANCE_BYTES, 0);
        byte[] bank = new byte[2 * CUSTOMERS * BALANCE_BYTES];
        for (int customer = 0; customer < CUSTOMERS; customer++) {
            for (int table = Account.SAVINGS; table <= Account.CHECKING; table++) {
                Bytes.putInt(bank, index(table, customer) * BALANCE_BYTES, (int) Account.freshCents(table, customer));
            }
        }
        RandomStream random = new Counter();
        Transaction transaction = new Transaction();
        for (int i = 0; i < CUSTOMERS * TRANSACTIONS_EACH; i++) {
            int type = mix.next(random);
            transaction.input().begin(type, types.get(type));
            long customer = random.nextLong(CUSTOMERS);
            transaction.input().put(customer);
            if (type == BankTransactions.AMALGAMATE || type == BankTransactions.SEND_PAYMENT) {
                transaction.input().put((customer + 1 + random.nextLong(CUSTOMERS - 1)) % CUSTOMERS);
            }
            run(transaction, bank);
        }
        int[] cents = new int[2 * CUSTOMERS];
        Arrays.setAll(cents, i -> Bytes.getInt(bank, i * BALANCE_BYTES));
        return cents;
    }

    private static void run(Transaction transaction, byte[] bank) {
        transaction.run(0);
        for (int i = 0; i < transaction.accesses(); i++) {
            transaction.fetched(i, 0, bank, at(transaction, i), BALANCE_BYTES);
        }
        if (transaction.run(1) != Decision.COMMIT) {
            return;
        }
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i)) {
                System.arraycopy(transaction.values(), transaction.newAt(i), bank, at(transaction, i), BALANCE_BYTES);
            }
        }
    }

    private static int at(Transaction transaction, int access) {
        return index(transaction.table(access), transaction.key(access)) * BALANCE_BYTES;
    }

    /** Random numbers that are the same in every run, whatever its seed: the small bank is part of the population. */
    private static final class Counter implements RandomStream {
        private long drawn;

        @Override
        public long nextLong() {
            return Hash64.of(drawn++);
        }

        @Override
        public int nextInt(int bound) {
            return Hash64.below(bound, nextLong());
        }

        @Override
        public long nextLong(long bound) {
            return Long.remainderUnsigned(nextLong(), bound);
        }

        @Override
        public double nextDouble() {
            return (nextLong() >>> 11) * 0x1p-53;
        }
    }
}
