// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.NonUniform;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Draws the transactions of one context. What is chopped comes one part after another: a delivery is ten transactions,
 * one for each district, and a stock-level as many as its 20 orders take. Home warehouses are those of the context's
 * thread. One thread.
 */
final class Terminal implements Workload.Generator {
    private static final int DATES = Integer.MAX_VALUE;

    private final Size size;
    private final TpccMix mix;
    private final int node;
    private final long firstHome;
    private final long homes;
    private final NonUniform items;
    private final NonUniform customers;
    private final NonUniform names;

    private int deliveriesLeft;
    private long deliveryWarehouse;
    private long carrier;
    private long date;
    private int ordersLeft;
    private long stockDistrict;
    private long threshold;

    Terminal(Size size, TpccMix mix, int node, long firstHome, long homes) {
        this.size = size;
        this.mix = mix;
        this.node = node;
        this.firstHome = firstHome;
        this.homes = homes;
        items = size.nonUniformItems();
        customers = size.nonUniformCustomers();
        names = size.nonUniformNames();
    }

    @Override
    public void next(RandomStream random, TransactionInput into) {
        if (deliveriesLeft > 0) {
            deliver(into);
            return;
        }
        if (ordersLeft > 0) {
            stockLevel(into);
            return;
        }
        long home = firstHome + random.nextLong(homes);
        int type = mix.drawn().next(random);
        switch (type) {
            case TpccMix.NEW_ORDER -> newOrder(random, into, home);
            case TpccMix.PAYMENT -> payment(random, into, home);
            case TpccMix.ORDER_STATUS -> {
                begin(into, type);
                into.put(district(random, home));
                customer(random, into);
            }
            case TpccMix.DELIVERY -> {
                deliveriesLeft = Schema.DISTRICTS;
                deliveryWarehouse = home;
                carrier = 1L + random.nextInt(10);
                date = 1L + random.nextInt(DATES);
                deliver(into);
            }
            default -> {
                ordersLeft = StockLevel.ORDERS;
                stockDistrict = district(random, home);
                threshold = 10L + random.nextInt(11);
                stockLevel(into);
            }
        }
    }

    private void begin(TransactionInput into, int type) {
        into.begin(type, mix.types().get(type));
    }

    private void newOrder(RandomStream random, TransactionInput into, long home) {
        begin(into, TpccMix.NEW_ORDER);
        into.put(district(random, home));
        into.put(customers.next(random));
        into.put(1 + random.nextInt(DATES));
        int lines = Schema.LEAST_LINES + random.nextInt(Schema.MOST_LINES - Schema.LEAST_LINES + 1);
        into.put(NewOrder.shape(node, lines));
        boolean rolledBack = random.nextDouble() < mix.rollbacks();
        for (int i = 0; i < lines; i++) {
            long item = rolledBack && i == lines - 1 ? size.items() + 1L : newItem(random, into, i);
            into.put(NewOrder.line(item, supplier(random, home), 1 + random.nextInt(10)));
        }
    }

    /** An item that the order does not have yet: a transaction declares a record that it writes once. */
    private long newItem(RandomStream random, TransactionInput into, int before) {
        while (true) {
            long item = items.next(random);
            int same = 0;
            while (same < before && NewOrder.item(into.number(NewOrder.HEAD + same)) != item) {
                same++;
            }
            if (same == before) {
                return item;
            }
        }
    }

    private long supplier(RandomStream random, long home) {
        if (mix.uniformItems()) {
            return random.nextLong(size.warehouses());
        }
        return random.nextDouble() < mix.remoteItems() ? other(random, home) : home;
    }

    private void payment(RandomStream random, TransactionInput into, long home) {
        begin(into, TpccMix.PAYMENT);
        into.put(district(random, home));
        customer(random, into);
        long paid = random.nextDouble() < mix.remotePayments() ? other(random, home) : home;
        // Customers of the warehouse that is paid pay at their own district (TPC-C 2.5.1.2).
        into.put(paid == home ? into.number(0) : district(random, paid));
        into.put(100 + random.nextInt(499_901));
        into.put(1 + random.nextInt(DATES));
    }

    private void customer(RandomStream random, TransactionInput into) {
        boolean byName = random.nextDouble() < mix.byName();
        into.put(byName ? names.next(random) : customers.next(random));
        into.put(byName ? 1 : 0);
    }

    private void deliver(TransactionInput into) {
        begin(into, TpccMix.DELIVERY);
        into.put(Schema.district(deliveryWarehouse, Schema.DISTRICTS - deliveriesLeft));
        into.put(carrier);
        into.put(date);
        deliveriesLeft--;
    }

    private void stockLevel(TransactionInput into) {
        begin(into, TpccMix.STOCK_LEVEL);
        int orders = Math.min(ordersLeft, mix.ordersPerStockLevel());
        into.put(stockDistrict);
        into.put(threshold);
        into.put(ordersLeft);
        into.put(orders);
        ordersLeft -= orders;
    }

    private static long district(RandomStream random, long warehouse) {
        return Schema.district(warehouse, random.nextInt(Schema.DISTRICTS));
    }

    /** A warehouse other than the home, uniformly, without a loop; the home where there is no other. */
    private long other(RandomStream random, long home) {
        if (size.warehouses() == 1) {
            return home;
        }
        long drawn = random.nextLong(size.warehouses() - 1);
        return drawn < home ? drawn : drawn + 1;
    }
}
