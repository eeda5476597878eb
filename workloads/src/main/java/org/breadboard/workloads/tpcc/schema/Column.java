// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc.schema;

/** What transactions and consistency conditions use of a row. A {@link RowLayout} says where it stands. */
public enum Column {
    WAREHOUSE_YTD,
    WAREHOUSE_TAX,
    DISTRICT_YTD,
    DISTRICT_TAX,
    NEXT_ORDER,

    STOCK_QUANTITY,
    STOCK_YTD,
    STOCK_ORDERS,
    STOCK_REMOTE,

    /** S_DIST_01 to S_DIST_10, which an order line takes one of. */
    STOCK_DISTRICTS,

    ITEM_PRICE,

    BALANCE,
    PAID,
    PAYMENTS,
    DELIVERIES,
    DISCOUNT,
    BAD_CREDIT,
    CUSTOMER_DATA,

    HISTORY_AMOUNT,
    HISTORY_DATE,

    /** The district that was paid, and with it the warehouse. */
    HISTORY_DISTRICT,

    NEW_ORDER_NUMBER,

    ORDER_CUSTOMER,
    ORDER_DATE,
    ORDER_CARRIER,
    ORDER_LINES,
    ORDER_ALL_LOCAL,

    LINE_ITEM,
    LINE_DELIVERED,
    LINE_AMOUNT,
    LINE_SUPPLIER,
    LINE_QUANTITY,

    /** OL_DIST_INFO, one of {@link #STOCK_DISTRICTS}. */
    LINE_DISTRICT,

    /** The customer that an entry of the index of names leads to. */
    NAMED_CUSTOMER,

    /** The order that an entry of the index of orders leads to. */
    INDEXED_ORDER
}
