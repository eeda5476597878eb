// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;
import org.breadboard.platform.history.InitialState;

/**
 * Numbers the keys of a history from 0, and keeps for each its baseline: what it held before the transactions at hand.
 *
 * <p>The baseline is the initial state, given or learned from the first read of it; in a windowed check it is later the
 * last install that was forgotten. Open addressing over primitive arrays.
 */
final class KeyTable implements InitialState.Answer {
    /** The baseline's value is known. */
    static final byte KNOWN = 1;
    /** The baseline is that the key is absent. */
    static final byte GONE = 2;
    /** The baseline is the install of a transaction that was forgotten. */
    static final byte FORGOTTEN = 4;

    private static final int MIN_SLOTS = 1 << 10;
    private static final int SLOTS_PER_WORD = 8;

    private final InitialState initialState;
    /**
     * Each slot: the number of its key + 1, and above it half of the key's hash, so that most other keys are told apart
     * here.
     */
    private long[] slots = new long[MIN_SLOTS];
    /**
     * Bits of hashes, eight for each slot: that of a key that is here is set. Small enough for a cache where the slots
     * are not, it answers for most of a final state's keys, which no transaction touched.
     */
    private long[] touched = new long[MIN_SLOTS / SLOTS_PER_WORD];

    private int count;

    long[] key = new long[MIN_SLOTS / 2];
    char[] table = new char[MIN_SLOTS / 2];
    long[] baseVersion = new long[MIN_SLOTS / 2];
    long[] baseHash = new long[MIN_SLOTS / 2];
    byte[] baseFlags = new byte[MIN_SLOTS / 2];
    /** Greatest version that a forgotten transaction read; only windowed checks have it. */
    long[] floorVersion = {};
    /** Greatest version that a transaction of unknown outcome may have installed. */
    long[] doubtVersion = {};
    /** The lowest such version of those that are forgotten, of which nothing else is known, negated. */
    long[] openVersion = {};

    /** @param initialState null if not known */
    KeyTable(InitialState initialState) {
        this.initialState = initialState;
    }

    int size() {
        return count;
    }

    /** The number of a key, new if need be. */
    int intern(int ofTable, long ofKey) {
        long hash = hash(ofTable, ofKey);
        int slot = slot(hash, ofTable, ofKey);
        if (slots[slot] != 0) {
            return (int) slots[slot] - 1;
        }
        if (count == key.length) {
            grow();
            return intern(ofTable, ofKey);
        }
        int id = count++;
        slots[slot] = entry(hash, id);
        touch(hash);
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
        long hash = hash(ofTable, ofKey);
        return isTouched(hash) ? (int) slots[slot(hash, ofTable, ofKey)] - 1 : -1;
    }

    private void touch(long hash) {
        touched[word(hash)] |= bit(hash);
    }

    private boolean isTouched(long hash) {
        return (touched[word(hash)] & bit(hash)) != 0;
    }

    private int word(long hash) {
        return (int) (hash >>> 26) & touched.length - 1;
    }

    private static long bit(long hash) {
        return 1L << (hash >>> 20);
    }

    /** Where a key's entry is, or would be. */
    private int slot(long hash, int ofTable, long ofKey) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        for (long entry; (entry = slots[slot]) != 0 && !isEntryOf(entry, hash, ofTable, ofKey); ) {
            slot = slot + 1 & mask;
        }
        return slot;
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
        floorVersion = covering(floorVersion);
        floorVersion[id] = Math.max(floorVersion[id], version);
    }

    /** Notes that a transaction of unknown outcome may have installed a version. */
    void doubt(int id, long version) {
        doubtVersion = covering(doubtVersion);
        doubtVersion[id] = Math.max(doubtVersion[id], version);
    }

    /** Whether a transaction of unknown outcome may have installed the version or a later one. */
    boolean isDoubtful(int id, long version) {
        return id < doubtVersion.length && doubtVersion[id] != Long.MIN_VALUE && doubtVersion[id] >= version;
    }

    /** Notes that a forgotten transaction of unknown outcome may have installed a version. */
    void forgetPossible(int id, long version) {
        openVersion = covering(openVersion);
        openVersion[id] = Math.max(openVersion[id], -version);
    }

    /** Whether a forgotten transaction of unknown outcome may have installed something below a version. */
    boolean mayHaveMore(int id, long version) {
        return id < openVersion.length && openVersion[id] != Long.MIN_VALUE && -openVersion[id] < version;
    }

    private long[] covering(long[] versions) {
        if (versions.length >= key.length) {
            return versions;
        }
        long[] covering = Arrays.copyOf(versions, key.length);
        Arrays.fill(covering, versions.length, key.length, Long.MIN_VALUE);
        return covering;
    }

    long floor(int id) {
        return id < floorVersion.length ? floorVersion[id] : Long.MIN_VALUE;
    }

    int table(int id) {
        return table[id];
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

    /** Whether a forgotten transaction overwrote this version. */
    boolean isOverwritten(int id, long version) {
        return forgotten(id) && version < baseVersion[id];
    }

    /** Whether the baseline, which is known, is this value. */
    boolean baseIs(int id, long hash, boolean absent) {
        return gone(id) == absent && (absent || baseHash[id] == hash);
    }

    private boolean isEntryOf(long entry, long hash, int ofTable, long ofKey) {
        int id = (int) entry - 1;
        return (entry ^ hash) >>> 32 == 0 && key[id] == ofKey && table[id] == ofTable;
    }

    private static long entry(long hash, int id) {
        return hash & 0xFFFFFFFF00000000L | id + 1;
    }

    private static long hash(int table, long key) {
        long h = (key + table * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }

    private void grow() {
        int capacity = key.length * 2;
        key = Arrays.copyOf(key, capacity);
        table = Arrays.copyOf(table, capacity);
        baseVersion = Arrays.copyOf(baseVersion, capacity);
        baseHash = Arrays.copyOf(baseHash, capacity);
        baseFlags = Arrays.copyOf(baseFlags, capacity);
        slots = new long[capacity * 2];
        touched = new long[slots.length / SLOTS_PER_WORD];
        int mask = slots.length - 1;
        for (int id = 0; id < count; id++) {
            long hash = hash(table[id], key[id]);
            int slot = (int) hash & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = entry(hash, id);
            touch(hash);
        }
    }
}
