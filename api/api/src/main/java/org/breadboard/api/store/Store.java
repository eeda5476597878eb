// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.store;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One data structure laid out in one region: its geometry, not its bytes, so that one instance serves every replica.
 * Records are addressed by their place in the region. Instances are immutable. The implementation says which operations
 * may run at the same time on one region, in terms of its header words.
 */
@ConsumerType
public interface Store {
    /** How it lays out a region. */
    Layout layout();

    /** Bytes of the region that it needs. */
    long regionBytes();

    /** Makes a region of zeros an empty store. */
    void format(Region region);

    /** A cursor for lookups; each stage makes its own and uses it again and again. */
    Cursor cursor();

    /**
     * Finds room for a record and links it; the caller writes the value's bytes.
     *
     * @return the address of the record's value, {@link #EXISTS} or {@link #FULL}
     */
    long insert(Region region, long key);

    /** Removes a record; false if there was none. */
    boolean delete(Region region, long key);

    /** The address of the header word (lock and version) that covers a key, present or not. */
    long headerAddress(long key);

    /**
     * How many header words of 8 B there are, one behind the other, if all are found from keys alone: they stand from
     * {@code headerAddressAt(0)} on. 0 where they are elsewhere, as beside records.
     */
    default long headerWords() {
        return 0;
    }

    /** Where a header word stands, counted from 0 up to {@link #headerWords}, exclusive. */
    default long headerAddressAt(long word) {
        throw new IndexOutOfBoundsException("header words are not in a row");
    }

    /** Visits every record, in the order of addresses. The region must be quiet. */
    void forEach(Region region, RecordVisitor visitor);

    /** Answer of {@link #insert}: the key is there already. */
    long EXISTS = -1;

    /** Answer of {@link #insert}: no room is left. */
    long FULL = -2;

    /** Told of each record. */
    @FunctionalInterface
    @ConsumerType
    interface RecordVisitor {
        /** A record, the addresses of its header word and its value, and the length of the value. */
        void record(long key, long headerAddress, long valueAddress, int valueBytes);

        /**
         * Whether the records in a stretch of the region are wanted. A store may ask where the bytes from {@code from}
         * to {@code to}, exclusive, alone say which records are there and what their values are. One whose header words
         * stand elsewhere asks for these, too, and shows a record if either is wanted.
         */
        default boolean wants(long from, long to) {
            return true;
        }

        /**
         * Whether a record is wanted for its header word alone, where that stands elsewhere. If keys share a word, and
         * it says nothing of any one of them, its change is none of the record: then nobody need look at keys.
         */
        default boolean wantsForHeaders() {
            return true;
        }
    }
}
