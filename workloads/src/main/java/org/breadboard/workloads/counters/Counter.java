package org.breadboard.workloads.counters;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Transaction;
import org.breadboard.workloads.parts.Hash64;

/** The value of a counter: a number, and a checksum over key and number, 16 B together as NOCC's operations carry them. */
final class Counter {
    static final int VALUE_BYTES = 16;

    private static final int NUMBER = 0;
    private static final int CHECKSUM = 8;

    private Counter() {}

    static void fill(long key, byte[] value) {
        Bytes.putLong(value, NUMBER, 0);
        Bytes.putLong(value, CHECKSUM, Hash64.of(key, 0));
    }

    /** Adds one, and begins again from 0 at {@code wrapAt}, unless that is 0. */
    static void increment(Transaction transaction, int access, long wrapAt) {
        long next = transaction.getLong(access, NUMBER) + 1;
        next = next == wrapAt ? 0 : next;
        transaction.putLong(access, NUMBER, next);
        transaction.putLong(access, CHECKSUM, Hash64.of(transaction.key(access), next));
    }

    static long number(byte[] value) {
        return Bytes.getLong(value, NUMBER);
    }

    static boolean intact(long key, byte[] value) {
        return Bytes.getLong(value, CHECKSUM) == Hash64.of(key, number(value));
    }
}
