// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Region;

/**
 * Pieces of one size that are in no chain: those that came back, in a list linked through their first words, and those
 * that were never used, under a counter. Pieces are numbered from 1. One writer at a time.
 */
final class Pool {
    /** Bytes of the two words of a pool's own: the head of the list and the counter. */
    static final int WORDS_BYTES = 16;

    private final long wordsAt;
    private final int pieces;
    private final long firstAt;
    private final int pieceBytes;

    Pool(long wordsAt, int pieces, long firstAt, int pieceBytes) {
        this.wordsAt = wordsAt;
        this.pieces = pieces;
        this.firstAt = firstAt;
        this.pieceBytes = pieceBytes;
    }

    long endAt() {
        return firstAt + (long) pieces * pieceBytes;
    }

    int pieces() {
        return pieces;
    }

    long address(long number) {
        return firstAt + (number - 1) * pieceBytes;
    }

    long number(long address) {
        return (address - firstAt) / pieceBytes + 1;
    }

    /** Takes a piece; its number, or 0 if there is none. */
    long take(Region region) {
        long number = region.getLong(wordsAt);
        if (number != 0) {
            region.putLong(wordsAt, ~region.getLong(address(number)));
            return number;
        }
        long used = region.getLong(wordsAt + Long.BYTES);
        if (used == pieces) {
            return 0;
        }
        region.putLong(wordsAt + Long.BYTES, used + 1);
        return used + 1;
    }

    /**
     * Gives a piece back; its first word becomes a link of the list, negative, so that a stale reader of a chain ends
     * there.
     */
    void give(Region region, long number) {
        region.putLong(address(number), ~region.getLong(wordsAt));
        region.putLong(wordsAt, number);
    }

    /** The greatest number that was ever taken. */
    long everUsed(Region region) {
        return region.getLong(wordsAt + Long.BYTES);
    }

    /** How many pieces are taken. The region must be quiet. */
    long inUse(Region region) {
        long free = 0;
        for (long i = region.getLong(wordsAt); i != 0; i = ~region.getLong(address(i))) {
            free++;
        }
        return everUsed(region) - free;
    }
}
