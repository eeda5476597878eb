// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

/**
 * Tables, keys and columns. Subscribers are numbered from 1, types of access info and special facility from 1 to 4, and
 * the starting times 0, 8 and 16 o'clock of call forwarding by 0 to 2. Sizes of values are FaSST's; what a struct
 * leaves over is zero and stays so.
 */
final class Schema {
    static final int SUBSCRIBER = 0;
    static final int SECONDARY_SUBSCRIBER = 1;
    static final int ACCESS_INFO = 2;
    static final int SPECIAL_FACILITY = 3;
    static final int CALL_FORWARDING = 4;

    static final int TYPES = 4;
    static final int STARTS = 3;
    static final int FORWARDINGS = TYPES * STARTS;

    /** Subscriber: the number, two locations, ten bits, ten hexadecimal digits, ten bytes, seven bytes left over. */
    static final int SUBSCRIBER_BYTES = 40;

    static final int NUMBER = 0;
    static final int MSC_LOCATION = 8;
    static final int VLR_LOCATION = 12;
    static final int BITS = 16;
    static final int HEX = 18;
    static final int BYTES = 23;
    static final int SUBSCRIBER_USED_BYTES = 33;

    /** Secondary subscriber: the subscriber's id. */
    static final int SECONDARY_SUBSCRIBER_BYTES = 8;

    /** Access info: two bytes, three letters, five letters, six bytes left over. */
    static final int ACCESS_INFO_BYTES = 16;

    static final int ACCESS_LETTERS = 2;
    static final int ACCESS_INFO_USED_BYTES = 10;

    /** Special facility: whether it is active, error control, data A, five letters. */
    static final int SPECIAL_FACILITY_BYTES = 8;

    static final int IS_ACTIVE = 0;
    static final int ERROR_CONTROL = 1;
    static final int DATA_A = 2;
    static final int DATA_B = 3;

    /** Call forwarding: the hour at which it ends, and fifteen digits of the number that is called instead. */
    static final int CALL_FORWARDING_BYTES = 16;

    static final int END_HOUR = 0;
    static final int FORWARD_NUMBER = 1;
    static final int NUMBER_DIGITS = 15;
    static final int LAST_END_HOUR = 24;

    private Schema() {}

    /** The key of an access info or special facility row; {@code type} from 1 to 4. */
    static long typedKey(long subscriber, long type) {
        return (subscriber - 1) * TYPES + type - 1;
    }

    /**
     * The key of a call forwarding row of the special facility with the key {@code facility}; {@code start} from 0 to
     * 2.
     */
    static long forwardingKey(long facility, long start) {
        return facility * STARTS + start;
    }

    /** The subscriber that a row of a table belongs to. */
    static long subscriberOf(int table, long key) {
        return switch (table) {
            case SUBSCRIBER -> key;
            case SECONDARY_SUBSCRIBER -> subscriber(key);
            case CALL_FORWARDING -> Math.floorDiv(key, FORWARDINGS) + 1;
            default -> Math.floorDiv(key, TYPES) + 1;
        };
    }

    /** A subscriber's number, fifteen decimal digits that spell the id, packed with four bits each. */
    static long number(long subscriber) {
        long number = 0;
        long rest = subscriber;
        for (int shift = 0; rest > 0; shift += 4) {
            number |= rest % 10 << shift;
            rest /= 10;
        }
        return number;
    }

    /** The subscriber of a number, or -1 if it is not one of decimal digits. */
    static long subscriber(long number) {
        long subscriber = 0;
        for (int shift = (NUMBER_DIGITS - 1) * 4; shift >= 0; shift -= 4) {
            long digit = number >>> shift & 0xf;
            if (digit > 9) {
                return -1;
            }
            subscriber = subscriber * 10 + digit;
        }
        return number >>> NUMBER_DIGITS * 4 == 0 ? subscriber : -1;
    }

    /** The {@code index}-th of fifteen digits, as a character, that follow from 60 bits. */
    static byte digit(long seed, int index) {
        return (byte) ('0' + (seed >>> index * 4 & 0xf) * 10 / 16);
    }
}
