// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import org.breadboard.api.memory.Bytes;
import org.breadboard.workloads.parts.Hash64;

/**
 * A record of either table: the balance in whole cents as a signed number, so that money is conserved exactly and not
 * up to rounding, then padding that follows from the key. The number has 64 bits where there is room, otherwise 32.
 */
final class Account {
    /** Table of savings accounts, by customer. */
    static final int SAVINGS = 0;

    /** Table of checking accounts, by customer. */
    static final int CHECKING = 1;

    /** Where the balance stands. */
    static final int BALANCE = 0;

    /** Balances begin between 10,000 and 50,000 (BenchBase, H-Store), uniformly by a hash. */
    private static final long LEAST_CENTS = 1_000_000;

    private static final int SPREAD_CENTS = 4_000_001;

    private Account() {}

    /** What an account of a new bank holds. */
    static long freshCents(int table, long customer) {
        return LEAST_CENTS + Hash64.below(SPREAD_CENTS, Hash64.of(customer, table));
    }

    /** How long the balance is in a record of that size. */
    static int balanceBytes(int valueBytes) {
        return valueBytes < Long.BYTES ? Integer.BYTES : Long.BYTES;
    }

    /** Writes an account that holds so much. */
    static void fill(int table, long customer, long cents, byte[] value, int valueBytes) {
        if (balanceBytes(valueBytes) == Long.BYTES) {
            Bytes.putLong(value, BALANCE, cents);
        } else {
            Bytes.putInt(value, BALANCE, (int) cents);
        }
        pad(table, customer, value, valueBytes);
    }

    /** Writes the padding behind the balance. */
    private static void pad(int table, long customer, byte[] value, int valueBytes) {
        for (int at = balanceBytes(valueBytes); at < valueBytes; at++) {
            value[at] = padding(table, customer, at);
        }
    }

    /** Whether the padding is as {@link #pad} left it. */
    static boolean padded(int table, long customer, byte[] value, int valueBytes) {
        for (int at = balanceBytes(valueBytes); at < valueBytes; at++) {
            if (value[at] != padding(table, customer, at)) {
                return false;
            }
        }
        return true;
    }

    /** The balance in a record. */
    static long cents(byte[] value, int valueBytes) {
        return balanceBytes(valueBytes) == Long.BYTES ? Bytes.getLong(value, BALANCE) : Bytes.getInt(value, BALANCE);
    }

    private static byte padding(int table, long customer, int at) {
        return (byte) (Hash64.of(customer, ~table) >>> (at & 7) * 8 ^ at);
    }
}
