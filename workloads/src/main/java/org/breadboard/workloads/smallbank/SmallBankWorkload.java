package org.breadboard.workloads.smallbank;

import java.util.List;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.TransactionMix;

/** SmallBank for one cluster. Customers are numbered from 0; those below {@code hot} are the hot set. */
final class SmallBankWorkload implements Workload {
    private static final TransactionMix MIX = new TransactionMix(BankTransactions.PERCENTAGES);

    private final long accounts;
    private final long hot;
    private final double drawnHot;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    SmallBankWorkload(long accounts, long hot, double drawnHot, int valueBytes) {
        this.accounts = accounts;
        this.hot = hot;
        this.drawnHot = drawnHot;
        transactions = BankTransactions.of(Account.balanceBytes(valueBytes));
        tables = List.of(
                new TableSpec(Account.SAVINGS, "savings", valueBytes, accounts, false),
                new TableSpec(Account.CHECKING, "checking", valueBytes, accounts, false));
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return new Accounts(table, accounts, tables.get(table).valueBytes());
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return this::draw;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new MoneyConserved(accounts, tables.get(Account.SAVINGS).valueBytes()));
    }

    long accounts() {
        return accounts;
    }

    long hot() {
        return hot;
    }

    private void draw(RandomStream random, Transaction into) {
        int type = MIX.next(random);
        into.begin(type, transactions.get(type));
        // One draw for the whole transaction: 90% of transactions, not of accounts, stay within the hot set.
        long among = random.nextDouble() < drawnHot ? hot : accounts;
        long customer = random.nextLong(among);
        into.putInput(customer);
        if (type == BankTransactions.AMALGAMATE || type == BankTransactions.SEND_PAYMENT) {
            // Uniform over the others, without a loop.
            long other = random.nextLong(among - 1);
            into.putInput(other < customer ? other : other + 1);
        }
    }

    /** What the tables hold at first. */
    private record Accounts(int table, long candidates, int valueBytes) implements Population {
        @Override
        public long key(long index) {
            return index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            if (key < 0 || key >= candidates) {
                return false;
            }
            Account.fill(table, key, value, valueBytes);
            return true;
        }
    }
}
