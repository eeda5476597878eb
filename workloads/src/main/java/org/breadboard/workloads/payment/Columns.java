// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

/**
 * The columns that a payment touches, packed into values of 16 B, one per record, so that a payment fits the seven
 * operations of a packet. Money is in cents.
 *
 * <p>Warehouse and district: what was paid in the year (W_YTD, D_YTD), and a checksum. Customer: balance (6 B), what
 * the customer paid in the year (6 B), and how often (4 B). History: amount and customer (4 B each), and a checksum.
 */
final class Columns {
    static final int WAREHOUSE = 0;
    static final int DISTRICT = 1;
    static final int CUSTOMER = 2;
    static final int HISTORY = 3;

    static final int VALUE_BYTES = 16;

    /**
     * TPC-C 4.3.3.1, in cents: W_YTD is 300,000.00, D_YTD 30,000.00, C_BALANCE -10.00, C_YTD_PAYMENT 10.00,
     * C_PAYMENT_CNT 1.
     */
    static final long WAREHOUSE_YTD = 30_000_000;

    static final long DISTRICT_YTD = 3_000_000;
    static final long BALANCE = -1_000;
    static final long PAID = 1_000;
    static final int PAYMENTS = 1;

    private static final int YTD_AT = 0;
    private static final int CHECKSUM_AT = 8;
    private static final int BALANCE_AT = 0;
    private static final int PAID_AT = 6;
    private static final int PAYMENTS_AT = 12;
    private static final int AMOUNT_AT = 0;
    private static final int PAYER_AT = 4;

    private Columns() {}

    /** The value of a record before the first payment. */
    static void fill(int table, long key, byte[] value) {
        switch (table) {
            case WAREHOUSE, DISTRICT -> {
                long ytd = table == WAREHOUSE ? WAREHOUSE_YTD : DISTRICT_YTD;
                Bytes.putLong(value, YTD_AT, ytd);
                Bytes.putLong(value, CHECKSUM_AT, Hash64.of(key, ytd));
            }
            case CUSTOMER -> {
                put48(value, BALANCE_AT, BALANCE);
                put48(value, PAID_AT, PAID);
                Bytes.putInt(value, PAYMENTS_AT, PAYMENTS);
            }
            default -> Bytes.putLong(value, CHECKSUM_AT, Hash64.of(key, 0));
        }
    }

    /** Adds an amount to the year's sum of a warehouse or district. */
    static void receive(LogicContext transaction, int access, int cents) {
        long ytd = transaction.getLong(access, YTD_AT) + cents;
        transaction.putLong(access, YTD_AT, ytd);
        transaction.putLong(access, CHECKSUM_AT, Hash64.of(transaction.key(access), ytd));
    }

    /** Takes an amount from a customer. */
    static void pay(LogicContext transaction, int access, int cents) {
        put48(transaction, access, BALANCE_AT, get48(transaction, access, BALANCE_AT) - cents);
        put48(transaction, access, PAID_AT, get48(transaction, access, PAID_AT) + cents);
        transaction.putInt(access, PAYMENTS_AT, transaction.getInt(access, PAYMENTS_AT) + 1);
    }

    /** Writes a row of history over what was there. */
    static void note(LogicContext transaction, int access, int cents, int payer) {
        transaction.putInt(access, AMOUNT_AT, cents);
        transaction.putInt(access, PAYER_AT, payer);
        transaction.putLong(access, CHECKSUM_AT, Hash64.of(transaction.key(access), word(cents, payer)));
    }

    static long ytd(byte[] value) {
        return Bytes.getLong(value, YTD_AT);
    }

    static long balance(byte[] value) {
        return get48(value, BALANCE_AT);
    }

    static long paid(byte[] value) {
        return get48(value, PAID_AT);
    }

    static int payments(byte[] value) {
        return Bytes.getInt(value, PAYMENTS_AT);
    }

    /** Whether the checksum is right, of a record that has one. */
    static boolean intact(int table, long key, byte[] value) {
        long word = table == HISTORY
                ? word(Bytes.getInt(value, AMOUNT_AT), Bytes.getInt(value, PAYER_AT))
                : Bytes.getLong(value, YTD_AT);
        return table == CUSTOMER || Bytes.getLong(value, CHECKSUM_AT) == Hash64.of(key, word);
    }

    private static long word(int cents, int payer) {
        return (long) cents << 32 | payer & 0xffff_ffffL;
    }

    private static void put48(byte[] value, int at, long number) {
        for (int i = 0; i < 6; i++) {
            value[at + i] = (byte) (number >>> i * 8);
        }
    }

    private static long get48(byte[] value, int at) {
        long number = 0;
        for (int i = 5; i >= 0; i--) {
            number = number << 8 | value[at + i] & 0xff;
        }
        return number << 16 >> 16;
    }

    private static void put48(LogicContext transaction, int access, int at, long number) {
        for (int i = 0; i < 6; i++) {
            transaction.putByte(access, at + i, (int) (number >>> i * 8));
        }
    }

    private static long get48(LogicContext transaction, int access, int at) {
        long number = 0;
        for (int i = 5; i >= 0; i--) {
            number = number << 8 | transaction.getByte(access, at + i) & 0xff;
        }
        return number << 16 >> 16;
    }
}
