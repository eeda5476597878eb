package org.breadboard.workloads.tpcc;

import org.breadboard.workloads.parts.Hash64;

/**
 * Tables, and how keys are packed into 64 bits; a {@link RowLayout} says what rows hold.
 *
 * <p>Warehouses are numbered from 0 over the whole cluster, districts as warehouse times 10 plus 0 to 9, customers,
 * orders, lines and items from 1. Money is in whole cents, so that sums are exact.
 */
final class Schema {
    static final int WAREHOUSE = 0;
    static final int DISTRICT = 1;
    static final int STOCK = 2;
    static final int ITEM = 3;
    static final int CUSTOMER = 4;
    static final int HISTORY = 5;
    static final int NEW_ORDER = 6;
    static final int ORDER = 7;
    static final int ORDER_LINE = 8;

    /** Customers by last name, then by the first letters of the first name. */
    static final int NAME_INDEX = 9;

    /** Orders by customer. */
    static final int ORDER_INDEX = 10;

    static final String[] NAMES = {
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
        "customer-order"
    };

    static final int DISTRICTS = 10;
    static final int MOST_LINES = 15;
    static final int LEAST_LINES = 5;
    static final int MOST_CUSTOMERS = 3000;
    static final int MOST_ITEMS = 100_000;
    static final int MOST_NAMES = 1000;
    static final long MOST_WAREHOUSES = 100_000;

    /** The highest number of an order that fits into a key. */
    static final long LAST_ORDER = (1L << 31) - 1;

    private static final int ITEM_BITS = 20;
    private static final int CUSTOMER_BITS = 12;
    private static final int ORDER_BITS = 31;
    private static final int LINE_BITS = 4;
    private static final int NAME_BITS = 10;
    private static final int FIRST_NAME_BITS = 15;

    private Schema() {}

    static long district(long warehouse, long number) {
        return warehouse * DISTRICTS + number;
    }

    /** The stock of an item in a warehouse; or, since each node has its own copy of the items, an item of a copy. */
    static long itemKey(long warehouseOrCopy, long item) {
        return warehouseOrCopy << ITEM_BITS | item;
    }

    static long customerKey(long district, long customer) {
        return district << CUSTOMER_BITS | customer;
    }

    /** The how many-eth payment of a customer. */
    static long historyKey(long customerKey, long payment) {
        return customerKey << ORDER_BITS | payment;
    }

    static long orderKey(long district, long order) {
        return district << ORDER_BITS | order;
    }

    static long lineKey(long orderKey, long line) {
        return orderKey << LINE_BITS | line;
    }

    static long orderIndexKey(long customerKey, long order) {
        return customerKey << ORDER_BITS | order;
    }

    /** The lowest key of the customers of a last name; the highest is one less than that of the next name. */
    static long firstOfName(long district, long name) {
        return (district << NAME_BITS | name) << (FIRST_NAME_BITS + CUSTOMER_BITS);
    }

    /** A customer in the order of names: three letters of the first name, of 5 bits each, then the number. */
    static long nameKey(long district, long name, long customer) {
        long firstName = Hash64.of(customerKey(district, customer), NAME_INDEX) & ((1 << FIRST_NAME_BITS) - 1);
        return firstOfName(district, name) | firstName << CUSTOMER_BITS | customer;
    }

    /** The warehouse of a record; of an item, the number of its copy. */
    static long warehouse(int table, long key) {
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
    static long customer(long key) {
        return key & (1L << CUSTOMER_BITS) - 1;
    }

    static long districtOfCustomer(long customerKey) {
        return customerKey >>> CUSTOMER_BITS;
    }

    static long districtOfName(long nameKey) {
        return nameKey >>> NAME_BITS + FIRST_NAME_BITS + CUSTOMER_BITS;
    }

    /** The district of an order or a new order; of an index or a row of history by customer, the customer's key. */
    static long districtOfOrder(long orderKey) {
        return orderKey >>> ORDER_BITS;
    }

    /** The number of an order in its district. */
    static long orderNumber(long orderKey) {
        return orderKey & LAST_ORDER;
    }

    /** The order of an order line. */
    static long orderOfLine(long lineKey) {
        return lineKey >>> LINE_BITS;
    }
}
