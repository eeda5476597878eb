// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.schema.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_INDEX;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_LINE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Asks for a customer's last order (TPC-C 2.6). Input: district, the customer or the last name, whether it is the name.
 */
final class OrderStatus extends TpccLogic {
    OrderStatus(RowLayout rows, double roundNs) {
        super("order-status", 3, rows, false, roundNs);
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        boolean byName = transaction.input(2) != 0;
        if (byName && round == 0) {
            byName(transaction, transaction.input(0), transaction.input(1));
            return Decision.FETCH;
        }
        return switch (byName ? round - 1 : round) {
            case 0 -> customer(transaction, byName ? middleOfName(transaction) : transaction.input(1));
            case 1 -> lastOrder(transaction);
            default -> Decision.COMMIT;
        };
    }

    private static Decision customer(LogicContext transaction, long customer) {
        if (customer == 0) {
            return Decision.ABORT;
        }
        long key = Schema.customerKey(transaction.input(0), customer);
        transaction.read(CUSTOMER, key);
        transaction.max(ORDER_INDEX, Schema.orderIndexKey(key, 0), Schema.orderIndexKey(key, Schema.LAST_ORDER));
        return Decision.FETCH;
    }

    private Decision lastOrder(LogicContext transaction) {
        int last = firstRow(transaction, ORDER_INDEX);
        if (last < 0) {
            return Decision.COMMIT;
        }
        long order = Schema.orderKey(transaction.input(0), rows.get(transaction, last, Column.INDEXED_ORDER));
        transaction.read(ORDER, order);
        transaction.range(
                ORDER_LINE, Schema.lineKey(order, 0), Schema.lineKey(order, Schema.MOST_LINES), Schema.MOST_LINES);
        return Decision.FETCH;
    }
}
