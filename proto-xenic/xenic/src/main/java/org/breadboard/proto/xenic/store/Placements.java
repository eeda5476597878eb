// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

/**
 * Told where an insertion puts records: the new one and those that it moves. A SmartNIC keeps its hints by it (Xenic
 * 4.1.3).
 */
@FunctionalInterface
public interface Placements {
    /** Keeps nothing. */
    Placements NONE = (segment, displacement) -> {};

    /**
     * A record now stands there.
     *
     * @param segment that of the record's key
     * @param displacement in slots from the key's home; the store's displacement limit for a record in an overflow
     *     bucket
     */
    void placed(int segment, int displacement);
}
