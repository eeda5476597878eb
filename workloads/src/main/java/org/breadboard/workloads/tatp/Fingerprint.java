// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import org.breadboard.api.txn.LogicContext;
import org.breadboard.workloads.parts.Hash64;

/**
 * A 64-bit number for what can change in a row. Transactions account for the difference that they make, so that the sum
 * over the final state (modulo 2^64) tells whether every committed change is there once: one that was lost, doubled or
 * based on a value that was not the last one leaves a difference.
 */
final class Fingerprint {
    private Fingerprint() {}

    /** Of a subscriber: the bits and the location, which share a word with what never changes. */
    static long subscriber(long id, int bits, int vlrLocation) {
        return Hash64.of(id << 3 | Schema.SUBSCRIBER, (long) bits << 32 | vlrLocation & 0xffffffffL);
    }

    /** Of the subscriber row that an access read, or has the new value of. */
    static long subscriber(LogicContext transaction, int access) {
        int bits = transaction.getByte(access, Schema.BITS) & 0xff
                | (transaction.getByte(access, Schema.BITS + 1) & 0xff) << 8;
        return subscriber(transaction.key(access), bits, transaction.getInt(access, Schema.VLR_LOCATION));
    }

    /** Of a special facility: data A. */
    static long specialFacility(long key, byte dataA) {
        return Hash64.of(key << 3 | Schema.SPECIAL_FACILITY, dataA);
    }

    /** Of a call forwarding row: all of it, as two words. */
    static long callForwarding(long key, long first, long second) {
        return Hash64.of(Hash64.of(key << 3 | Schema.CALL_FORWARDING, first), second);
    }

    /** Of the call forwarding row that an access read, or has the new value of. */
    static long callForwarding(LogicContext transaction, int access) {
        return callForwarding(
                transaction.key(access), transaction.getLong(access, 0), transaction.getLong(access, Long.BYTES));
    }
}
