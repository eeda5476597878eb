// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.store;

import org.breadboard.api.memory.Region;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A lookup as a dialogue: the cursor asks for a range of bytes and is given them. Then it asks for another range, has
 * found the record, or knows that there is none. So one store serves host loads, DMA reads, chains of one-sided READs
 * and tracked accesses. Reused for lookup after lookup; one thread.
 */
@ConsumerType
public interface Cursor {
    /** Where a lookup stands. */
    enum State {
        /** It needs the bytes from {@link #needAddress()}, {@link #needBytes()} long. */
        NEED,
        /** The record stands at {@link #valueAddress()}. */
        FOUND,
        /** There is no such record. */
        ABSENT
    }

    /** Begins a lookup of a key. */
    State find(long key);

    /**
     * Begins a lookup of the record with the smallest key that is at least {@code key}.
     *
     * @throws UnsupportedOperationException if the store is not ordered
     */
    default State ceiling(long key) {
        throw new UnsupportedOperationException("the store is not ordered");
    }

    /** Begins a lookup of the record with the largest key that is at most {@code key}; as {@link #ceiling}. */
    default State floor(long key) {
        throw new UnsupportedOperationException("the store is not ordered");
    }

    /** Goes on to the next record in the order of keys, after {@link State#FOUND}; as {@link #ceiling}. */
    default State next() {
        throw new UnsupportedOperationException("the store is not ordered");
    }

    /** Gives the bytes that the cursor needs: they begin at {@code offset} of {@code bytes}. */
    State give(byte[] bytes, int offset);

    /**
     * Lets the cursor load what it needs from the region itself, with the CPU's own loads, until it is found or absent.
     */
    State load(Region region);

    /** Where the bytes that it needs begin. */
    long needAddress();

    /** How many bytes it needs. */
    int needBytes();

    /** The key of the record that was found. */
    long key();

    /** The address of the record's value. */
    long valueAddress();

    /** The address of the header word that covers the record. */
    long headerAddress();

    /**
     * How many guard words the lookup has passed since it began with {@link #find}, {@link #ceiling} or {@link #floor},
     * through all calls of {@link #next}. As long as each has the version that was read, no record has entered or left
     * the range from the first key asked for to the cursor's position: there are no phantoms. 0 if the store has no
     * guards, only a header word per key.
     */
    default int guards() {
        return 0;
    }

    /**
     * The address of the {@code index}-th guard word: one that the store itself changes with each insert and delete.
     */
    default long guardAddress(int index) {
        throw new IndexOutOfBoundsException("guard " + index + " of 0");
    }

    /** The content that the {@code index}-th guard word had. */
    default long guardVersion(int index) {
        throw new IndexOutOfBoundsException("guard " + index + " of 0");
    }

    /** How many ranges of bytes this lookup has asked for so far: round trips, if they are fetched remotely. */
    int fetches();
}
