package org.breadboard.workloads.tpcc;

import static org.breadboard.workloads.tpcc.Schema.CUSTOMER;
import static org.breadboard.workloads.tpcc.Schema.DISTRICT;
import static org.breadboard.workloads.tpcc.Schema.ITEM;
import static org.breadboard.workloads.tpcc.Schema.NEW_ORDER;
import static org.breadboard.workloads.tpcc.Schema.ORDER;
import static org.breadboard.workloads.tpcc.Schema.ORDER_INDEX;
import static org.breadboard.workloads.tpcc.Schema.ORDER_LINE;
import static org.breadboard.workloads.tpcc.Schema.STOCK;
import static org.breadboard.workloads.tpcc.Schema.WAREHOUSE;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;

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

    NewOrder(double roundNs) {
        super("new-order", HEAD + Schema.MOST_LINES, true, roundNs);
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

    private static Decision numbered(LogicContext transaction, int lines) {
        for (int access = 0; access < BEFORE_LINES + 2 * lines; access++) {
            if (!transaction.found(access)) {
                return Decision.ABORT;
            }
        }
        long district = transaction.input(0);
        long order = transaction.getInt(1, Schema.NEXT_ORDER);
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

    private static Decision entered(LogicContext transaction, int lines) {
        int inserts = BEFORE_LINES + 2 * lines;
        for (int access = inserts; access < transaction.accesses(); access++) {
            if (transaction.found(access)) {
                return Decision.ABORT;
            }
            transaction.newValue(access, Schema.VALUE_BYTES[transaction.table(access)]);
        }
        int order = transaction.getInt(1, Schema.NEXT_ORDER);
        transaction.putInt(1, Schema.NEXT_ORDER, order + 1);
        boolean allLocal = true;
        for (int i = 0; i < lines; i++) {
            allLocal &= take(transaction, i, inserts + BEFORE_LINES + i);
        }
        transaction.putInt(inserts, Schema.ORDER_CUSTOMER, (int) transaction.input(1));
        transaction.putInt(inserts, Schema.ORDER_DATE, (int) transaction.input(2));
        transaction.putByte(inserts, Schema.ORDER_LINES, lines);
        transaction.putByte(inserts, Schema.ORDER_ALL_LOCAL, allLocal ? 1 : 0);
        transaction.putInt(inserts + 1, 0, order);
        transaction.putInt(inserts + 2, 0, order);
        Ledger.settle(transaction);
        return Decision.COMMIT;
    }

    /** Takes a line's quantity from the stock and enters it. Returns whether it is of the home warehouse's stock. */
    private static boolean take(LogicContext transaction, int index, int entry) {
        int item = BEFORE_LINES + 2 * index;
        int stock = item + 1;
        long line = transaction.input(HEAD + index);
        int taken = quantity(line);
        boolean local = supplier(line) == transaction.input(0) / Schema.DISTRICTS;
        int left = transaction.getInt(stock, Schema.STOCK_QUANTITY) - taken;
        transaction.putInt(stock, Schema.STOCK_QUANTITY, left >= 10 ? left : left + 91);
        add(transaction, stock, Schema.STOCK_YTD, taken);
        add(transaction, stock, Schema.STOCK_ORDERS, 1);
        add(transaction, stock, Schema.STOCK_REMOTE, local ? 0 : 1);
        transaction.putInt(entry, Schema.LINE_ITEM, (int) item(line));
        transaction.putInt(entry, Schema.LINE_AMOUNT, taken * transaction.getInt(item, Schema.ITEM_PRICE));
        transaction.putInt(entry, Schema.LINE_SUPPLIER, (int) supplier(line));
        transaction.putByte(entry, Schema.LINE_QUANTITY, taken);
        int dist = Schema.STOCK_DIST + (int) (transaction.input(0) % Schema.DISTRICTS) * Schema.DIST_BYTES;
        for (int at = 0; at < Schema.DIST_BYTES; at += Long.BYTES) {
            transaction.putLong(entry, Schema.LINE_DIST + at, transaction.getLong(stock, dist + at));
        }
        return local;
    }

    private static void add(LogicContext transaction, int access, int offset, int more) {
        transaction.putInt(access, offset, transaction.getInt(access, offset) + more);
    }
}
