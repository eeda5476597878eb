// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.workload.Population;
import org.breadboard.workloads.parts.Hash64;

/**
 * What the tables hold at first, by the specification: one to four of the four types of access info and of special
 * facility per subscriber, 85% of the facilities active, and for each facility none to three of the three starting
 * times, each number of rows as likely as another and each choice of rows too. All of it follows from the key.
 *
 * <p>In one thing this is not the specification's but what its transactions lead to: rows of call forwarding end at any
 * hour, as inserted ones do, and not within eight hours of their start. So GetNewDestination succeeds as often at first
 * as later, about 20% of the time, where the other rule begins with 15% and drifts.
 */
final class Rows {
    /**
     * Choices of one to four of four, so that a uniform index gives uniform numbers and, for a number, uniform choices.
     */
    private static final byte[] TYPE_CHOICES = choices(Schema.TYPES, 1, 12);

    /** Choices of none to three of three. */
    private static final byte[] START_CHOICES = choices(Schema.STARTS, 0, 3);

    private static final int ACTIVE_PERCENT = 85;

    private Rows() {}

    /** Whether there is an access info row of a type at first, and, since none is added or removed, ever. */
    static boolean hasAccessInfo(long key) {
        return chosen(TYPE_CHOICES, Schema.ACCESS_INFO, key, Schema.TYPES);
    }

    /** Whether there is a special facility, at first and ever. */
    static boolean hasSpecialFacility(long key) {
        return chosen(TYPE_CHOICES, Schema.SPECIAL_FACILITY, key, Schema.TYPES);
    }

    /** Whether there is a call forwarding row at first. */
    static boolean hasCallForwarding(long key) {
        return hasSpecialFacility(key / Schema.STARTS)
                && chosen(START_CHOICES, Schema.CALL_FORWARDING, key, Schema.STARTS);
    }

    /** Writes a row's first value. */
    static void fill(int table, long key, byte[] value) {
        long hash = hash(table, key, 0);
        switch (table) {
            case Schema.SUBSCRIBER -> subscriber(key, hash, value);
            case Schema.SECONDARY_SUBSCRIBER -> Bytes.putLong(value, 0, Schema.subscriber(key));
            case Schema.ACCESS_INFO -> {
                value[0] = (byte) hash;
                value[1] = (byte) (hash >>> 8);
                letters(table, key, value, Schema.ACCESS_LETTERS, Schema.ACCESS_INFO_USED_BYTES);
            }
            case Schema.SPECIAL_FACILITY -> {
                value[Schema.IS_ACTIVE] = (byte) (Hash64.below(100, hash) < ACTIVE_PERCENT ? 1 : 0);
                value[Schema.ERROR_CONTROL] = (byte) hash;
                value[Schema.DATA_A] = (byte) (hash >>> 8);
                letters(table, key, value, Schema.DATA_B, Schema.SPECIAL_FACILITY_BYTES);
            }
            case Schema.CALL_FORWARDING -> {
                value[Schema.END_HOUR] = (byte) (1 + Hash64.below(Schema.LAST_END_HOUR, hash));
                for (int i = 0; i < Schema.NUMBER_DIGITS; i++) {
                    value[Schema.FORWARD_NUMBER + i] = Schema.digit(hash(table, key, 1), i);
                }
            }
            default -> throw new IllegalArgumentException("table " + table);
        }
    }

    private static void subscriber(long id, long hash, byte[] value) {
        Bytes.putLong(value, Schema.NUMBER, Schema.number(id));
        Bytes.putInt(value, Schema.MSC_LOCATION, (int) hash);
        Bytes.putInt(value, Schema.VLR_LOCATION, (int) (hash >>> 32));
        long bits = hash(Schema.SUBSCRIBER, id, 1);
        Bytes.putShort(value, Schema.BITS, (int) bits & 0x3ff);
        for (int i = Schema.HEX; i < Schema.BYTES; i++) {
            value[i] = (byte) (bits >>> 16 + (i - Schema.HEX) * 8);
        }
        for (int i = Schema.BYTES; i < Schema.SUBSCRIBER_USED_BYTES; i++) {
            value[i] = (byte) hash(Schema.SUBSCRIBER, id, i);
        }
    }

    private static void letters(int table, long key, byte[] value, int from, int to) {
        for (int i = from; i < to; i++) {
            value[i] = (byte) ('A' + Hash64.below(26, hash(table, key, i)));
        }
    }

    private static boolean chosen(byte[] choices, int table, long key, int among) {
        // A stream of its own: how many rows there are has nothing to do with what is in them.
        int choice = choices[Hash64.below(choices.length, hash(table, key / among, -1))];
        return (choice >> key % among & 1) != 0;
    }

    private static long hash(int table, long key, long purpose) {
        return Hash64.of(key << 3 | table, purpose);
    }

    /**
     * Each number of members from {@code least} to {@code among} gets {@code each} entries, each subset of it as many.
     */
    private static byte[] choices(int among, int least, int each) {
        byte[] choices = new byte[(among - least + 1) * each];
        int filled = 0;
        for (int members = least; members <= among; members++) {
            int begin = filled;
            while (filled < begin + each) {
                for (int subset = 0; subset < 1 << among; subset++) {
                    if (Integer.bitCount(subset) == members) {
                        choices[filled++] = (byte) subset;
                    }
                }
            }
        }
        return choices;
    }

    /**
     * The first content of one table.
     *
     * @param subscribers how many there are
     */
    record Of(int table, long subscribers) implements Population {
        @Override
        public long candidates() {
            return switch (table) {
                case Schema.SUBSCRIBER, Schema.SECONDARY_SUBSCRIBER -> subscribers;
                case Schema.CALL_FORWARDING -> subscribers * Schema.FORWARDINGS;
                default -> subscribers * Schema.TYPES;
            };
        }

        @Override
        public long key(long index) {
            return switch (table) {
                case Schema.SUBSCRIBER -> index + 1;
                case Schema.SECONDARY_SUBSCRIBER -> Schema.number(index + 1);
                default -> index;
            };
        }

        @Override
        public boolean value(long key, byte[] value) {
            if (!present(key)) {
                return false;
            }
            fill(table, key, value);
            return true;
        }

        /** Whether there is a row of that key at first. */
        boolean present(long key) {
            return switch (table) {
                case Schema.SUBSCRIBER -> key >= 1 && key <= subscribers;
                case Schema.SECONDARY_SUBSCRIBER -> {
                    long subscriber = Schema.subscriber(key);
                    yield subscriber >= 1 && subscriber <= subscribers;
                }
                case Schema.ACCESS_INFO -> inRange(key) && hasAccessInfo(key);
                case Schema.SPECIAL_FACILITY -> inRange(key) && hasSpecialFacility(key);
                default -> inRange(key) && hasCallForwarding(key);
            };
        }

        private boolean inRange(long key) {
            return key >= 0 && key < candidates();
        }
    }
}
