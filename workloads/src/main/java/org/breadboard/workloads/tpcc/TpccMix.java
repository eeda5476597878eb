// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.TransactionMix;
import org.breadboard.workloads.parts.TypeWeights;
import org.breadboard.workloads.tpcc.schema.RowLayout;

/**
 * Which transactions run, and how far they reach.
 *
 * @param types the logics, in the order of types
 * @param drawn how often each is drawn; a delivery is drawn once for its ten districts
 * @param uniformItems whether each item's warehouse is drawn uniformly of all (Xenic 5.2), whatever the next share says
 * @param remoteItems the share of items from a warehouse other than the home
 * @param remotePayments the share of payments at a warehouse other than the customer's
 * @param rollbacks the share of new-orders with an item that does not exist
 * @param byName the share of customers that payment and order-status look up by last name
 * @param ordersPerStockLevel how many of the last 20 orders one part of a stock-level looks at
 */
record TpccMix(
        List<TransactionLogic> types,
        TransactionMix drawn,
        boolean uniformItems,
        double remoteItems,
        double remotePayments,
        double rollbacks,
        double byName,
        int ordersPerStockLevel) {
    static final Setting<Double> ROLLBACKS = Setting.number(
            "rollbacks",
            "",
            0.01,
            0,
            1,
            "The share of new-orders that name an item that does not exist (TPC-C 2.4.1.4; of new-order alone none, assumed).");
    static final Setting<Double> REMOTE_ITEMS =
            Setting.number("remoteItems", "", 0.01, 0, 1, "The share of items from another warehouse (TPC-C 2.4.1.5).");
    static final Setting<Double> REMOTE_PAYMENTS = Setting.number(
            "remotePayments", "", 0.15, 0, 1, "The share of payments at another warehouse (TPC-C 2.5.1.2).");
    static final Setting<Double> BY_NAME = Setting.number(
            "byName", "", 0.6, 0, 1, "The share of customers that are looked up by last name (TPC-C 2.5.1.2).");
    static final Setting<Integer> ORDERS_PER_STOCK_LEVEL = Setting.count(
            "ordersPerStockLevel",
            "orders",
            5,
            1,
            StockLevel.ORDERS,
            "How many of the last 20 orders one transaction of a chopped stock-level looks at (Xenic 5.3 chops;"
                    + " how far is assumed).");

    static final TypeWeights WEIGHTS = new TypeWeights(
            "Xenic 5.3", List.of("newOrder", "payment", "orderStatus", "delivery", "stockLevel"), 45, 43, 4, 4, 4);

    static final int NEW_ORDER = 0;
    static final int PAYMENT = 1;
    static final int ORDER_STATUS = 2;
    static final int DELIVERY = 3;
    static final int STOCK_LEVEL = 4;

    /** All five (TPC-C 5.2.3 with the rest given to new-order; Xenic 5.3). */
    static TpccMix full(Settings settings, RowLayout rows) {
        double roundNs = settings.get(NamedLogic.ROUND_NS);
        return new TpccMix(
                List.of(
                        new NewOrder(rows, roundNs),
                        new Payment(rows, roundNs),
                        new OrderStatus(rows, roundNs),
                        new DistrictDelivery(rows, roundNs),
                        new StockLevel(rows, roundNs)),
                new TransactionMix(WEIGHTS.in(settings)),
                false,
                settings.get(REMOTE_ITEMS),
                settings.get(REMOTE_PAYMENTS),
                settings.get(ROLLBACKS),
                settings.get(BY_NAME),
                settings.get(ORDERS_PER_STOCK_LEVEL));
    }

    /** New-order alone (Xenic 5.2). */
    static TpccMix newOrder(Settings settings, RowLayout rows) {
        double roundNs = settings.get(NamedLogic.ROUND_NS);
        return new TpccMix(
                List.of(new NewOrder(rows, roundNs)),
                new TransactionMix(100),
                true,
                0,
                0,
                settings.get(ROLLBACKS),
                0,
                StockLevel.ORDERS);
    }
}
