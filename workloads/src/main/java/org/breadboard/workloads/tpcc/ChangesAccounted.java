package org.breadboard.workloads.tpcc;

import org.breadboard.api.workload.Invariant;

/**
 * Every committed write is in the final state, once, and nothing else has changed: the sum of {@link Ledger}'s numbers.
 */
final class ChangesAccounted implements Invariant {
    private final TpccWorkload workload;

    ChangesAccounted(TpccWorkload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "changes-accounted";
    }

    @Override
    public Check begin() {
        return new Sum();
    }

    private final class Sum implements Check {
        private final long[] records = new long[Schema.NAMES.length];
        private long sum;

        @Override
        public void record(int table, long key, byte[] value) {
            records[table]++;
            // Of order lines, every third candidate is none: two rows for each record are all of them by the end.
            workload.initialSum().advance(2);
            sum += Ledger.number(table, key, value, 0, Schema.VALUE_BYTES[table]);
        }

        @Override
        public String violation(long account) {
            if (sum - workload.initialSum().total() == account) {
                return null;
            }
            return "the final state is not the initial one with every committed write in it once: one is missing, doubled or"
                    + " based on an old value (" + records[Schema.ORDER] + " orders, " + records[Schema.NEW_ORDER]
                    + " of them to be delivered, " + records[Schema.HISTORY] + " payments).";
        }
    }
}
