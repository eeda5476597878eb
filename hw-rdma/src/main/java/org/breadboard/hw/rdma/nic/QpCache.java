// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import java.util.Arrays;

/**
 * The NIC's memory for queue-pair state: it holds the most recently used ones and fetches the others (FaSST 3.3.2, Fig.
 * 2). It matters only to time, so it lives behind the engine's cost. One thread.
 */
final class QpCache {
    private static final int NONE = -1;

    private final long[] keys;
    private final int[] newer;
    private final int[] older;
    private final int[] chain;
    private final int[] heads;
    private int held;
    private int newest = NONE;
    private int oldest = NONE;
    private long misses;

    QpCache(int entries) {
        keys = new long[entries];
        newer = new int[entries];
        older = new int[entries];
        chain = new int[entries];
        heads = new int[Integer.highestOneBit(entries) * 4];
        Arrays.fill(heads, NONE);
    }

    /** Uses the state of one queue pair; says whether the cache held it. It does now. */
    boolean touch(long key) {
        if (newest != NONE && keys[newest] == key) {
            return true;
        }
        int slot = find(key);
        boolean hit = slot != NONE;
        if (hit) {
            unlink(slot);
        } else {
            misses++;
            slot = held < keys.length ? held++ : evict();
            keys[slot] = key;
            int bucket = bucket(key);
            chain[slot] = heads[bucket];
            heads[bucket] = slot;
        }
        linkNewest(slot);
        return hit;
    }

    /** Forgets the state of a queue pair that is no more. */
    void remove(long key) {
        int slot = find(key);
        if (slot != NONE) {
            unlink(slot);
            unchain(slot);
            held--;
            if (slot != held) {
                move(held, slot);
            }
        }
    }

    /** How often it did not hold what was used. */
    long misses() {
        return misses;
    }

    private int find(long key) {
        int slot = heads[bucket(key)];
        while (slot != NONE && keys[slot] != key) {
            slot = chain[slot];
        }
        return slot;
    }

    private int evict() {
        int slot = oldest;
        unlink(slot);
        unchain(slot);
        return slot;
    }

    private void unchain(int slot) {
        int bucket = bucket(keys[slot]);
        if (heads[bucket] == slot) {
            heads[bucket] = chain[slot];
            return;
        }
        int before = heads[bucket];
        while (chain[before] != slot) {
            before = chain[before];
        }
        chain[before] = chain[slot];
    }

    /** Fills the hole at {@code to} with the entry at {@code from}, so that held entries stay the first ones. */
    private void move(int from, int to) {
        unchain(from);
        keys[to] = keys[from];
        newer[to] = newer[from];
        older[to] = older[from];
        if (newer[to] == NONE) {
            newest = to;
        } else {
            older[newer[to]] = to;
        }
        if (older[to] == NONE) {
            oldest = to;
        } else {
            newer[older[to]] = to;
        }
        int bucket = bucket(keys[to]);
        chain[to] = heads[bucket];
        heads[bucket] = to;
    }

    private void unlink(int slot) {
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
    }

    private void linkNewest(int slot) {
        newer[slot] = NONE;
        older[slot] = newest;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    private int bucket(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & (heads.length - 1);
    }
}
