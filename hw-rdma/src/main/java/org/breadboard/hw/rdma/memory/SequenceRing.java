// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.memory;

/**
 * The place of a number in a ring of so many: those that are less than its length apart have different ones, also where
 * numbers wrap around, for which the length is a power of two.
 */
public final class SequenceRing {
    private SequenceRing() {}

    /** How long a ring is for so many numbers at a time. */
    public static int places(int numbers) {
        return numbers <= 1 ? 1 : Integer.highestOneBit(numbers - 1) << 1;
    }

    /** The place of a number in a ring of that length. */
    public static int place(int number, int length) {
        return number & length - 1;
    }
}
