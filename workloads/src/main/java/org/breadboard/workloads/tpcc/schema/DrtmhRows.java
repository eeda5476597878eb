// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

/**
 * Rows as DrTM+H's public source has them, whose TPC-C is the workload of Xenic 5.2 (5.1: "We evaluate Xenic using this
 * workload"): the values of {@code src/app/tpcc/tpcc_schema.h}, packed, in the order of their fields. A text of up to N
 * characters there is N + 2 B with its length (N + 3 from 256 on); a number that it has as a float is in cents here, as
 * wide.
 *
 * <p>What decides the bytes: stock is 18 B of numbers. S_DATA and S_DIST_xx are a row of their own there, which no
 * transaction reads, so that it is left out; order lines have no OL_DIST_INFO.
 *
 * <p>A customer has 664 B and not 680: {@code snapshot}, {@code c_balance_1} and {@code c_balance_2} hold older
 * versions of the balance. No transaction reads them, the loader alone sets one, and Xenic 5.2 names "object sizes up
 * to 660B". An entry of either index has 16 B, a count and a key: that is what {@code tpcc_main.cc}
 * ({@code init_store}) gives their trees, what the loader writes and new-order inserts, whatever the types of the
 * schema that are named after them. Here it holds the number of the customer or order instead of the key.
 *
 * <p>A row of history names the district that was paid in its text, as H_DATA does (TPC-C 2.5.2.2); there the key has
 * it.
 */
final class DrtmhRows {
    private DrtmhRows() {}

    static void describe(Fields rows) {
        rows.table(Schema.WAREHOUSE)
                .number(Column.WAREHOUSE_YTD, 8)
                .number(Column.WAREHOUSE_TAX, 4)
                .text(12 + 3 * 22 + 2 + 9); // name, three lines of the address, state, zip
        rows.table(Schema.DISTRICT)
                .number(Column.DISTRICT_YTD, 8)
                .number(Column.DISTRICT_TAX, 4)
                .number(Column.NEXT_ORDER, 4)
                .text(12 + 3 * 22 + 2 + 9);
        rows.table(Schema.STOCK)
                .number(Column.STOCK_QUANTITY, 2)
                .number(Column.STOCK_YTD, 4)
                .number(Column.STOCK_ORDERS, 4)
                .number(Column.STOCK_REMOTE, 4)
                .zeros(4); // a sequence number that nothing uses
        rows.table(Schema.ITEM)
                .text(26) // name
                .number(Column.ITEM_PRICE, 4)
                .text(52 + 4); // data, image
        customer(rows);
        rows.table(Schema.HISTORY)
                .number(Column.HISTORY_DATE, 4)
                .number(Column.HISTORY_AMOUNT, 4)
                .number(Column.HISTORY_DISTRICT, 4)
                .text(27 - 4);
        orders(rows);
        rows.table(Schema.NAME_INDEX).zeros(8).number(Column.NAMED_CUSTOMER, 8);
        rows.table(Schema.ORDER_INDEX).zeros(8).number(Column.INDEXED_ORDER, 8);
    }

    private static void customer(Fields rows) {
        rows.table(Schema.CUSTOMER)
                .number(Column.DISCOUNT, 4)
                .number(Column.BAD_CREDIT, 1)
                .text(1 + 18 + 18 + 4) // the rest of the credit, last name, first name, limit
                .number(Column.BALANCE, 4)
                .number(Column.PAID, 4)
                .number(Column.PAYMENTS, 4)
                .number(Column.DELIVERIES, 4)
                .text(3 * 22 + 2 + 9 + 16 + 4 + 2) // address, state, zip, telephone, since, middle name
                .text(2)
                .text(Column.CUSTOMER_DATA, 500)
                .text(1);
    }

    private static void orders(Fields rows) {
        rows.table(Schema.NEW_ORDER).text(Column.NEW_ORDER_NUMBER, 8).text(4);
        rows.table(Schema.ORDER)
                .number(Column.ORDER_CUSTOMER, 4)
                .number(Column.ORDER_CARRIER, 4)
                .number(Column.ORDER_LINES, 1)
                .number(Column.ORDER_ALL_LOCAL, 1)
                .number(Column.ORDER_DATE, 4);
        rows.table(Schema.ORDER_LINE)
                .number(Column.LINE_ITEM, 4)
                .number(Column.LINE_DELIVERED, 4)
                .number(Column.LINE_AMOUNT, 4)
                .number(Column.LINE_SUPPLIER, 4)
                .number(Column.LINE_QUANTITY, 1);
    }
}
