// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

/**
 * Lines of 64 B, the unit of every filter, and their hash. A line is named by its number: the byte address divided by
 * 64. Any thread.
 */
public final class CacheLine {
    /** Bytes of a line (HADES's line size is derived: that of the cores it models). */
    public static final int BYTES = 64;

    /** How many bits the hash of a line has. */
    public static final int HASH_BITS = 32;

    private static final int SHIFT = 6;
    /** Castagnoli's polynomial, lowest power in the highest bit. */
    private static final int POLYNOMIAL = 0x82f63b78;

    private static final int TABLE = 256;
    /** What a byte contributes to the sum when 0 to 7 bytes follow it. */
    private static final int[] CONTRIBUTIONS = contributions();

    private CacheLine() {}

    /** The line that holds the byte at that address. */
    public static long of(long address) {
        return address >>> SHIFT;
    }

    /** The address of the first byte of a line. */
    public static long address(long line) {
        return line << SHIFT;
    }

    /**
     * The CRC-32C of the eight bytes of a line's number, lowest first. HADES hashes with "e.g., CRC" (V.C); which one,
     * and of which bits, is assumed. All 32 bits are uniform over uniform lines.
     */
    public static int hash(long line) {
        int low = ~(int) line;
        int sum = contribution(7, low)
                ^ contribution(6, low >>> 8)
                ^ contribution(5, low >>> 16)
                ^ contribution(4, low >>> 24);
        int high = (int) (line >>> Integer.SIZE);
        if (high != 0) { // zeros contribute nothing
            sum ^= contribution(3, high)
                    ^ contribution(2, high >>> 8)
                    ^ contribution(1, high >>> 16)
                    ^ contribution(0, high >>> 24);
        }
        return ~sum;
    }

    private static int contribution(int bytesAfter, int value) {
        return CONTRIBUTIONS[bytesAfter * TABLE + (value & 0xff)];
    }

    private static int[] contributions() {
        int[] table = new int[Long.BYTES * TABLE];
        for (int value = 0; value < TABLE; value++) {
            int sum = value;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                sum = (sum & 1) == 0 ? sum >>> 1 : sum >>> 1 ^ POLYNOMIAL;
            }
            table[value] = sum;
        }
        for (int i = TABLE; i < table.length; i++) {
            int before = table[i - TABLE];
            table[i] = before >>> Byte.SIZE ^ table[before & 0xff];
        }
        return table;
    }
}
