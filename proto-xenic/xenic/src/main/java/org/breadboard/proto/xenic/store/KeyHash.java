// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

/** Where keys belong: a mixer of its own, so that places have nothing to do with how keys were partitioned. */
final class KeyHash {
    private KeyHash() {}

    /** A place from 0 to {@code places - 1}, evenly, for any number of places. */
    static long place(long key, long places) {
        long h = (key ^ key >>> 32) * 0xd6e8feb86659fd93L;
        h = (h ^ h >>> 32) * 0xd6e8feb86659fd93L;
        return Math.multiplyHigh((h ^ h >>> 32) >>> 1, places << 1);
    }
}
