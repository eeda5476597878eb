// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.PresentKeys;

/**
 * What warehouses received, what districts received (TPC-C 3.3.2.1) and what customers paid is what committed payments
 * amount to; each customer's balance fell by what that customer paid; customers paid as often as payments committed; no
 * record is missing or torn.
 */
final class BooksBalance implements Invariant {
    private final PaymentWorkload workload;

    BooksBalance(PaymentWorkload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "books-balance";
    }

    @Override
    public Check begin() {
        return new Audit();
    }

    private final class Audit implements Changes {
        private final PresentKeys[] present = new PresentKeys[4];
        private final long[] sums = new long[3];
        private long counted;
        private String damage;

        Audit() {
            for (int table = 0; table < present.length; table++) {
                present[table] = new PresentKeys(workload.records(table));
            }
        }

        @Override
        public void was(int table, long key, byte[] value) {
            present[table].remove(key);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            String what = workload.tables().get(table).name() + " " + key;
            if (!present[table].add(key)) {
                damage("there is a second record, or one too many, of " + what + ".");
            } else if (!Columns.intact(table, key, value)) {
                damage("the record of " + what + " is a mixture: its checksum is wrong.");
            }
            switch (table) {
                case Columns.WAREHOUSE -> sums[table] += Columns.ytd(value) - Columns.WAREHOUSE_YTD;
                case Columns.DISTRICT -> sums[table] += Columns.ytd(value) - Columns.DISTRICT_YTD;
                case Columns.CUSTOMER -> {
                    sums[table] += Columns.paid(value) - Columns.PAID;
                    counted += Columns.payments(value) - Columns.PAYMENTS;
                    if (Columns.balance(value) + Columns.paid(value) != Columns.BALANCE + Columns.PAID) {
                        damage("the balance of " + what + " does not fit what was paid.");
                    }
                }
                default -> {
                    // A row of history is whole, or it isn't.
                }
            }
        }

        private void damage(String sentence) {
            damage = damage == null ? sentence : damage;
        }

        @Override
        public String violation(long account) {
            long payments = account >> PaymentTransaction.COUNT_SHIFT;
            long amount = account - (payments << PaymentTransaction.COUNT_SHIFT);
            for (int table = 0; table < present.length; table++) {
                long missing = present[table].firstMissing();
                if (missing >= 0) {
                    damage(workload.tables().get(table).name() + " " + missing + " is missing.");
                }
            }
            for (int table = 0; table < sums.length; table++) {
                if (sums[table] != amount) {
                    damage("payments of " + amount + " cents were committed, but table "
                            + workload.tables().get(table).name() + " tells of " + sums[table] + ".");
                }
            }
            if (counted != payments) {
                damage(payments + " payments were committed, but customers tell of " + counted + ".");
            }
            return damage;
        }
    }
}
