package org.breadboard.platform.history;

import java.util.Arrays;

/**
 * Numbers the keys of a history from 0, and keeps for each its baseline: what it held before the transactions at hand.
 *
 * <p>The baseline is the initial state, given or learned from the first read of it; in a windowed check it is later the last install
 * that was forgotten. Open addressing over primitive arrays.
 */
final class KeyTable implements InitialState.Answer {
    /** The baseline's value is known. */
    static final byte KNOWN = 1;
    /** The baseline is that the key is absent. */
    static final byte GONE = 2;
    /** The baseline is the install of a transaction that was forgotten. */
    static final byte FORGOTTEN = 4;

    private static final int MIN_SLOTS = 1 << 10;

    private final InitialState initialState;
    private int[] slots = new int[MIN_SLOTS];
    private int count;

    long[] key = new long[MIN_SLOTS / 2];
    char[] table = new char[MIN_SLOTS / 2];
    long[] baseVersion = new long[MIN_SLOTS / 2];
    long[] baseHash = new long[MIN_SLOTS / 2];
    byte[] baseFlags = new byte[MIN_SLOTS / 2];
    /** Greatest version that a forgotten transaction read; only windowed checks have it. */
    long[] floorVersion = {};

    /**
     * @param initialState null if not known
     */
    KeyTable(InitialState initialState) {
        this.initialState = initialState;
    }

    int size() {
        return count;
    }

    /** The number of a key, new if need be. */
    int intern(int ofTable, long ofKey) {
        int mask = slots.length - 1;
        int slot = slotOf(ofTable, ofKey, mask);
        for (int id; (id = slots[slot] - 1) >= 0; slot = slot + 1 & mask) {
            if (key[id] == ofKey && table[id] == ofTable) {
                return id;
            }
        }
        if (count == key.length) {
            grow();
            return intern(ofTable, ofKey);
        }
        int id = count++;
        slots[slot] = id + 1;
        key[id] = ofKey;
        table[id] = (char) ofTable;
        baseVersion[id] = Long.MIN_VALUE;
        if (initialState != null) {
            initialState.describe(ofTable, ofKey, this);
        }
        return id;
    }

    /** The number of a key, or -1. */
    int find(int ofTable, long ofKey) {
        int mask = slots.length - 1;
        int slot = slotOf(ofTable, ofKey, mask);
        for (int id; (id = slots[slot] - 1) >= 0; slot = slot + 1 & mask) {
            if (key[id] == ofKey && table[id] == ofTable) {
                return id;
            }
        }
        return -1;
    }

    /** Numbers the keys that a scan should have found in the initial state. */
    void internPresent(int ofTable, long lowest, long highest) {
        if (initialState != null) {
            initialState.forEachPresent(ofTable, lowest, highest, ofKey -> intern(ofTable, ofKey));
        }
    }

    @Override
    public void present(long version, long hash) {
        learn(count - 1, version, hash, false);
    }

    @Override
    public void absent(long version) {
        learn(count - 1, version, 0, true);
    }

    /** Sets the baseline of a key whose baseline was not known. */
    void learn(int id, long version, long hash, boolean absent) {
        baseVersion[id] = version;
        baseHash[id] = absent ? 0 : hash;
        baseFlags[id] = (byte) (KNOWN | (absent ? GONE : 0));
    }

    /** Makes the install of a forgotten transaction the baseline, unless a later one is. */
    void forget(int id, long version, long hash, boolean absent) {
        if ((baseFlags[id] & FORGOTTEN) == 0 || version >= baseVersion[id]) {
            learn(id, version, hash, absent);
            baseFlags[id] |= FORGOTTEN;
        }
    }

    /** Notes that a forgotten transaction read a version. */
    void forgetRead(int id, long version) {
        if (floorVersion.length < key.length) {
            int from = floorVersion.length;
            floorVersion = Arrays.copyOf(floorVersion, key.length);
            Arrays.fill(floorVersion, from, key.length, Long.MIN_VALUE);
        }
        floorVersion[id] = Math.max(floorVersion[id], version);
    }

    long floor(int id) {
        return id < floorVersion.length ? floorVersion[id] : Long.MIN_VALUE;
    }

    boolean known(int id) {
        return (baseFlags[id] & KNOWN) != 0;
    }

    boolean gone(int id) {
        return (baseFlags[id] & GONE) != 0;
    }

    boolean forgotten(int id) {
        return (baseFlags[id] & FORGOTTEN) != 0;
    }

    /** Whether the baseline, which is known, is this value. */
    boolean baseIs(int id, long hash, boolean absent) {
        return gone(id) == absent && (absent || baseHash[id] == hash);
    }

    private static int slotOf(int table, long key, int mask) {
        long h = (key + table * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
        return (int) (h ^ h >>> 32) & mask;
    }

    private void grow() {
        int capacity = key.length * 2;
        key = Arrays.copyOf(key, capacity);
        table = Arrays.copyOf(table, capacity);
        baseVersion = Arrays.copyOf(baseVersion, capacity);
        baseHash = Arrays.copyOf(baseHash, capacity);
        baseFlags = Arrays.copyOf(baseFlags, capacity);
        slots = new int[capacity * 2];
        int mask = slots.length - 1;
        for (int id = 0; id < count; id++) {
            int slot = slotOf(table[id], key[id], mask);
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = id + 1;
        }
    }
}
