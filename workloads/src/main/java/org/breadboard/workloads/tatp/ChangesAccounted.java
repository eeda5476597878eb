// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Invariant;

/**
 * Every committed change is in the final state, once: the sum of {@link Fingerprint}s moved by what was accounted for.
 */
final class ChangesAccounted implements Invariant {
    @Override
    public String name() {
        return "changes-accounted";
    }

    @Override
    public Check begin() {
        return new Sum();
    }

    private static final class Sum implements Changes {
        private long sum;
        private long forwardings;

        @Override
        public void was(int table, long key, byte[] value) {
            sum -= fingerprint(table, key, value);
            forwardings -= table == Schema.CALL_FORWARDING ? 1 : 0;
        }

        @Override
        public void record(int table, long key, byte[] value) {
            sum += fingerprint(table, key, value);
            forwardings += table == Schema.CALL_FORWARDING ? 1 : 0;
        }

        @Override
        public String violation(long account) {
            return sum == account
                    ? null
                    : "the changes to the subscriber, special facility and call forwarding rows are not those that the"
                            + " committed transactions account for: one is missing, doubled or based on an old value ("
                            + forwardings + " call forwarding rows more than at first).";
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
