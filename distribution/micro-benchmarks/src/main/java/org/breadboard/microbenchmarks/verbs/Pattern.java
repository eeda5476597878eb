// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;

/** Known content: each word follows from its address, or from who wrote it and when. */
final class Pattern {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private Pattern() {}

    static long at(long address) {
        long word = (address + Long.BYTES) * MIX;
        return word ^ word >>> 29;
    }

    static void fill(Region region) {
        for (long address = 0; address < region.sizeBytes(); address += Long.BYTES) {
            region.putLong(address, at(address));
        }
    }

    /** The first byte that is not as it was laid out, or -1. */
    static int firstWrong(byte[] bytes, int lengthBytes, long address) {
        for (int i = 0; i < lengthBytes; i += Long.BYTES) {
            long expected = at(address + i);
            if (i + Long.BYTES <= lengthBytes) {
                if (Bytes.getLong(bytes, i) != expected) {
                    return i;
                }
            } else {
                for (int j = i; j < lengthBytes; j++) {
                    if (bytes[j] != (byte) (expected >>> (j - i) * Byte.SIZE)) {
                        return j;
                    }
                }
            }
        }
        return -1;
    }

    /** What the {@code sequence}-th write of a client puts into each word of its place. */
    static long written(int client, int sequence) {
        return (long) client << Integer.SIZE | sequence & 0xffff_ffffL;
    }
}
