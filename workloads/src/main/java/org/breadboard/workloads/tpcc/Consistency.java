// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * The consistency conditions 1 to 4, 8, 9 and 11 (TPC-C 3.3.2), which are about sums over a warehouse or a district;
 * {@link OrderConsistency} has the others. Condition 11, as it is written, holds until the first delivery. Here it
 * counts deliveries too, which customers remember, so that it always holds.
 */
final class Consistency implements Invariant {
    private final String name;
    private final Size size;
    private final RowLayout rows;
    private final boolean ofOrders;
    private final Condition condition;

    private Consistency(String name, Size size, RowLayout rows, Condition condition) {
        this(name, size, rows, false, condition);
    }

    private Consistency(String name, Size size, RowLayout rows, boolean ofOrders, Condition condition) {
        this.name = name;
        this.size = size;
        this.rows = rows;
        this.ofOrders = ofOrders;
        this.condition = condition;
    }

    static List<Invariant> all(Size size, RowLayout rows) {
        return List.of(
                new Consistency("tpcc-consistency-1", size, rows, Consistency::payments),
                new Consistency("tpcc-consistency-2", size, rows, true, Consistency::lastOrders),
                new Consistency("tpcc-consistency-3", size, rows, true, Consistency::newOrders),
                new Consistency("tpcc-consistency-4", size, rows, Consistency::orderLines),
                new Consistency("tpcc-consistency-8", size, rows, Consistency::historyOfWarehouse),
                new Consistency("tpcc-consistency-9", size, rows, Consistency::historyOfDistrict),
                new Consistency("tpcc-consistency-11", size, rows, Consistency::deliveries));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Check begin() {
        return new Sums();
    }

    /** What a warehouse was paid is what its districts were paid. */
    private static String payments(Sums sums, int district) {
        if (district % Schema.DISTRICTS != 0) {
            return null;
        }
        int warehouse = district / Schema.DISTRICTS;
        long ofDistricts = 0;
        for (int i = district; i < district + Schema.DISTRICTS; i++) {
            ofDistricts += sums.paid[i];
        }
        return ofDistricts == sums.warehousePaid[warehouse]
                ? null
                : "warehouse " + warehouse + " was paid " + sums.warehousePaid[warehouse]
                        + " cents since the beginning, but its districts were paid " + ofDistricts + ".";
    }

    /** The next order of a district follows its last one, which is the last new one too, if one is new. */
    private static String lastOrders(Sums sums, int district) {
        long last = sums.nextOrder[district] - 1;
        int lastOrder = sums.last(sums.orderChanges, district, 1);
        int lastNewOrder = sums.last(sums.newOrderChanges, district, sums.firstOpen());
        return last == lastOrder && (lastNewOrder == 0 || last == lastNewOrder)
                ? null
                : "district " + district + " has given out order " + last + ", but its last order is " + lastOrder
                        + " and its last new order " + lastNewOrder + ".";
    }

    /** The new orders of a district have no gap. */
    private static String newOrders(Sums sums, int district) {
        int first = sums.firstNewOrder(district);
        int last = sums.last(sums.newOrderChanges, district, sums.firstOpen());
        long span = last == 0 ? 0 : last - first + 1;
        return span == sums.newOrders[district]
                ? null
                : "district " + district + " has " + sums.newOrders[district]
                        + " new orders, but they are numbered from " + first + " to " + last + ".";
    }

    /** A district has as many order lines as its orders say. */
    private static String orderLines(Sums sums, int district) {
        return sums.linesOfOrders[district] == sums.lines[district]
                ? null
                : "the orders of district " + district + " have " + sums.linesOfOrders[district]
                        + " lines more than at first, but there are " + sums.lines[district] + " more.";
    }

    /** What a warehouse was paid is what the history says. */
    private static String historyOfWarehouse(Sums sums, int district) {
        if (district % Schema.DISTRICTS != 0) {
            return null;
        }
        int warehouse = district / Schema.DISTRICTS;
        long history = 0;
        for (int i = district; i < district + Schema.DISTRICTS; i++) {
            history += sums.history[i];
        }
        return history == sums.warehousePaid[warehouse]
                ? null
                : "warehouse " + warehouse + " was paid " + sums.warehousePaid[warehouse]
                        + " cents since the beginning, but the history says " + history + ".";
    }

    /** What a district was paid is what the history says. */
    private static String historyOfDistrict(Sums sums, int district) {
        return sums.history[district] == sums.paid[district]
                ? null
                : "district " + district + " was paid " + sums.paid[district]
                        + " cents since the beginning, but the history says " + sums.history[district] + ".";
    }

    /** The orders of a district that are no new ones any more are those that were delivered at first or since. */
    private static String deliveries(Sums sums, int district) {
        long delivered = sums.orders[district] - sums.newOrders[district];
        return delivered == sums.deliveries[district]
                ? null
                : delivered + " orders of district " + district + " are no new ones, but " + sums.deliveries[district]
                        + " were delivered.";
    }

    /** Null, or what is wrong. */
    @FunctionalInterface
    private interface Condition {
        String violation(Sums sums, int district);
    }

    /**
     * What the conditions are about, by district. Sums of cents and of lines are of what came since the beginning,
     * where they were in order; numbers of orders are of all.
     */
    private final class Sums implements Changes {
        private final int districts = Math.toIntExact(size.districts());
        private final long[] warehousePaid = new long[Math.toIntExact(size.warehouses())];
        private final long[] paid = new long[districts];
        private final long[] nextOrder = new long[districts];
        private final long[] newOrders = new long[districts];
        private final long[] linesOfOrders = new long[districts];
        private final long[] lines = new long[districts];
        private final long[] history = new long[districts];
        private final long[] orders = new long[districts];
        private final long[] deliveries = new long[districts];
        /** By how many there are more than at first, of those conditions that are about single orders. */
        private final PerOrder orderChanges = new PerOrder(districts);

        private final PerOrder newOrderChanges = new PerOrder(districts);
        private String stray;

        Sums() {
            Arrays.fill(nextOrder, size.customers() + 1L);
            Arrays.fill(orders, size.customers());
            Arrays.fill(newOrders, size.customers() - size.delivered());
            Arrays.fill(deliveries, size.delivered());
        }

        /** The oldest order that is a new one at first. */
        int firstOpen() {
            return size.delivered() + 1;
        }

        /** The last of the orders of a district that are there, of which at first those from {@code from} on were. */
        int last(PerOrder changes, int district, int from) {
            for (int order = Math.max(size.customers(), changes.highest(district)); order > 0; order--) {
                if (isThere(changes, district, order, from)) {
                    return order;
                }
            }
            return 0;
        }

        /** The first new order of a district; 0 if there is none. */
        int firstNewOrder(int district) {
            for (int order = 1; order <= Math.max(size.customers(), newOrderChanges.highest(district)); order++) {
                if (isThere(newOrderChanges, district, order, firstOpen())) {
                    return order;
                }
            }
            return 0;
        }

        private boolean isThere(PerOrder changes, int district, int order, int from) {
            int atFirst = order >= from && order <= size.customers() ? 1 : 0;
            return atFirst + changes.get(district, order) > 0;
        }

        @Override
        public void was(int table, long key, byte[] value) {
            add(table, key, value, -1);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            add(table, key, value, 1);
        }

        private void add(int table, long key, byte[] value, int sign) {
            long warehouse = Schema.warehouse(table, key);
            if (warehouse < 0 || warehouse >= size.warehouses()) {
                stray = "table " + Schema.NAMES.get(table)
                        + " has a record of a warehouse that does not exist, under key " + key + ".";
                return;
            }
            switch (table) {
                case Schema.WAREHOUSE -> warehousePaid[(int) key] += sign * rows.get(value, Column.WAREHOUSE_YTD);
                case Schema.DISTRICT -> {
                    paid[(int) key] += sign * rows.get(value, Column.DISTRICT_YTD);
                    nextOrder[(int) key] += sign * rows.get(value, Column.NEXT_ORDER);
                }
                case Schema.NEW_ORDER -> {
                    newOrders[(int) Schema.districtOfOrder(key)] += sign;
                    add(newOrderChanges, key, sign);
                }
                case Schema.ORDER -> {
                    int district = (int) Schema.districtOfOrder(key);
                    linesOfOrders[district] += sign * rows.get(value, Column.ORDER_LINES);
                    orders[district] += sign;
                    add(orderChanges, key, sign);
                }
                case Schema.CUSTOMER ->
                    deliveries[(int) Schema.districtOfCustomer(key)] += sign * rows.get(value, Column.DELIVERIES);
                case Schema.HISTORY -> history(key, value, sign);
                case Schema.ORDER_LINE -> lines[(int) Schema.districtOfOrder(Schema.orderOfLine(key))] += sign;
                default -> {}
            }
        }

        private void add(PerOrder changes, long order, int sign) {
            if (!changes.holds(order)) {
                stray = "there is an order that cannot be, " + order + ".";
            } else if (ofOrders) {
                changes.add(order, sign);
            }
        }

        private void history(long key, byte[] value, int sign) {
            int district = (int) rows.get(value, Column.HISTORY_DISTRICT);
            if (district < 0 || district >= districts) {
                stray = "the history has a payment to a district that does not exist, under key " + key + ".";
            } else {
                history[district] += sign * rows.get(value, Column.HISTORY_AMOUNT);
            }
        }

        @Override
        public String violation(long account) {
            for (int district = 0; district < districts && stray == null; district++) {
                stray = condition.violation(this, district);
            }
            return stray;
        }
    }
}
