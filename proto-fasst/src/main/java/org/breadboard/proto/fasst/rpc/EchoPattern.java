// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.memory.Bytes;

/** The bytes that the echo benchmark sends: a word that is drawn, and words that follow from it. */
final class EchoPattern {
    private static final long STRIDE = 0x9e3779b97f4a7c15L;
    private static final long ANSWER = 0x5851f42d4c957f2dL;

    private EchoPattern() {}

    /** The word that a response begins with. */
    static long answerTo(long word) {
        return word * ANSWER + STRIDE;
    }

    static void put(byte[] bytes, int at, int lengthBytes, long word) {
        int whole = lengthBytes & ~7;
        for (int i = 0; i < whole; i += Long.BYTES) {
            Bytes.putLong(bytes, at + i, word + i * STRIDE);
        }
        for (int i = whole; i < lengthBytes; i++) {
            bytes[at + i] = (byte) (word >>> i);
        }
    }

    static boolean matches(byte[] bytes, int at, int lengthBytes, long word) {
        int whole = lengthBytes & ~7;
        for (int i = 0; i < whole; i += Long.BYTES) {
            if (Bytes.getLong(bytes, at + i) != word + i * STRIDE) {
                return false;
            }
        }
        for (int i = whole; i < lengthBytes; i++) {
            if (bytes[at + i] != (byte) (word >>> i)) {
                return false;
            }
        }
        return true;
    }
}
