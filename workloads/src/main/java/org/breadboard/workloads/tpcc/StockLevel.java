// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.schema.Schema.DISTRICT;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_LINE;
import static org.breadboard.workloads.tpcc.schema.Schema.STOCK;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Counts what of some of a district's last 20 orders is low in stock (TPC-C 2.8): a part of a stock-level, which needs
 * to read committed data only and so may be chopped. Input: district, threshold, how many orders back it begins, how
 * many it takes.
 */
final class StockLevel extends TpccLogic {
    /** Orders that a whole stock-level looks at. */
    static final int ORDERS = 20;

    StockLevel(RowLayout rows, double roundNs) {
        super("stock-level", 4, rows, false, roundNs);
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        return switch (round) {
            case 0 -> {
                transaction.read(DISTRICT, transaction.input(0));
                yield Decision.FETCH;
            }
            case 1 -> lines(transaction);
            case 2 -> stock(transaction);
            default -> Decision.COMMIT;
        };
    }

    private Decision lines(LogicContext transaction) {
        if (!transaction.found(0)) {
            return Decision.ABORT;
        }
        long next = rows.get(transaction, 0, Column.NEXT_ORDER);
        long first = Math.max(1, next - transaction.input(2));
        long last = next - transaction.input(2) + transaction.input(3) - 1;
        if (last < first) {
            return Decision.COMMIT;
        }
        transaction.range(
                ORDER_LINE,
                Schema.lineKey(Schema.orderKey(transaction.input(0), first), 0),
                Schema.lineKey(Schema.orderKey(transaction.input(0), last), Schema.MOST_LINES),
                (int) (last - first + 1) * Schema.MOST_LINES);
        return Decision.FETCH;
    }

    private Decision stock(LogicContext transaction) {
        long warehouse = transaction.input(0) / Schema.DISTRICTS;
        int declared = transaction.accesses();
        for (int row = 0; row < declared; row++) {
            if (transaction.rangeOf(row) >= 0) {
                long key = Schema.itemKey(warehouse, rows.get(transaction, row, Column.LINE_ITEM));
                if (isNew(transaction, declared, key)) {
                    transaction.read(STOCK, key);
                }
            }
        }
        return transaction.accesses() == declared ? Decision.COMMIT : Decision.FETCH;
    }

    private static boolean isNew(LogicContext transaction, int from, long key) {
        for (int access = from; access < transaction.accesses(); access++) {
            if (transaction.key(access) == key) {
                return false;
            }
        }
        return true;
    }
}
