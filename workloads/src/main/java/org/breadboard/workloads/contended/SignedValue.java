// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

/**
 * A value that tells how often its record was updated, and who wrote it: no two transactions leave the same, though
 * attempts of one may. The first word holds both, the second a checksum over the key and it, and all others follow from
 * it, so that a mixture of two values shows. At least 16 B, in whole words.
 *
 * <p>A value that is signed at its end has all that in its last word, and in the others what follows from the key
 * alone, as rows begin with columns that nobody updates.
 *
 * @param valueBytes its size
 * @param atEnd whether it is signed at its end
 */
record SignedValue(int valueBytes, boolean atEnd) {
    static final int LEAST_BYTES = 16;

    private static final int CHECKSUM = 8;
    /** No run updates a record so often that this overflows. */
    private static final long COUNT = (1L << 24) - 1;
    /** What is left for the writer where the checksum has its place in the same word. */
    private static final long UNCHECKED = (1L << 48) - 1;

    /** Writes the first value of a key, which nobody has updated. */
    void fill(long key, byte[] value) {
        for (int at = 0; at < valueBytes; at += Long.BYTES) {
            Bytes.putLong(value, at, word(key, signature(key, 0), at));
        }
    }

    /** Writes what comes next behind {@code updates}: one update more, signed by its writer. */
    void put(LogicContext transaction, int access, long writer, long updates) {
        long key = transaction.key(access);
        long signature = signature(key, writer & ~COUNT | updates + 1);
        for (int at = 0; at < valueBytes; at += Long.BYTES) {
            transaction.putLong(access, at, word(key, signature, at));
        }
    }

    /** How often the record of an access was updated. */
    long updates(LogicContext transaction, int access) {
        return transaction.getLong(access, signedAt()) & COUNT;
    }

    /** How often a value's record was updated. */
    long updates(byte[] value) {
        return Bytes.getLong(value, signedAt()) & COUNT;
    }

    /** Whether a value is one that was written. */
    boolean isWhole(long key, byte[] value) {
        long signature = Bytes.getLong(value, signedAt());
        boolean whole = signature == signature(key, signature);
        for (int at = 0; at < value.length; at += Long.BYTES) {
            whole &= Bytes.getLong(value, at) == word(key, signature, at);
        }
        return whole;
    }

    private int signedAt() {
        return atEnd ? valueBytes - Long.BYTES : 0;
    }

    /** Of a writer, above the number of updates. */
    private long signature(long key, long writerAndUpdates) {
        if (!atEnd) {
            return writerAndUpdates;
        }
        long unchecked = writerAndUpdates & UNCHECKED;
        return Hash64.of(key, unchecked) & ~UNCHECKED | unchecked;
    }

    private long word(long key, long signature, int at) {
        if (at == signedAt()) {
            return signature;
        }
        if (atEnd) {
            return Hash64.of(key, at);
        }
        return at == CHECKSUM ? Hash64.of(key, signature) : Hash64.of(signature, at);
    }
}
