// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * The consistency conditions 10 and 12 (TPC-C 3.3.2.10, 3.3.2.12), of every single customer: the balance is what the
 * lines of delivered orders cost less what the history says that the customer paid, and with what was paid this year it
 * is what they cost.
 */
final class CustomerConsistency implements Invariant {
    private final Size size;
    private final RowLayout rows;

    CustomerConsistency(Size size, RowLayout rows) {
        this.size = size;
        this.rows = rows;
    }

    @Override
    public String name() {
        return "tpcc-consistency-10-and-12";
    }

    @Override
    public Check begin() {
        return new Customers();
    }

    private final class Customers implements Changes {
        // All of what came since the beginning, where everything was in order.
        private final PerOrder customers = new PerOrder(size.districts());
        private final PerOrder cents = new PerOrder(size.districts());
        private final long[] balance = new long[Math.toIntExact(size.districts() * size.customers())];
        private final long[] paid = new long[balance.length];
        private final long[] history = new long[balance.length];
        private final long[] owed = new long[balance.length];
        private String stray;

        @Override
        public void was(int table, long key, byte[] value) {
            add(table, key, value, -1);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            add(table, key, value, 1);
        }

        private void add(int table, long key, byte[] value, long sign) {
            switch (table) {
                case Schema.CUSTOMER -> {
                    int customer = index(key);
                    balance[customer] += sign * rows.get(value, Column.BALANCE);
                    paid[customer] += sign * rows.get(value, Column.PAID);
                }
                case Schema.HISTORY ->
                    history[index(Schema.districtOfOrder(key))] += sign * rows.get(value, Column.HISTORY_AMOUNT);
                case Schema.ORDER -> add(customers, key, sign * rows.get(value, Column.ORDER_CUSTOMER));
                case Schema.ORDER_LINE -> {
                    if (rows.get(value, Column.LINE_DELIVERED) != 0) {
                        add(cents, Schema.orderOfLine(key), sign * rows.get(value, Column.LINE_AMOUNT));
                    }
                }
                default -> {}
            }
        }

        private void add(PerOrder numbers, long order, long more) {
            if (numbers.holds(order)) {
                numbers.add(order, more);
            } else {
                stray = "there is something of an order that cannot be, " + order + ".";
            }
        }

        /** Where a customer's sums are; 0, which then does not add up, for one that cannot be. */
        private int index(long customerKey) {
            return index(Schema.districtOfCustomer(customerKey), Schema.customer(customerKey));
        }

        private int index(long district, long customer) {
            if (district < 0 || district >= size.districts() || customer < 1 || customer > size.customers()) {
                stray = "there is something of customer " + customer + " of district " + district
                        + ", who does not exist.";
                return 0;
            }
            return (int) (district * size.customers() + customer - 1);
        }

        @Override
        public String violation(long account) {
            for (int district = 0; district < size.districts() && stray == null; district++) {
                for (int order = 1; order <= cents.highest(district) && stray == null; order++) {
                    long cost = cents.get(district, order);
                    if (cost != 0) {
                        owed[index(district, customer(district, order))] += cost;
                    }
                }
            }
            for (int customer = 0; customer < balance.length && stray == null; customer++) {
                stray = violation(customer);
            }
            return stray;
        }

        /** Whose an order is. */
        private long customer(int district, int order) {
            int atFirst = order > size.customers() ? 0 : Rows.customerOf(size, district, order);
            return atFirst + customers.get(district, order);
        }

        private String who(int customer) {
            return "customer " + (customer % size.customers() + 1) + " of district " + customer / size.customers();
        }

        private String violation(int customer) {
            if (balance[customer] != owed[customer] - history[customer]) {
                return who(customer) + " has a balance of " + balance[customer] + " cents more than at first, but owed "
                        + owed[customer] + " and paid " + history[customer] + " by the history (condition 10).";
            }
            if (balance[customer] + paid[customer] != owed[customer]) {
                return who(customer) + " has a balance of " + balance[customer] + " cents more than at first and paid "
                        + paid[customer] + ", but owed " + owed[customer] + " (condition 12).";
            }
            return null;
        }
    }
}
