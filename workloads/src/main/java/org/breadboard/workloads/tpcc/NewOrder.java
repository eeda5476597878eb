// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.schema.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.schema.Schema.DISTRICT;
import static org.breadboard.workloads.tpcc.schema.Schema.ITEM;
import static org.breadboard.workloads.tpcc.schema.Schema.NEW_ORDER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_INDEX;
import static org.breadboard.workloads.tpcc.schema.Schema.ORDER_LINE;
import static org.breadboard.workloads.tpcc.schema.Schema.STOCK;
import static org.breadboard.workloads.tpcc.schema.Schema.WAREHOUSE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Enters an order (TPC-C 2.4). Input: district, customer, date, the copy of the items in the high and the number of
 * lines in the low half, then the lines. Reads warehouse, customer and items, and takes the district's next number and
 * the stock in one fetch; the records that the number names follow in a second. An item that does not exist, always the
 * last, rolls it back.
 */
final class NewOrder extends TpccLogic {
    static final int HEAD = 4;

    private static final int BEFORE_LINES = 3;
    private static final int QUANTITY_BITS = 4;
    private static final int WAREHOUSE_BITS = 28;

    NewOrder(RowLayout rows, double roundNs) {
        super("new-order", HEAD + Schema.MOST_LINES, rows, true, roundNs);
    }

    /** The fourth number of input. */
    static long shape(int copy, int lines) {
        return (long) copy << 32 | lines;
    }

    /** A line of input: which item, from which warehouse's stock, and how many. */
    static long line(long item, long supplier, int quantity) {
        return (item << WAREHOUSE_BITS | supplier) << QUANTITY_BITS | quantity;
    }

    static long item(long line) {
        return line >>> WAREHOUSE_BITS + QUANTITY_BITS;
    }

    static long supplier(long line) {
        return line >>> QUANTITY_BITS & (1L << WAREHOUSE_BITS) - 1;
    }

    static int quantity(long line) {
        return (int) line & (1 << QUANTITY_BITS) - 1;
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        int lines = (int) transaction.input(3);
        return switch (round) {
            case 0 -> known(transaction, lines);
            case 1 -> numbered(transaction, lines);
            default -> entered(transaction, lines);
        };
    }

    private static Decision known(LogicContext transaction, int lines) {
        long district = transaction.input(0);
        long copy = transaction.input(3) >>> 32;
        transaction.read(WAREHOUSE, district / Schema.DISTRICTS);
        transaction.update(DISTRICT, district);
        transaction.read(CUSTOMER, Schema.customerKey(district, transaction.input(1)));
        for (int i = 0; i < lines; i++) {
            long line = transaction.input(HEAD + i);
            transaction.read(ITEM, Schema.itemKey(copy, item(line)));
            transaction.update(STOCK, Schema.itemKey(supplier(line), item(line)));
        }
        return Decision.FETCH;
    }

    private Decision numbered(LogicContext transaction, int lines) {
        for (int access = 0; access < BEFORE_LINES + 2 * lines; access++) {
            if (!transaction.found(access)) {
                return Decision.ABORT;
            }
        }
        long district = transaction.input(0);
        long order = rows.get(transaction, 1, Column.NEXT_ORDER);
        long key = Schema.orderKey(district, order);
        transaction.insert(ORDER, key);
        transaction.insert(NEW_ORDER, key);
        transaction.insert(
                ORDER_INDEX, Schema.orderIndexKey(Schema.customerKey(district, transaction.input(1)), order));
        for (int i = 0; i < lines; i++) {
            transaction.insert(ORDER_LINE, Schema.lineKey(key, i + 1));
        }
        return Decision.FETCH;
    }

    private Decision entered(LogicContext transaction, int lines) {
        int inserts = BEFORE_LINES + 2 * lines;
        for (int access = inserts; access < transaction.accesses(); access++) {
            if (transaction.found(access)) {
                return Decision.ABORT;
            }
            transaction.newValue(access, rows.rowBytes(transaction.table(access)));
        }
        long order = rows.get(transaction, 1, Column.NEXT_ORDER);
        rows.put(transaction, 1, Column.NEXT_ORDER, order + 1);
        boolean allLocal = true;
        for (int i = 0; i < lines; i++) {
            allLocal &= take(transaction, i, inserts + BEFORE_LINES + i);
        }
        rows.put(transaction, inserts, Column.ORDER_CUSTOMER, transaction.input(1));
        rows.put(transaction, inserts, Column.ORDER_DATE, transaction.input(2));
        rows.put(transaction, inserts, Column.ORDER_LINES, lines);
        rows.put(transaction, inserts, Column.ORDER_ALL_LOCAL, allLocal ? 1 : 0);
        rows.put(transaction, inserts + 1, Column.NEW_ORDER_NUMBER, order);
        rows.put(transaction, inserts + 2, Column.INDEXED_ORDER, order);
        Ledger.settle(transaction, rows);
        return Decision.COMMIT;
    }

    /** Takes a line's quantity from the stock and enters it. Returns whether it is of the home warehouse's stock. */
    private boolean take(LogicContext transaction, int index, int entry) {
        int item = BEFORE_LINES + 2 * index;
        int stock = item + 1;
        long line = transaction.input(HEAD + index);
        int taken = quantity(line);
        boolean local = supplier(line) == transaction.input(0) / Schema.DISTRICTS;
        long left = rows.get(transaction, stock, Column.STOCK_QUANTITY) - taken;
        rows.put(transaction, stock, Column.STOCK_QUANTITY, left >= 10 ? left : left + 91);
        rows.add(transaction, stock, Column.STOCK_YTD, taken);
        rows.add(transaction, stock, Column.STOCK_ORDERS, 1);
        rows.add(transaction, stock, Column.STOCK_REMOTE, local ? 0 : 1);
        rows.put(transaction, entry, Column.LINE_ITEM, item(line));
        rows.put(transaction, entry, Column.LINE_AMOUNT, taken * rows.get(transaction, item, Column.ITEM_PRICE));
        rows.put(transaction, entry, Column.LINE_SUPPLIER, supplier(line));
        rows.put(transaction, entry, Column.LINE_QUANTITY, taken);
        copyDistrict(transaction, stock, entry);
        return local;
    }

    /** Takes the stock's text about the district, where rows have one. */
    private void copyDistrict(LogicContext transaction, int stock, int entry) {
        int textBytes = rows.lengthBytes(Column.LINE_DISTRICT);
        int to = rows.offset(Column.LINE_DISTRICT);
        int district = (int) (transaction.input(0) % Schema.DISTRICTS);
        int from = rows.offset(Column.STOCK_DISTRICTS) + district * textBytes;
        for (int at = 0; at < textBytes; at += Long.BYTES) {
            transaction.putLong(entry, to + at, transaction.getLong(stock, from + at));
        }
    }
}
