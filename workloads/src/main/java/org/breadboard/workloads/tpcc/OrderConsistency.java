// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/** The consistency conditions 5 to 7 (TPC-C 3.3.2.5 to 3.3.2.7), of every single order. */
final class OrderConsistency implements Invariant {
    // What is known of an order, in one number: how many rows and flags, 8 bits each.
    private static final long LINE = 1;
    private static final long DELIVERED_LINE = 1L << 8;
    private static final int COUNT_SHIFT = 16;
    private static final long ORDER = 1L << 24;
    private static final long CARRIER = 1L << 32;
    private static final long NEW_ORDER = 1L << 40;
    private static final int BYTE = 0xff;

    private final Size size;
    private final RowLayout rows;

    OrderConsistency(Size size, RowLayout rows) {
        this.size = size;
        this.rows = rows;
    }

    @Override
    public String name() {
        return "tpcc-consistency-5-to-7";
    }

    @Override
    public Check begin() {
        return new Orders();
    }

    private final class Orders implements Changes {
        /** What is known of an order beyond what was known at first. */
        private final PerOrder changes = new PerOrder(size.districts());

        private String stray;

        @Override
        public void was(int table, long key, byte[] value) {
            add(table, key, value, -1);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            add(table, key, value, 1);
        }

        private void add(int table, long key, byte[] value, int sign) {
            switch (table) {
                case Schema.ORDER -> {
                    boolean carried = rows.get(value, Column.ORDER_CARRIER) != 0;
                    long lines = rows.get(value, Column.ORDER_LINES) & BYTE;
                    add(key, sign * (ORDER | lines << COUNT_SHIFT | (carried ? CARRIER : 0)));
                }
                case Schema.NEW_ORDER -> add(key, sign * NEW_ORDER);
                case Schema.ORDER_LINE -> {
                    boolean delivered = rows.get(value, Column.LINE_DELIVERED) != 0;
                    add(Schema.orderOfLine(key), sign * (LINE | (delivered ? DELIVERED_LINE : 0)));
                }
                default -> {}
            }
        }

        private void add(long order, long what) {
            if (changes.holds(order)) {
                changes.add(order, what);
            } else {
                stray = "there is something of an order that cannot be, " + order + ".";
            }
        }

        @Override
        public String violation(long account) {
            for (int district = 0; district < size.districts() && stray == null; district++) {
                for (int order = 1; order <= changes.highest(district) && stray == null; order++) {
                    long change = changes.get(district, order);
                    String wrong = change == 0 ? null : wrong(atFirst(district, order) + change);
                    stray = wrong == null ? null : "order " + order + " of district " + district + " " + wrong;
                }
            }
            return stray;
        }
    }

    /** What is known of an order at first; 0 of one that is not one of the first. */
    private long atFirst(int district, int order) {
        if (order > size.customers()) {
            return 0;
        }
        long lines = Rows.lines(Schema.orderKey(district, order));
        boolean delivered = order <= size.delivered();
        return (ORDER | lines << COUNT_SHIFT)
                + lines * LINE
                + (delivered ? CARRIER + lines * DELIVERED_LINE : NEW_ORDER);
    }

    /** Null, or what is wrong with an order. */
    private static String wrong(long order) {
        long lines = order & BYTE;
        long delivered = order >>> Long.numberOfTrailingZeros(DELIVERED_LINE) & BYTE;
        long count = order >>> COUNT_SHIFT & BYTE;
        boolean exists = (order & ORDER) != 0;
        boolean carried = (order & CARRIER) != 0;
        boolean isNew = (order & NEW_ORDER) != 0;
        if (exists ? carried == isNew : isNew) {
            return isNew
                    ? "is a new order, but there is no such order, or it has a carrier (condition 5)."
                    : "has no carrier, but is no new order (condition 5).";
        }
        if (lines != count) {
            return "says that it has " + count + " lines, but has " + lines + " (condition 6).";
        }
        if (delivered != (carried ? lines : 0)) {
            return (carried ? "has a carrier, but " : "has no carrier, but ") + delivered + " of its " + lines
                    + " lines are delivered (condition 7).";
        }
        return null;
    }
}
