// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.store.Cursor;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What lookups have in common, however a table is laid out: the range of bytes that is needed next, how many there
 * were, and what was found. One thread.
 */
@ConsumerType
public abstract class LookupCursor implements Cursor {
    private long key;
    private long needAddress;
    private int needBytes;
    private long valueAddress;
    private int fetches;

    /** For subclasses. */
    protected LookupCursor() {}

    /** Begins the lookup of a key. */
    protected final void begin(long wanted) {
        key = wanted;
        fetches = 0;
    }

    /** Begins the lookup of a key with its first range. */
    protected final State begin(long wanted, long address, int lengthBytes) {
        begin(wanted);
        return need(address, lengthBytes);
    }

    /** Asks for another range, or for the same one again. */
    protected final State need(long address, int lengthBytes) {
        needAddress = address;
        needBytes = lengthBytes;
        fetches++;
        return State.NEED;
    }

    /** The record's value is at {@code address}. */
    protected final State found(long address) {
        valueAddress = address;
        return State.FOUND;
    }

    /** The record of another key is found: the next one in a range. */
    protected final State found(long foundKey, long address) {
        key = foundKey;
        return found(address);
    }

    @Override
    public final long needAddress() {
        return needAddress;
    }

    @Override
    public final int needBytes() {
        return needBytes;
    }

    @Override
    public final long key() {
        return key;
    }

    @Override
    public final long valueAddress() {
        return valueAddress;
    }

    @Override
    public final int fetches() {
        return fetches;
    }
}
