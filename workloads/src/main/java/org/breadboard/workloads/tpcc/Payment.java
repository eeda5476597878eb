package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.Schema.DISTRICT;
import static org.breadboard.workloads.tpcc.Schema.HISTORY;
import static org.breadboard.workloads.tpcc.Schema.WAREHOUSE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

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
    private static final int HISTORY_WORD = Integer.BYTES;
    private static final int CREDIT_NOTE_BYTES = 24;

    Payment(double roundNs) {
        super("payment", 6, true, roundNs);
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
            int payments = transaction.getInt(customer, Schema.PAYMENTS);
            transaction.insert(HISTORY, Schema.historyKey(transaction.key(customer), payments + 1));
            return Decision.FETCH;
        }
        return pay(transaction, customer, access(transaction, HISTORY));
    }

    private static Decision pay(LogicContext transaction, int customer, int history) {
        if (transaction.found(history)) {
            return Decision.ABORT;
        }
        int cents = (int) transaction.input(4);
        int warehouse = access(transaction, WAREHOUSE);
        int district = access(transaction, DISTRICT);
        transaction.putLong(warehouse, Schema.YTD, transaction.getLong(warehouse, Schema.YTD) + cents);
        transaction.putLong(district, Schema.YTD, transaction.getLong(district, Schema.YTD) + cents);
        transaction.putLong(customer, Schema.BALANCE, transaction.getLong(customer, Schema.BALANCE) - cents);
        transaction.putLong(customer, Schema.PAID, transaction.getLong(customer, Schema.PAID) + cents);
        transaction.putInt(customer, Schema.PAYMENTS, transaction.getInt(customer, Schema.PAYMENTS) + 1);
        if (transaction.getByte(customer, Schema.BAD_CREDIT) != 0) {
            note(transaction, customer, cents);
        }
        transaction.newValue(history, Schema.VALUE_BYTES[HISTORY]);
        transaction.putInt(history, Schema.HISTORY_AMOUNT, cents);
        transaction.putInt(history, Schema.HISTORY_DATE, (int) transaction.input(5));
        transaction.putInt(history, Schema.HISTORY_DISTRICT, (int) transaction.input(3));
        long hash = Hash64.of(transaction.key(history));
        for (int at = Schema.HISTORY_TEXT; at < Schema.VALUE_BYTES[HISTORY]; at++) {
            transaction.putByte(history, at, Rows.letter(Long.rotateRight(hash, at)));
        }
        Ledger.settle(transaction);
        return Decision.COMMIT;
    }

    /**
     * Writes who paid what where in front of the customer's data; what no longer fits falls off its end (TPC-C
     * 2.5.2.2).
     */
    private static void note(LogicContext transaction, int customer, int cents) {
        int end = Schema.VALUE_BYTES[CUSTOMER] - HISTORY_WORD;
        for (int at = end; at >= Schema.CUSTOMER_DATA + CREDIT_NOTE_BYTES; at -= HISTORY_WORD) {
            transaction.putInt(customer, at, transaction.getInt(customer, at - CREDIT_NOTE_BYTES));
        }
        transaction.putLong(customer, Schema.CUSTOMER_DATA, transaction.key(customer));
        transaction.putLong(customer, Schema.CUSTOMER_DATA + Long.BYTES, transaction.input(3));
        transaction.putLong(customer, Schema.CUSTOMER_DATA + 2 * Long.BYTES, cents);
    }
}
