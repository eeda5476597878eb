package org.breadboard.workloads.tatp;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;

/**
 * Every committed change is in the final state, once: the sum of {@link Fingerprint}s moved by what was accounted for.
 */
final class ChangesAccounted implements Invariant {
    private final long subscribers;

    ChangesAccounted(long subscribers) {
        this.subscribers = subscribers;
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
        private long sum;
        private long forwardings;

        @Override
        public void record(int table, long key, byte[] value) {
            sum += fingerprint(table, key, value);
            if (table == Schema.CALL_FORWARDING) {
                forwardings++;
            }
        }

        @Override
        public String violation(long account) {
            long initialSum = 0;
            long initialForwardings = 0;
            int[] sizes = {Schema.SUBSCRIBER_BYTES, 0, 0, Schema.SPECIAL_FACILITY_BYTES, Schema.CALL_FORWARDING_BYTES};
            for (int table = 0; table < sizes.length; table++) {
                Rows.Of rows = new Rows.Of(table, subscribers);
                byte[] value = new byte[sizes[table]];
                for (long index = 0; value.length > 0 && index < rows.candidates(); index++) {
                    long key = rows.key(index);
                    if (rows.value(key, value)) {
                        initialSum += fingerprint(table, key, value);
                        initialForwardings += table == Schema.CALL_FORWARDING ? 1 : 0;
                    }
                }
            }
            return sum - initialSum == account
                    ? null
                    : "the changes to the subscriber, special facility and call forwarding rows are not those that the"
                            + " committed transactions account for: one is missing, doubled or based on an old value ("
                            + forwardings + " call forwarding rows, " + initialForwardings + " at first).";
        }

        private static long fingerprint(int table, long key, byte[] value) {
            return switch (table) {
                case Schema.SUBSCRIBER ->
                    Fingerprint.subscriber(
                            key, Bytes.getUnsignedShort(value, Schema.BITS), Bytes.getInt(value, Schema.VLR_LOCATION));
                case Schema.SPECIAL_FACILITY -> Fingerprint.specialFacility(key, value[Schema.DATA_A]);
                case Schema.CALL_FORWARDING ->
                    Fingerprint.callForwarding(key, Bytes.getLong(value, 0), Bytes.getLong(value, Long.BYTES));
                default -> 0;
            };
        }
    }
}
