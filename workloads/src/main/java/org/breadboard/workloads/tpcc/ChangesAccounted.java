// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;

/**
 * Every committed write is in the final state, once, and nothing else has changed: the sum of {@link Ledger}'s numbers.
 */
final class ChangesAccounted implements Invariant {
    private final RowLayout rows;

    ChangesAccounted(RowLayout rows) {
        this.rows = rows;
    }

    @Override
    public String name() {
        return "changes-accounted";
    }

    @Override
    public Check begin() {
        return new Sum();
    }

    private final class Sum implements Changes {
        /** How many there are more than at first. */
        private final long[] records = new long[Schema.NAMES.size()];

        private long sum;

        @Override
        public void was(int table, long key, byte[] value) {
            records[table]--;
            sum -= Ledger.number(table, key, value, 0, rows.rowBytes(table));
        }

        @Override
        public void record(int table, long key, byte[] value) {
            records[table]++;
            sum += Ledger.number(table, key, value, 0, rows.rowBytes(table));
        }

        @Override
        public String violation(long account) {
            if (sum == account) {
                return null;
            }
            return "the final state is not the initial one with every committed write in it once: one is missing, doubled or"
                    + " based on an old value (" + records[Schema.ORDER] + " more orders than at first, "
                    + records[Schema.NEW_ORDER] + " more to be delivered, " + records[Schema.HISTORY] + " payments).";
        }
    }
}
