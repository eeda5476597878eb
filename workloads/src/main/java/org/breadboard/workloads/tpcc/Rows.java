// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Population;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * The first content of a table (TPC-C 4.3.3.1), in the order of keys, each row a function of its key. Where the
 * specification draws a permutation of customers for the first orders, they are rotated.
 */
final class Rows implements Population {
    /** What each customer has paid at first, in cents. */
    static final long FIRST_PAYMENT_CENTS = 1000;

    private static final int FIRST_QUANTITY = 5;

    private final int table;
    private final Size size;
    private final RowLayout rows;
    private final int perGroup;

    Rows(int table, Size size, RowLayout rows) {
        this.table = table;
        this.size = size;
        this.rows = rows;
        perGroup = switch (table) {
            case Schema.WAREHOUSE, Schema.DISTRICT -> 1;
            case Schema.STOCK, Schema.ITEM -> size.items();
            case Schema.NEW_ORDER -> size.customers() - size.delivered();
            case Schema.ORDER_LINE -> size.customers() * Schema.MOST_LINES;
            default -> size.customers();
        };
    }

    @Override
    public long candidates() {
        long groups = switch (table) {
            case Schema.WAREHOUSE, Schema.STOCK -> size.warehouses();
            case Schema.ITEM -> size.nodes();
            default -> size.districts();
        };
        return groups * perGroup;
    }

    @Override
    public long key(long index) {
        long group = index / perGroup;
        long number = index % perGroup + 1;
        return switch (table) {
            case Schema.WAREHOUSE, Schema.DISTRICT -> index;
            case Schema.STOCK, Schema.ITEM -> Schema.itemKey(group, number);
            case Schema.CUSTOMER -> Schema.customerKey(group, number);
            case Schema.HISTORY -> Schema.historyKey(Schema.customerKey(group, number), 1);
            case Schema.NEW_ORDER -> Schema.orderKey(group, size.delivered() + number);
            case Schema.ORDER -> Schema.orderKey(group, number);
            case Schema.ORDER_LINE ->
                Schema.lineKey(
                        Schema.orderKey(group, (number - 1) / Schema.MOST_LINES + 1),
                        (number - 1) % Schema.MOST_LINES + 1);
            case Schema.NAME_INDEX -> Schema.nameKey(group, size.name(group, number), number);
            default -> Schema.orderIndexKey(Schema.customerKey(group, number), orderOf(group, number));
        };
    }

    @Override
    public boolean value(long key, byte[] value) {
        if (!isInitial(key)) {
            return false;
        }
        if (table == Schema.ORDER_LINE && !isLine(key)) {
            return false;
        }
        // All copies of an item are the same.
        long seed = table == Schema.ITEM ? key & Schema.itemKey(1, 0) - 1 : key;
        text(seed, value, rows.textFrom(table));
        numbers(key, Hash64.of(seed, table), value);
        return true;
    }

    private void numbers(long key, long hash, byte[] value) {
        switch (table) {
            case Schema.WAREHOUSE -> {
                rows.put(value, Column.WAREHOUSE_YTD, FIRST_PAYMENT_CENTS * Schema.DISTRICTS * size.customers());
                rows.put(value, Column.WAREHOUSE_TAX, Hash64.below(2001, hash));
            }
            case Schema.DISTRICT -> {
                rows.put(value, Column.DISTRICT_YTD, size.customers() * FIRST_PAYMENT_CENTS);
                rows.put(value, Column.DISTRICT_TAX, Hash64.below(2001, hash));
                rows.put(value, Column.NEXT_ORDER, size.customers() + 1);
            }
            case Schema.STOCK -> rows.put(value, Column.STOCK_QUANTITY, 10 + Hash64.below(91, hash));
            case Schema.ITEM -> rows.put(value, Column.ITEM_PRICE, 100 + Hash64.below(9901, hash));
            case Schema.CUSTOMER -> customer(hash, value);
            case Schema.HISTORY -> {
                rows.put(value, Column.HISTORY_AMOUNT, FIRST_PAYMENT_CENTS);
                rows.put(value, Column.HISTORY_DATE, 1);
                rows.put(value, Column.HISTORY_DISTRICT, Schema.districtOfCustomer(Schema.districtOfOrder(key)));
            }
            case Schema.ORDER -> order(key, hash, value);
            case Schema.ORDER_LINE -> line(key, hash, value);
            case Schema.NAME_INDEX -> rows.put(value, Column.NAMED_CUSTOMER, Schema.customer(key));
            case Schema.ORDER_INDEX -> rows.put(value, Column.INDEXED_ORDER, Schema.orderNumber(key));
            default -> {}
        }
    }

    @Override
    public boolean exists(long key, byte[] scratch) {
        return isInitial(key) && (table != Schema.ORDER_LINE || isLine(key));
    }

    /**
     * Whether a key is one of the first, and not one that transactions insert; of an order line, whether its order is.
     */
    private boolean isInitial(long key) {
        long warehouse = Schema.warehouse(table, key);
        if (key < 0 || warehouse >= (table == Schema.ITEM ? size.nodes() : size.warehouses())) {
            return false;
        }
        return switch (table) {
            case Schema.WAREHOUSE, Schema.DISTRICT -> true;
            case Schema.STOCK, Schema.ITEM -> isOneOf(key & Schema.itemKey(1, 0) - 1, size.items());
            case Schema.CUSTOMER -> isOneOf(Schema.customer(key), size.customers());
            case Schema.HISTORY ->
                Schema.orderNumber(key) == 1 && isOneOf(Schema.customer(Schema.districtOfOrder(key)), size.customers());
            case Schema.NEW_ORDER ->
                Schema.orderNumber(key) > size.delivered() && isOneOf(Schema.orderNumber(key), size.customers());
            case Schema.ORDER -> isOneOf(Schema.orderNumber(key), size.customers());
            case Schema.ORDER_LINE ->
                isOneOf(Schema.orderNumber(Schema.orderOfLine(key)), size.customers())
                        && (key & Schema.MOST_LINES) != 0;
            case Schema.NAME_INDEX -> {
                long district = Schema.districtOfName(key);
                long customer = Schema.customer(key);
                yield isOneOf(customer, size.customers())
                        && key == Schema.nameKey(district, size.name(district, customer), customer);
            }
            default -> {
                long customerKey = Schema.districtOfOrder(key);
                long customer = Schema.customer(customerKey);
                yield isOneOf(customer, size.customers())
                        && Schema.orderNumber(key) == orderOf(Schema.districtOfCustomer(customerKey), customer);
            }
        };
    }

    private static boolean isOneOf(long number, int count) {
        return number >= 1 && number <= count;
    }

    /** Fills what stands behind the columns with letters that follow from the key. */
    private static void text(long key, byte[] value, int from) {
        long hash = Hash64.of(key);
        int at = from;
        for (; at + Long.BYTES <= value.length; at += Long.BYTES) {
            Bytes.putLong(value, at, eightLetters(hash));
            hash = Hash64.of(hash);
        }
        for (; at < value.length; at++) {
            value[at] = (byte) eightLetters(hash);
            hash >>>= Byte.SIZE;
        }
    }

    /** Letters from a to p: the rows of a run are hundreds of megabytes. */
    private static long eightLetters(long hash) {
        return (hash & 0x0f0f0f0f0f0f0f0fL) + 0x6161616161616161L;
    }

    /** One letter of text. */
    static byte letter(long hash) {
        return (byte) ('a' + ((hash & 0xff) * 26 >>> 8));
    }

    private void customer(long hash, byte[] value) {
        rows.put(value, Column.BALANCE, -FIRST_PAYMENT_CENTS);
        rows.put(value, Column.PAID, FIRST_PAYMENT_CENTS);
        rows.put(value, Column.PAYMENTS, 1);
        rows.put(value, Column.DELIVERIES, 0);
        rows.put(value, Column.DISCOUNT, Hash64.below(5001, hash));
        rows.put(value, Column.BAD_CREDIT, Hash64.below(10, Hash64.of(hash)) == 0 ? 1 : 0);
    }

    private void order(long key, long hash, byte[] value) {
        long order = Schema.orderNumber(key);
        boolean delivered = order <= size.delivered();
        rows.put(value, Column.ORDER_CUSTOMER, customerOf(Schema.districtOfOrder(key), order));
        rows.put(value, Column.ORDER_DATE, 1);
        rows.put(value, Column.ORDER_CARRIER, delivered ? 1 + Hash64.below(10, hash) : 0);
        rows.put(value, Column.ORDER_LINES, lines(key));
        rows.put(value, Column.ORDER_ALL_LOCAL, 1);
    }

    private void line(long key, long hash, byte[] value) {
        boolean delivered = Schema.orderNumber(Schema.orderOfLine(key)) <= size.delivered();
        rows.put(value, Column.LINE_ITEM, 1 + Hash64.below(size.items(), hash));
        rows.put(value, Column.LINE_DELIVERED, delivered ? 1 : 0);
        rows.put(value, Column.LINE_AMOUNT, delivered ? 0 : 1 + Hash64.below(999_999, Hash64.of(hash)));
        rows.put(value, Column.LINE_SUPPLIER, Schema.warehouse(Schema.ORDER_LINE, key));
        rows.put(value, Column.LINE_QUANTITY, FIRST_QUANTITY);
    }

    /** Whether the order of a line has so many. */
    private static boolean isLine(long key) {
        return (key & Schema.MOST_LINES) <= lines(Schema.orderOfLine(key));
    }

    /** How many lines an order has at first. */
    static int lines(long orderKey) {
        int choices = Schema.MOST_LINES - Schema.LEAST_LINES + 1;
        return Schema.LEAST_LINES + Hash64.below(choices, Hash64.of(orderKey, Schema.ORDER_LINE));
    }

    private int customerOf(long district, long order) {
        return customerOf(size, district, order);
    }

    /** Whose one of the first orders is. */
    static int customerOf(Size size, long district, long order) {
        return (int) ((order - 1 + turn(size, district)) % size.customers()) + 1;
    }

    private int orderOf(long district, long customer) {
        return (int) ((customer - 1 - turn(size, district) + size.customers()) % size.customers()) + 1;
    }

    private static int turn(Size size, long district) {
        return Hash64.below(size.customers(), Hash64.of(district, Schema.ORDER));
    }
}
