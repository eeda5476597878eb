// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

/**
 * Rows as long as TPC-C 1.2.1 says: up to 655 B. That length is what the columns of 1.3.1 come to with every text at
 * full length (81 B in a warehouse and a district, 290 in stock, 74 in an item, 623 in a customer, 24 in a row of
 * history and in an order line) and numbers in binary of 2, 4 or 8 B, the columns of the key among them. Here the key
 * travels beside the value, and its room goes to wider numbers: what money adds up to over time has 64 bits, other
 * numbers 32, flags and counts of lines 8. Of the two indexes, which the specification leaves open, an entry is what it
 * leads to.
 */
final class SpecificationRows {
    private SpecificationRows() {}

    static void describe(Fields rows) {
        rows.table(Schema.WAREHOUSE)
                .number(Column.WAREHOUSE_YTD, 8)
                .number(Column.WAREHOUSE_TAX, 4)
                .text(77);
        rows.table(Schema.DISTRICT)
                .number(Column.DISTRICT_YTD, 8)
                .number(Column.DISTRICT_TAX, 4)
                .number(Column.NEXT_ORDER, 4)
                .text(79);
        rows.table(Schema.STOCK)
                .number(Column.STOCK_YTD, 4)
                .number(Column.STOCK_ORDERS, 4)
                .number(Column.STOCK_REMOTE, 4)
                .number(Column.STOCK_QUANTITY, 4)
                .text(Column.STOCK_DISTRICTS, 24 * Schema.DISTRICTS)
                .text(50);
        rows.table(Schema.ITEM).number(Column.ITEM_PRICE, 4).text(78);
        customer(rows);
        rows.table(Schema.HISTORY)
                .number(Column.HISTORY_AMOUNT, 4)
                .number(Column.HISTORY_DATE, 4)
                .number(Column.HISTORY_DISTRICT, 4)
                .text(34);
        orders(rows);
        rows.table(Schema.NAME_INDEX).number(Column.NAMED_CUSTOMER, 4);
        rows.table(Schema.ORDER_INDEX).number(Column.INDEXED_ORDER, 4);
    }

    private static void customer(Fields rows) {
        rows.table(Schema.CUSTOMER)
                .number(Column.BALANCE, 8)
                .number(Column.PAID, 8)
                .number(Column.PAYMENTS, 4)
                .number(Column.DELIVERIES, 4)
                .number(Column.DISCOUNT, 4)
                .number(Column.BAD_CREDIT, 1)
                .text(126)
                .text(Column.CUSTOMER_DATA, 500);
    }

    private static void orders(Fields rows) {
        rows.table(Schema.NEW_ORDER).text(Column.NEW_ORDER_NUMBER, 8);
        rows.table(Schema.ORDER)
                .number(Column.ORDER_CUSTOMER, 4)
                .number(Column.ORDER_DATE, 4)
                .number(Column.ORDER_CARRIER, 4)
                .number(Column.ORDER_LINES, 1)
                .number(Column.ORDER_ALL_LOCAL, 1)
                .zeros(10);
        rows.table(Schema.ORDER_LINE)
                .number(Column.LINE_ITEM, 4)
                .number(Column.LINE_DELIVERED, 4)
                .number(Column.LINE_AMOUNT, 4)
                .number(Column.LINE_SUPPLIER, 4)
                .number(Column.LINE_QUANTITY, 1)
                .zeros(13)
                .text(Column.LINE_DISTRICT, 24);
    }
}
