package org.breadboard.workloads.contended;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

/**
 * A value that tells how often its record was updated, and who wrote it: no two transactions leave the same, though
 * attempts of one may. The first word holds both, the second a checksum over the key and it, and all others follow from
 * it, so that a mixture of two values shows. At least 16 B, in whole words.
 */
final class SignedValue {
    static final int LEAST_BYTES = 16;

    private static final int CHECKSUM = 8;
    private static final int CONTENT = LEAST_BYTES;
    /** No run updates a record so often that this overflows. */
    private static final long COUNT = (1L << 24) - 1;

    private SignedValue() {}

    /** Writes the first value of a key, which nobody has updated. */
    static void fill(long key, byte[] value) {
        Bytes.putLong(value, 0, 0);
        Bytes.putLong(value, CHECKSUM, checksum(key, 0));
        for (int at = CONTENT; at < value.length; at += Long.BYTES) {
            Bytes.putLong(value, at, content(0, at));
        }
    }

    /** Writes what comes next behind {@code updates}: one update more, signed by its writer. */
    static void put(LogicContext transaction, int access, long writer, int valueBytes, long updates) {
        long first = writer & ~COUNT | updates + 1;
        transaction.putLong(access, 0, first);
        transaction.putLong(access, CHECKSUM, checksum(transaction.key(access), first));
        for (int at = CONTENT; at < valueBytes; at += Long.BYTES) {
            transaction.putLong(access, at, content(first, at));
        }
    }

    /** How often a value's record was updated, by its first word. */
    static long updates(long first) {
        return first & COUNT;
    }

    /** Whether a value is one that was written. */
    static boolean isWhole(long key, byte[] value) {
        long first = Bytes.getLong(value, 0);
        boolean whole = Bytes.getLong(value, CHECKSUM) == checksum(key, first);
        for (int at = CONTENT; at < value.length; at += Long.BYTES) {
            whole &= Bytes.getLong(value, at) == content(first, at);
        }
        return whole;
    }

    private static long checksum(long key, long first) {
        return Hash64.of(key, first);
    }

    private static long content(long first, int at) {
        return Hash64.of(first, at);
    }
}
