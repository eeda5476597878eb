package org.breadboard.workloads.tpcc;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;

/** The first four consistency conditions (TPC-C 3.3.2.1 to 3.3.2.4) of every warehouse and district. */
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
                new Consistency("tpcc-consistency-4", size, Consistency::orderLines));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Check begin(long account) {
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
        private String stray;

        Sums() {
            Arrays.fill(firstNewOrder, Long.MAX_VALUE);
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
                }
                case Schema.ORDER_LINE -> lines[(int) Schema.districtOfOrder(Schema.orderOfLine(key))]++;
                default -> {}
            }
        }

        @Override
        public String violation() {
            for (int district = 0; district < districts && stray == null; district++) {
                stray = condition.violation(this, district);
            }
            return stray;
        }
    }
}
