// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import java.util.Arrays;

/** The version of each item that was seen last. Open addressing over one array, which grows. One thread. */
final class LatestVersions {
    /** Of an item that was not seen yet. */
    static final long NEVER = -1;

    private static final int LEAST_SLOTS = 64;

    /** Each slot: an item, and its version plus one, which is 0 where the slot is free. */
    private long[] slots = new long[2 * LEAST_SLOTS];

    private int count;

    /**
     * Notes a version.
     *
     * @param version 0 or more
     * @return the one before, or {@link #NEVER}
     */
    long put(long item, long version) {
        if (version < 0) {
            throw new IllegalStateException("item " + item + " has version " + version + ", and versions begin at 0");
        }
        if (2 * count >= slots.length / 2) {
            grow();
        }
        int at = slot(item);
        long before = slots[at + 1] - 1;
        count += before == NEVER ? 1 : 0;
        slots[at] = item;
        slots[at + 1] = version + 1;
        return before;
    }

    /** Forgets all. */
    void clear() {
        Arrays.fill(slots, 0);
        count = 0;
    }

    /** Where an item is, or would be. */
    private int slot(long item) {
        int mask = slots.length - 2;
        long hash = item * 0x9E3779B97F4A7C15L;
        int at = (int) (hash >>> 32) << 1 & mask;
        while (slots[at + 1] != 0 && slots[at] != item) {
            at = at + 2 & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = slot(old[i]);
                slots[at] = old[i];
                slots[at + 1] = old[i + 1];
            }
        }
    }
}
