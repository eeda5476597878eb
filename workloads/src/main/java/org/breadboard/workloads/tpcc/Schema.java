package org.breadboard.workloads.tpcc;

import org.breadboard.workloads.parts.Hash64;

/**
 * Tables, the sizes of their values, where the columns stand that transactions use, and how keys are packed into 64
 * bits.
 *
 * <p>A value is as long as TPC-C 1.2.1 says that a row is: up to 655 B, and Xenic 5.2 says "up to 660B". That length is
 * what the columns of 1.3.1 come to with every text at full length (81 B in a warehouse and a district, 290 in stock,
 * 74 in an item, 623 in a customer, 24 in a row of history and in an order line) and numbers in binary of 2, 4 or 8 B,
 * the columns of the key among them. Here the key travels beside the value, and its room goes to wider numbers: what
 * money adds up to over time has 64 bits, other numbers 32, flags and counts of lines 8. What a transaction never looks
 * at is filled with text.
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

    /** By table (TPC-C 1.2.1); of the two indexes, which the specification leaves open, what an entry leads to. */
    static final int[] VALUE_BYTES = {89, 95, 306, 82, 655, 46, 8, 24, 54, 4, 4};

    static final int DISTRICTS = 10;
    static final int MOST_LINES = 15;
    static final int LEAST_LINES = 5;
    static final int MOST_CUSTOMERS = 3000;
    static final int MOST_ITEMS = 100_000;
    static final int MOST_NAMES = 1000;
    static final long MOST_WAREHOUSES = 100_000;

    /** The highest number of an order that fits into a key. */
    static final long LAST_ORDER = (1L << 31) - 1;

    // Warehouse and district: what was paid this year, then the tax in hundredths of a percent.
    static final int YTD = 0;
    static final int TAX = 8;
    static final int NEXT_ORDER = 12;

    static final int STOCK_YTD = 0;
    static final int STOCK_ORDERS = 4;
    static final int STOCK_REMOTE = 8;
    static final int STOCK_QUANTITY = 12;

    /** S_DIST_01 to S_DIST_10, which an order line takes one of. */
    static final int STOCK_DIST = 16;

    static final int DIST_BYTES = 24;

    static final int ITEM_PRICE = 0;

    static final int BALANCE = 0;
    static final int PAID = 8;
    static final int PAYMENTS = 16;
    static final int DELIVERIES = 20;
    static final int DISCOUNT = 24;
    static final int BAD_CREDIT = 28;
    static final int CUSTOMER_DATA = 155;

    static final int HISTORY_AMOUNT = 0;
    static final int HISTORY_DATE = 4;
    static final int HISTORY_DISTRICT = 8;
    static final int HISTORY_TEXT = 12;

    static final int ORDER_CUSTOMER = 0;
    static final int ORDER_DATE = 4;
    static final int ORDER_CARRIER = 8;
    static final int ORDER_LINES = 12;
    static final int ORDER_ALL_LOCAL = 13;

    static final int LINE_ITEM = 0;
    static final int LINE_DELIVERED = 4;
    static final int LINE_AMOUNT = 8;
    static final int LINE_SUPPLIER = 12;
    static final int LINE_QUANTITY = 16;
    static final int LINE_DIST = 30;

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
