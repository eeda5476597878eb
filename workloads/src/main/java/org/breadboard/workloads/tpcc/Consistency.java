package org.breadboard.workloads.tpcc;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;

/**
 * The consistency conditions 1 to 4, 8, 9 and 11 (TPC-C 3.3.2), which are about sums over a warehouse or a district;
 * {@link OrderConsistency} has the others. Condition 11, as it is written, holds until the first delivery. Here it
 * counts deliveries too, which customers remember, so that it always holds.
 */
final class Consistency implements Invariant {
    private final String name;
    private final Size size;
    private final Condition condition;

    private Consistency(String name, Size size, Condition condition) {
        this.name = name;
        this.size = size;
        this.condition = condition;
    }

    static List<Invariant> all(Size size) {
        return List.of(
                new Consistency("tpcc-consistency-1", size, Consistency::payments),
                new Consistency("tpcc-consistency-2", size, Consistency::lastOrders),
                new Consistency("tpcc-consistency-3", size, Consistency::newOrders),
                new Consistency("tpcc-consistency-4", size, Consistency::orderLines),
                new Consistency("tpcc-consistency-8", size, Consistency::historyOfWarehouse),
                new Consistency("tpcc-consistency-9", size, Consistency::historyOfDistrict),
                new Consistency("tpcc-consistency-11", size, Consistency::deliveries));
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
                        + " cents, but its districts were paid " + ofDistricts + ".";
    }

    /** The next order of a district follows its last one, which is the last new one too, if one is new. */
    private static String lastOrders(Sums sums, int district) {
        long last = sums.nextOrder[district] - 1;
        boolean right = last == sums.lastOrder[district]
                && (sums.newOrders[district] == 0 || last == sums.lastNewOrder[district]);
        return right
                ? null
                : "district " + district + " has given out order " + last + ", but its last order is "
                        + sums.lastOrder[district] + " and its last new order " + sums.lastNewOrder[district] + ".";
    }

    /** The new orders of a district have no gap. */
    private static String newOrders(Sums sums, int district) {
        long span = sums.newOrders[district] == 0 ? 0 : sums.lastNewOrder[district] - sums.firstNewOrder[district] + 1;
        return span == sums.newOrders[district]
                ? null
                : "district " + district + " has " + sums.newOrders[district]
                        + " new orders, but they are numbered from " + sums.firstNewOrder[district] + " to "
                        + sums.lastNewOrder[district] + ".";
    }

    /** A district has as many order lines as its orders say. */
    private static String orderLines(Sums sums, int district) {
        return sums.linesOfOrders[district] == sums.lines[district]
                ? null
                : "the orders of district " + district + " have " + sums.linesOfOrders[district]
                        + " lines, but there are " + sums.lines[district] + ".";
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
                        + " cents, but the history says " + history + ".";
    }

    /** What a district was paid is what the history says. */
    private static String historyOfDistrict(Sums sums, int district) {
        return sums.history[district] == sums.paid[district]
                ? null
                : "district " + district + " was paid " + sums.paid[district] + " cents, but the history says "
                        + sums.history[district] + ".";
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

    /** What the conditions are about, by district. */
    private final class Sums implements Check {
        private final int districts = Math.toIntExact(size.districts());
        private final long[] warehousePaid = new long[Math.toIntExact(size.warehouses())];
        private final long[] paid = new long[districts];
        private final long[] nextOrder = new long[districts];
        private final long[] lastOrder = new long[districts];
        private final long[] newOrders = new long[districts];
        private final long[] firstNewOrder = new long[districts];
        private final long[] lastNewOrder = new long[districts];
        private final long[] linesOfOrders = new long[districts];
        private final long[] lines = new long[districts];
        private final long[] history = new long[districts];
        private final long[] orders = new long[districts];
        private final long[] deliveries = new long[districts];
        private String stray;

        Sums() {
            Arrays.fill(firstNewOrder, Long.MAX_VALUE);
            Arrays.fill(deliveries, size.delivered());
        }

        @Override
        public void record(int table, long key, byte[] value) {
            long warehouse = Schema.warehouse(table, key);
            if (warehouse < 0 || warehouse >= size.warehouses()) {
                stray = "table " + Schema.NAMES[table] + " has a record of a warehouse that does not exist, under key "
                        + key + ".";
                return;
            }
            switch (table) {
                case Schema.WAREHOUSE -> warehousePaid[(int) key] = Bytes.getLong(value, Schema.YTD);
                case Schema.DISTRICT -> {
                    paid[(int) key] = Bytes.getLong(value, Schema.YTD);
                    nextOrder[(int) key] = Bytes.getInt(value, Schema.NEXT_ORDER);
                }
                case Schema.NEW_ORDER -> {
                    int district = (int) Schema.districtOfOrder(key);
                    long order = Schema.orderNumber(key);
                    newOrders[district]++;
                    firstNewOrder[district] = Math.min(firstNewOrder[district], order);
                    lastNewOrder[district] = Math.max(lastNewOrder[district], order);
                }
                case Schema.ORDER -> {
                    int district = (int) Schema.districtOfOrder(key);
                    lastOrder[district] = Math.max(lastOrder[district], Schema.orderNumber(key));
                    linesOfOrders[district] += value[Schema.ORDER_LINES];
                    orders[district]++;
                }
                case Schema.CUSTOMER ->
                    deliveries[(int) Schema.districtOfCustomer(key)] += Bytes.getInt(value, Schema.DELIVERIES);
                case Schema.HISTORY -> history(key, value);
                case Schema.ORDER_LINE -> lines[(int) Schema.districtOfOrder(Schema.orderOfLine(key))]++;
                default -> {}
            }
        }

        private void history(long key, byte[] value) {
            int district = Bytes.getInt(value, Schema.HISTORY_DISTRICT);
            if (district < 0 || district >= districts) {
                stray = "the history has a payment to a district that does not exist, under key " + key + ".";
            } else {
                history[district] += Bytes.getInt(value, Schema.HISTORY_AMOUNT);
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
