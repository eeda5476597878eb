// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import java.util.Arrays;
import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.PresentKeys;

/**
 * The references between the tables hold. Each subscriber is there, and the secondary table leads from each number to
 * its id; access info and special facility have the rows that they began with; each call forwarding row has its special
 * facility, a legal hour and a number of digits; and what no transaction changes has not changed.
 */
final class RowsIntact implements Invariant {
    private static final String[] NAMES = {
        "subscriber", "secondary subscriber", "access info", "special facility", "call forwarding"
    };

    private final long subscribers;

    RowsIntact(long subscribers) {
        this.subscribers = subscribers;
    }

    @Override
    public String name() {
        return "rows-intact";
    }

    @Override
    public Check begin() {
        return new Sweep();
    }

    private final class Sweep implements Changes {
        private final Rows.Of[] rows = new Rows.Of[NAMES.length];
        private final PresentKeys[] present = new PresentKeys[NAMES.length];
        private final PresentKeys inserted;
        private final byte[][] expected = new byte[NAMES.length][];
        private String violation;

        Sweep() {
            int[] sizes = {
                Schema.SUBSCRIBER_BYTES,
                Schema.SECONDARY_SUBSCRIBER_BYTES,
                Schema.ACCESS_INFO_BYTES,
                Schema.SPECIAL_FACILITY_BYTES,
                Schema.CALL_FORWARDING_BYTES
            };
            for (int table = 0; table < NAMES.length; table++) {
                rows[table] = new Rows.Of(table, subscribers);
                present[table] = new PresentKeys(rows[table].candidates());
                expected[table] = new byte[sizes[table]];
            }
            inserted = PresentKeys.none(rows[Schema.CALL_FORWARDING].candidates());
        }

        @Override
        public void was(int table, long key, byte[] value) {
            present[table].remove(index(table, key));
        }

        @Override
        public void record(int table, long key, byte[] value) {
            boolean first = rows[table].present(key);
            if (!first && table != Schema.CALL_FORWARDING) {
                violated("a row that no transaction could create", table, key);
            } else if (!(first ? present[table] : inserted).add(index(table, key))) {
                violated("a row that no transaction could create, or a second one", table, key);
            } else if (table == Schema.CALL_FORWARDING) {
                forwarding(key, value);
            } else if (!intact(table, key, value)) {
                violated("changed data that no transaction changes", table, key);
            }
        }

        @Override
        public String violation(long account) {
            for (int table = 0; table < Schema.CALL_FORWARDING && violation == null; table++) {
                long missing = present[table].firstMissing();
                if (missing >= 0) {
                    violated("no row", table, rows[table].key(missing));
                }
            }
            return violation;
        }

        private void forwarding(long key, byte[] value) {
            if (!Rows.hasSpecialFacility(key / Schema.STARTS)) {
                violated("a row without its special facility", Schema.CALL_FORWARDING, key);
            }
            if (value[Schema.END_HOUR] < 1 || value[Schema.END_HOUR] > Schema.LAST_END_HOUR) {
                violated("a row that ends at hour " + value[Schema.END_HOUR], Schema.CALL_FORWARDING, key);
            }
            for (int i = 0; i < Schema.NUMBER_DIGITS; i++) {
                byte digit = value[Schema.FORWARD_NUMBER + i];
                if (digit < '0' || digit > '9') {
                    violated("a row whose number is not made of digits", Schema.CALL_FORWARDING, key);
                }
            }
        }

        /** Compares with the first value, but for the columns that transactions set. */
        private boolean intact(int table, long key, byte[] value) {
            byte[] first = expected[table];
            Arrays.fill(first, (byte) 0);
            Rows.fill(table, key, first);
            if (table == Schema.SUBSCRIBER) {
                first[Schema.BITS] = (byte) (first[Schema.BITS] & ~1 | value[Schema.BITS] & 1);
                System.arraycopy(value, Schema.VLR_LOCATION, first, Schema.VLR_LOCATION, Integer.BYTES);
            } else if (table == Schema.SPECIAL_FACILITY) {
                first[Schema.DATA_A] = value[Schema.DATA_A];
            }
            return Arrays.equals(first, 0, first.length, value, 0, first.length);
        }

        private static long index(int table, long key) {
            return switch (table) {
                case Schema.SUBSCRIBER -> key - 1;
                case Schema.SECONDARY_SUBSCRIBER -> Schema.subscriber(key) - 1;
                default -> key;
            };
        }

        private void violated(String found, int table, long key) {
            if (violation == null) {
                violation = "table " + NAMES[table] + " has " + found + " under key " + key + ".";
            }
        }
    }
}
