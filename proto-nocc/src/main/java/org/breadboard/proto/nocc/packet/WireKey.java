// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

/**
 * Keys on the wire: 32 bits, of which the upper four are the table and the others the record's key. Table 15 stays
 * free, so that a switch can hold a key plus one in a register, and zero for no key.
 */
public final class WireKey {
    private static final int TABLE_SHIFT = 28;
    /** How many tables there can be. */
    public static final int TABLES = 15;
    /** The largest key of a record. */
    public static final long MAX_KEY = (1L << TABLE_SHIFT) - 1;

    private WireKey() {}

    /** Whether a record can be named. */
    public static boolean fits(int table, long key) {
        return table >= 0 && table < TABLES && key >= 0 && key <= MAX_KEY;
    }

    /** The name of a record that {@link #fits}. */
    public static int of(int table, long key) {
        return table << TABLE_SHIFT | (int) key;
    }

    /** The table. */
    public static int table(int wireKey) {
        return wireKey >>> TABLE_SHIFT;
    }

    /** The record's key in its table. */
    public static long key(int wireKey) {
        return wireKey & MAX_KEY;
    }
}
