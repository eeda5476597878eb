// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

/** The hash unit: the CRC-32 of IEEE 802.3, over a field's bytes as they stand in a packet. */
final class Crc32 {
    private static final int REVERSED_POLYNOMIAL = 0xedb88320;
    private static final int[] TABLE = new int[256];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int crc = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : crc >>> 1 ^ REVERSED_POLYNOMIAL;
            }
            TABLE[i] = crc;
        }
    }

    private Crc32() {}

    static int of(int value, int bytes) {
        int crc = -1;
        for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            crc = crc >>> Byte.SIZE ^ TABLE[(crc ^ value >>> shift) & 0xff];
        }
        return ~crc;
    }
}
