// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.schema.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.schema.Schema.DISTRICT;
import static org.breadboard.workloads.tpcc.schema.Schema.HISTORY;
import static org.breadboard.workloads.tpcc.schema.Schema.WAREHOUSE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * A customer pays (TPC-C 2.5). Input: the customer's district, the customer or the last name, whether it is the name,
 * the district that is paid, the amount, the date.
 *
 * <p>Customers live in trees that are local to the coordinator, warehouses and districts do not (Xenic 5.2). So the
 * coordinator of a payment at a remote warehouse is the customer's, and what is remote is the warehouse that is paid. A
 * name is looked up first, before anything is read that others may reach. The row of history is named by the customer
 * and how many payments that makes.
 */
final class Payment extends TpccLogic {
    private static final int NOTE_WORD = Integer.BYTES;
    private static final int CREDIT_NOTE_BYTES = 24;

    Payment(RowLayout rows, double roundNs) {
        super("payment", 6, rows, true, roundNs);
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        boolean byName = transaction.input(2) != 0;
        if (byName && round == 0) {
            byName(transaction, transaction.input(0), transaction.input(1));
            return Decision.FETCH;
        }
        int first = byName ? 1 : 0;
        if (round == first) {
            long customer = byName ? middleOfName(transaction) : transaction.input(1);
            if (customer == 0) {
                return Decision.ABORT;
            }
            transaction.update(WAREHOUSE, transaction.input(3) / Schema.DISTRICTS);
            transaction.update(DISTRICT, transaction.input(3));
            transaction.update(CUSTOMER, Schema.customerKey(transaction.input(0), customer));
            return Decision.FETCH;
        }
        int customer = access(transaction, CUSTOMER);
        if (round == first + 1) {
            if (!transaction.found(access(transaction, WAREHOUSE))
                    || !transaction.found(access(transaction, DISTRICT))
                    || !transaction.found(customer)) {
                return Decision.ABORT;
            }
            long payments = rows.get(transaction, customer, Column.PAYMENTS);
            transaction.insert(HISTORY, Schema.historyKey(transaction.key(customer), payments + 1));
            return Decision.FETCH;
        }
        return pay(transaction, customer, access(transaction, HISTORY));
    }

    private Decision pay(LogicContext transaction, int customer, int history) {
        long cents = transaction.input(4);
        if (transaction.found(history)
                || !mayAdd(transaction, customer, Column.BALANCE, -cents)
                || !mayAdd(transaction, customer, Column.PAID, cents)) {
            return Decision.ABORT;
        }
        rows.add(transaction, access(transaction, WAREHOUSE), Column.WAREHOUSE_YTD, cents);
        rows.add(transaction, access(transaction, DISTRICT), Column.DISTRICT_YTD, cents);
        rows.add(transaction, customer, Column.BALANCE, -cents);
        rows.add(transaction, customer, Column.PAID, cents);
        rows.add(transaction, customer, Column.PAYMENTS, 1);
        if (rows.get(transaction, customer, Column.BAD_CREDIT) != 0) {
            note(transaction, customer, cents);
        }
        record(transaction, history, cents);
        Ledger.settle(transaction, rows);
        return Decision.COMMIT;
    }

    private void record(LogicContext transaction, int history, long cents) {
        int rowBytes = rows.rowBytes(HISTORY);
        transaction.newValue(history, rowBytes);
        rows.put(transaction, history, Column.HISTORY_AMOUNT, cents);
        rows.put(transaction, history, Column.HISTORY_DATE, transaction.input(5));
        rows.put(transaction, history, Column.HISTORY_DISTRICT, transaction.input(3));
        long hash = Hash64.of(transaction.key(history));
        for (int at = rows.textFrom(HISTORY); at < rowBytes; at++) {
            transaction.putByte(history, at, Rows.letter(Long.rotateRight(hash, at)));
        }
    }

    /**
     * Writes who paid what where in front of the customer's data; what no longer fits falls off its end (TPC-C
     * 2.5.2.2).
     */
    private void note(LogicContext transaction, int customer, long cents) {
        int data = rows.offset(Column.CUSTOMER_DATA);
        int last = data + rows.lengthBytes(Column.CUSTOMER_DATA) - NOTE_WORD;
        for (int at = last; at >= data + CREDIT_NOTE_BYTES; at -= NOTE_WORD) {
            transaction.putInt(customer, at, transaction.getInt(customer, at - CREDIT_NOTE_BYTES));
        }
        transaction.putLong(customer, data, transaction.key(customer));
        transaction.putLong(customer, data + Long.BYTES, transaction.input(3));
        transaction.putLong(customer, data + 2 * Long.BYTES, cents);
    }
}
