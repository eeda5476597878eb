// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

/** What a transaction does with a record, or with an ordered index. */
public enum AccessMode {
    /** Read it. */
    READ,
    /** Read it, and perhaps write it. */
    UPDATE,
    /** Create it; it is fetched too, so that the logic sees whether it exists. */
    INSERT,
    /** Remove it; it is fetched too. */
    DELETE,
    /** The record with the smallest key in a range of an ordered index. */
    MIN,
    /** The record with the largest key in a range. */
    MAX,
    /** All records in a range, up to a limit, in the order of keys. */
    RANGE;

    /** Whether the access may change the record. */
    public boolean writes() {
        return this == UPDATE || this == INSERT || this == DELETE;
    }

    /** Whether the access is over a range of keys. */
    public boolean ranges() {
        return this == MIN || this == MAX || this == RANGE;
    }
}
