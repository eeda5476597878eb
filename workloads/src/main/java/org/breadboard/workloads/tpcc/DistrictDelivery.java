// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.schema.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.schema.Schema.NEW_ORDER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_LINE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Delivers the oldest new order of one district, if there is one: a tenth of a delivery, which TPC-C 2.7.2.2 allows to
 * be ten transactions (and Xenic 5.3 makes so). Input: district, carrier, date.
 */
final class DistrictDelivery extends TpccLogic {
    DistrictDelivery(RowLayout rows, double roundNs) {
        super("delivery-district", 3, rows, false, roundNs);
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        return switch (round) {
            case 0 -> {
                long district = transaction.input(0);
                transaction.min(NEW_ORDER, Schema.orderKey(district, 0), Schema.orderKey(district, Schema.LAST_ORDER));
                yield Decision.FETCH;
            }
            case 1 -> oldest(transaction);
            case 2 -> lines(transaction);
            default -> deliver(transaction);
        };
    }

    private static Decision oldest(LogicContext transaction) {
        int oldest = firstRow(transaction, NEW_ORDER);
        if (oldest < 0) {
            return Decision.COMMIT;
        }
        transaction.delete(NEW_ORDER, transaction.key(oldest));
        transaction.update(ORDER, transaction.key(oldest));
        return Decision.FETCH;
    }

    private Decision lines(LogicContext transaction) {
        int order = access(transaction, ORDER);
        if (!transaction.found(order) || !transaction.found(writing(transaction, NEW_ORDER))) {
            return Decision.ABORT;
        }
        for (int line = 1; line <= rows.get(transaction, order, Column.ORDER_LINES); line++) {
            transaction.update(ORDER_LINE, Schema.lineKey(transaction.key(order), line));
        }
        long customer = rows.get(transaction, order, Column.ORDER_CUSTOMER);
        transaction.update(CUSTOMER, Schema.customerKey(transaction.input(0), customer));
        return Decision.FETCH;
    }

    private Decision deliver(LogicContext transaction) {
        int first = access(transaction, ORDER_LINE);
        int customer = access(transaction, CUSTOMER);
        long cents = 0;
        for (int line = first; line < customer; line++) {
            if (!transaction.found(line)) {
                return Decision.ABORT;
            }
            cents += rows.get(transaction, line, Column.LINE_AMOUNT);
            rows.put(transaction, line, Column.LINE_DELIVERED, transaction.input(2));
        }
        if (!transaction.found(customer) || !mayAdd(transaction, customer, Column.BALANCE, cents)) {
            return Decision.ABORT;
        }
        rows.add(transaction, customer, Column.BALANCE, cents);
        rows.add(transaction, customer, Column.DELIVERIES, 1);
        rows.put(transaction, access(transaction, ORDER), Column.ORDER_CARRIER, transaction.input(1));
        transaction.remove(writing(transaction, NEW_ORDER));
        Ledger.settle(transaction, rows);
        return Decision.COMMIT;
    }
}
