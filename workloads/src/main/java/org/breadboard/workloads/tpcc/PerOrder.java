// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import java.util.Arrays;
import org.breadboard.workloads.tpcc.schema.Schema;

/** A number for each order of each district, at first 0. One thread. */
final class PerOrder {
    /** Far above what a district gets in a run; a key beyond it is damage, not an order. */
    private static final long MOST_ORDERS = 1L << 24;

    private final long[][] numbers;

    PerOrder(long districts) {
        numbers = new long[Math.toIntExact(districts)][0];
    }

    /** Whether a key can be that of an order. */
    boolean holds(long orderKey) {
        long district = Schema.districtOfOrder(orderKey);
        long order = Schema.orderNumber(orderKey);
        return district >= 0 && district < numbers.length && order > 0 && order < MOST_ORDERS;
    }

    /** Adds to an order's number. */
    void add(long orderKey, long more) {
        int district = (int) Schema.districtOfOrder(orderKey);
        int order = (int) Schema.orderNumber(orderKey);
        if (order >= numbers[district].length) {
            numbers[district] = Arrays.copyOf(numbers[district], order + order / 4 + 1);
        }
        numbers[district][order] += more;
    }

    /** The highest order of a district that {@link #get} may be asked for. */
    int highest(int district) {
        return numbers[district].length - 1;
    }

    /** The number of an order; 0 if none was added. */
    long get(int district, int order) {
        return order < numbers[district].length ? numbers[district][order] : 0;
    }
}
