// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

import java.util.List;
import org.breadboard.workloads.parts.Hash64;

/**
 * Tables, and how keys are packed into 64 bits; a {@link RowLayout} says what rows hold.
 *
 * <p>Warehouses are numbered from 0 over the whole cluster, districts as warehouse times 10 plus 0 to 9, customers,
 * orders, lines and items from 1. Money is in whole cents, so that sums are exact.
 */
public final class Schema {
    public static final int WAREHOUSE = 0;
    public static final int DISTRICT = 1;
    public static final int STOCK = 2;
    public static final int ITEM = 3;
    public static final int CUSTOMER = 4;
    public static final int HISTORY = 5;
    public static final int NEW_ORDER = 6;
    public static final int ORDER = 7;
    public static final int ORDER_LINE = 8;

    /** Customers by last name, then by the first letters of the first name. */
    public static final int NAME_INDEX = 9;

    /** Orders by customer. */
    public static final int ORDER_INDEX = 10;

    public static final List<String> NAMES = List.of(
            "warehouse",
            "district",
            "stock",
            "item",
            "customer",
            "history",
            "new-order",
            "order",
            "order-line",
            "customer-name",
            "customer-order");

    public static final int DISTRICTS = 10;
    public static final int MOST_LINES = 15;
    public static final int LEAST_LINES = 5;
    public static final int MOST_CUSTOMERS = 3000;
    public static final int MOST_ITEMS = 100_000;
    public static final int MOST_NAMES = 1000;
    public static final long MOST_WAREHOUSES = 100_000;

    /** The highest number of an order that fits into a key. */
    public static final long LAST_ORDER = (1L << 31) - 1;

    private static final int ITEM_BITS = 20;
    private static final int CUSTOMER_BITS = 12;
    private static final int ORDER_BITS = 31;
    private static final int LINE_BITS = 4;
    private static final int NAME_BITS = 10;
    private static final int FIRST_NAME_BITS = 15;

    private Schema() {}

    public static long district(long warehouse, long number) {
        return warehouse * DISTRICTS + number;
    }

    /** The stock of an item in a warehouse; or, since each node has its own copy of the items, an item of a copy. */
    public static long itemKey(long warehouseOrCopy, long item) {
        return warehouseOrCopy << ITEM_BITS | item;
    }

    public static long customerKey(long district, long customer) {
        return district << CUSTOMER_BITS | customer;
    }

    /** The how many-eth payment of a customer. */
    public static long historyKey(long customerKey, long payment) {
        return customerKey << ORDER_BITS | payment;
    }

    public static long orderKey(long district, long order) {
        return district << ORDER_BITS | order;
    }

    public static long lineKey(long orderKey, long line) {
        return orderKey << LINE_BITS | line;
    }

    public static long orderIndexKey(long customerKey, long order) {
        return customerKey << ORDER_BITS | order;
    }

    /** The lowest key of the customers of a last name; the highest is one less than that of the next name. */
    public static long firstOfName(long district, long name) {
        return (district << NAME_BITS | name) << (FIRST_NAME_BITS + CUSTOMER_BITS);
    }

    /** A customer in the order of names: three letters of the first name, of 5 bits each, then the number. */
    public static long nameKey(long district, long name, long customer) {
        long firstName = Hash64.of(customerKey(district, customer), NAME_INDEX) & ((1 << FIRST_NAME_BITS) - 1);
        return firstOfName(district, name) | firstName << CUSTOMER_BITS | customer;
    }

    /** The warehouse of a record; of an item, the number of its copy. */
    public static long warehouse(int table, long key) {
        return switch (table) {
            case WAREHOUSE -> key;
            case DISTRICT -> key / DISTRICTS;
            case STOCK, ITEM -> key >>> ITEM_BITS;
            case CUSTOMER -> districtOfCustomer(key) / DISTRICTS;
            case NEW_ORDER, ORDER -> districtOfOrder(key) / DISTRICTS;
            case ORDER_LINE -> (key >>> ORDER_BITS + LINE_BITS) / DISTRICTS;
            case NAME_INDEX -> districtOfName(key) / DISTRICTS;
            default -> (key >>> CUSTOMER_BITS + ORDER_BITS) / DISTRICTS;
        };
    }

    /** The customer's number in a key of the customer table, or of the index of names. */
    public static long customer(long key) {
        return key & (1L << CUSTOMER_BITS) - 1;
    }

    public static long districtOfCustomer(long customerKey) {
        return customerKey >>> CUSTOMER_BITS;
    }

    public static long districtOfName(long nameKey) {
        return nameKey >>> NAME_BITS + FIRST_NAME_BITS + CUSTOMER_BITS;
    }

    /** The district of an order or a new order; of an index or a row of history by customer, the customer's key. */
    public static long districtOfOrder(long orderKey) {
        return orderKey >>> ORDER_BITS;
    }

    /** The number of an order in its district. */
    public static long orderNumber(long orderKey) {
        return orderKey & LAST_ORDER;
    }

    /** The order of an order line. */
    public static long orderOfLine(long lineKey) {
        return lineKey >>> LINE_BITS;
    }
}
