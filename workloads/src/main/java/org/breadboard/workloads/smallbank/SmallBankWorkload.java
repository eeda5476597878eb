// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import java.util.List;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.DenseRows;
import org.breadboard.workloads.parts.Locality;
import org.breadboard.workloads.parts.TransactionMix;

/** SmallBank for one cluster. Customers are numbered from 0; those below {@code hot} are the hot set. */
final class SmallBankWorkload implements Workload {
    private final long accounts;
    private final long hot;
    private final double drawnHot;
    private final TransactionMix mix;
    private final SettledBalances settled;
    private final Locality locality;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    /** Such a bank; {@code settled} if hot customers begin with {@link SettledBalances}. */
    SmallBankWorkload(
            long accounts,
            long hot,
            double drawnHot,
            boolean settled,
            int[] weights,
            int valueBytes,
            double roundNs,
            Locality locality) {
        this.accounts = accounts;
        this.hot = hot;
        this.drawnHot = drawnHot;
        mix = new TransactionMix(weights);
        this.settled = settled ? SettledBalances.of(weights) : null;
        this.locality = locality;
        transactions = BankTransactions.of(Account.balanceBytes(valueBytes), roundNs);
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
        int valueBytes = tables.get(table).valueBytes();
        return new DenseRows(
                accounts, (key, value) -> Account.fill(table, key, initialCents(table, key), value, valueBytes));
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return new Draws(node, placement);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new MoneyConserved(this, tables.get(Account.SAVINGS).valueBytes()));
    }

    long accounts() {
        return accounts;
    }

    long hot() {
        return hot;
    }

    /** What an account holds before the first transaction. */
    long initialCents(int table, long customer) {
        return settled != null && customer < hot ? settled.cents(table, customer) : Account.freshCents(table, customer);
    }

    /** Draws transactions for the clients of one thread. */
    private final class Draws implements Generator {
        private final Locality.Keys first;
        private final Locality.Keys second;
        private long among;
        private long customer;

        Draws(int node, Placement placement) {
            first = locality.at(node, placement, Account.CHECKING, random -> random.nextLong(among));
            second = locality.at(node, placement, Account.CHECKING, this::other);
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            int type = mix.next(random);
            into.begin(type, transactions.get(type));
            // One draw for the whole transaction: 90% of transactions, not of accounts, stay within the hot set.
            among = random.nextDouble() < drawnHot ? hot : accounts;
            customer = first.next(random);
            into.put(customer);
            if (type == BankTransactions.AMALGAMATE || type == BankTransactions.SEND_PAYMENT) {
                into.put(second.next(random));
            }
        }

        /** Uniform over the others, without a loop. */
        private long other(RandomStream random) {
            long other = random.nextLong(among - 1);
            return other < customer ? other : other + 1;
        }
    }
}
