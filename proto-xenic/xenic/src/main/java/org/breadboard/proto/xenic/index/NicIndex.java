// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.index;

import org.breadboard.api.memory.Region;

/**
 * The NIC's index of one table of the host (Xenic 4.1.3). An entry serves a segment of the host's table: it has a fixed
 * set of cache positions, and pages with more of them that are chained to it when all are in use. A position holds what
 * the NIC knows of one key: its lock and owner, its version and value if it is cached, and up to where the host's log
 * must be applied before it may be forgotten. A word per entry says how far from their homes the keys of the segment
 * stand.
 *
 * <p><b>Rules.</b> A position whose key is locked, being fetched, or newer than what the host has applied
 * (<em>pinned</em>, Xenic 4.2 step 6) stays. So a key that has no position is unlocked, and the host's table has its
 * newest version. All others can be evicted; the one that was used longest ago, about, goes first (a clock, assumed).
 *
 * <p><b>Threads.</b> All cores of the NIC. Each call is one atomic change of one entry, under a bit of it that waiters
 * spin on. A call never waits for anything else.
 *
 * <p>What is known of a record is a <em>word</em>: its version, and in the lowest bit whether there is one
 * ({@link #word}).
 */
public final class NicIndex {
    /** Answer of {@link #read} and {@link #fetched}: another transaction has locked the key. */
    public static final long LOCKED = -1;

    /** Answer of {@link #read}: it must be fetched from the host, and {@link #fetched} be called then. */
    public static final long MISS = -2;

    /** Answer of {@link #read}: the same, but there is no position in which it could be cached. */
    public static final long MISS_WITHOUT_PLACE = -3;

    /** What became of an attempt to lock. */
    public enum Lock {
        /** The caller has the lock. */
        GRANTED,
        /** Another transaction has it. */
        HELD,
        /** All positions are in use, and no page is left. */
        NO_PLACE
    }

    /** What the index can say of a version. */
    public enum Check {
        /** It is the newest one, and nobody else has locked the key. */
        CURRENT,
        /** It is an old one, or another transaction has locked the key. */
        CHANGED,
        /** The key is not cached: the host knows. Nobody has locked it. */
        UNKNOWN
    }

    private static final int OWNER_SHIFT = 32;

    private static final int DISPLACEMENT_BITS = 16;

    private final Region region;
    private final IndexGeometry geometry;
    private final IndexEntries entries;

    /**
     * An index over memory of zeros.
     *
     * @param region the NIC's memory, {@link IndexGeometry#bytes()} long
     * @param progress what the host has applied of its log
     */
    public NicIndex(Region region, IndexGeometry geometry, HostProgress progress) {
        this.region = region;
        this.geometry = geometry;
        entries = new IndexEntries(region, geometry, progress);
    }

    /** What is known of a record of a version, or of its absence as of one. */
    public static long word(long version, boolean found) {
        return version << 1 | (found ? 1 : 0);
    }

    /** The version of a word. */
    public static long version(long word) {
        return word >>> 1;
    }

    /** Whether a word says that there is a record. */
    public static boolean isFound(long word) {
        return (word & 1) != 0;
    }

    // Locks.

    /** Locks a key for {@code owner} (32 bits), which may hold the lock already. */
    public Lock lock(long key, int owner) {
        long entry = entries.enter(key);
        try {
            long at = entries.find(entry, key);
            if (at == IndexEntries.NOWHERE) {
                at = entries.take(entry, key, true);
                if (at == IndexEntries.NOWHERE) {
                    return Lock.NO_PLACE;
                }
            } else if (isLockedByOther(at, owner)) {
                return Lock.HELD;
            }
            long flags = region.getLong(at) & 0xffffffffL;
            region.putLong(at, flags | IndexEntries.LOCK | (long) owner << OWNER_SHIFT);
            return Lock.GRANTED;
        } finally {
            entries.leave(entry);
        }
    }

    /**
     * Unlocks a key.
     *
     * @throws IllegalStateException if {@code owner} does not hold the lock
     */
    public void unlock(long key, int owner) {
        long entry = entries.enter(key);
        try {
            long at = held(entry, key, owner);
            region.putLong(at, region.getLong(at) & 0xffffffffL & ~IndexEntries.LOCK);
        } finally {
            entries.leave(entry);
        }
    }

    /** How many keys are locked. For checks, when all is quiet. */
    public long locked() {
        return entries.locked();
    }

    // Values.

    /**
     * Reads a key.
     *
     * @param into gets the value if the record is cached
     * @return what is known of the record, or {@link #LOCKED}, {@link #MISS} or {@link #MISS_WITHOUT_PLACE}
     */
    public long read(long key, int owner, byte[] into, int offset) {
        long entry = entries.enter(key);
        try {
            long at = entries.find(entry, key);
            if (at == IndexEntries.NOWHERE) {
                at = entries.take(entry, key, false);
                if (at == IndexEntries.NOWHERE) {
                    return MISS_WITHOUT_PLACE;
                }
            } else if (isLockedByOther(at, owner)) {
                return LOCKED;
            }
            long flags = region.getLong(at);
            if ((flags & IndexEntries.CACHED) == 0) {
                if ((flags & IndexEntries.FETCHES) == IndexEntries.FETCHES) {
                    return MISS_WITHOUT_PLACE;
                }
                region.putLong(at, flags + IndexEntries.FETCH);
                return MISS;
            }
            region.putLong(at, flags | IndexEntries.USED);
            return copy(at, into, offset);
        } finally {
            entries.leave(entry);
        }
    }

    /**
     * Tells the index what the host had, and hears what is true: a newer record may have been committed meanwhile.
     * Without a place that was kept since {@link #read}, one may even have been applied and forgotten: what the host
     * had is not cached then.
     *
     * @param missed what {@link #read} answered
     * @param word what the host had
     * @param value holds the value, if there is a record, at {@code offset}; gets the newer one if there is one
     * @return what is known of the record, or {@link #LOCKED}
     */
    public long fetched(long key, int owner, long missed, long word, byte[] value, int offset) {
        long entry = entries.enter(key);
        try {
            long at = entries.find(entry, key);
            if (at == IndexEntries.NOWHERE) {
                return word;
            }
            long flags = region.getLong(at) - (missed == MISS ? IndexEntries.FETCH : 0);
            if (missed == MISS && (flags & IndexEntries.CACHED) == 0) {
                store(at, word, value, offset);
                flags |= IndexEntries.CACHED | IndexEntries.USED;
            }
            region.putLong(at, flags);
            if (isLockedByOther(at, owner)) {
                return LOCKED;
            }
            return (flags & IndexEntries.CACHED) == 0 ? word : copy(at, value, offset);
        } finally {
            entries.leave(entry);
        }
    }

    /** Caches a record as the host has it, if its entry has a position that nobody uses. Before the run only. */
    public void warm(long key, long word, byte[] value) {
        long at = geometry.entryAt(key) + Long.BYTES;
        for (int i = geometry.positions(); i > 0; i--, at += geometry.positionBytes()) {
            if ((region.getLong(at) & IndexEntries.OCCUPIED) == 0) {
                entries.occupy(at, key);
                store(at, word, value, 0);
                region.putLong(at, IndexEntries.OCCUPIED | IndexEntries.CACHED);
                return;
            }
        }
    }

    /**
     * Compares what was read with what is so now. Of a key that is absent, the host can know a later version than the
     * index: that of whatever its segment has lost since. This answers {@link Check#CHANGED} to it, because the key may
     * have come and gone meanwhile, but takes the version over, so that who reads it from the host once more agrees
     * with the index.
     */
    public Check check(long key, int owner, long word) {
        long entry = entries.enter(key);
        try {
            long at = entries.find(entry, key);
            if (at == IndexEntries.NOWHERE) {
                return Check.UNKNOWN;
            }
            if (isLockedByOther(at, owner)) {
                return Check.CHANGED;
            }
            if ((region.getLong(at) & IndexEntries.CACHED) == 0) {
                return Check.UNKNOWN;
            }
            long known = region.getLong(at + IndexEntries.WORD);
            if (!isFound(known) && !isFound(word) && version(word) > version(known)) {
                region.putLong(at + IndexEntries.WORD, word);
            }
            return known == word ? Check.CURRENT : Check.CHANGED;
        } finally {
            entries.leave(entry);
        }
    }

    /**
     * Caches what a transaction has written, which keeps the lock, and pins it.
     *
     * @param ticket how far the host's log must be applied before its table has it
     * @throws IllegalStateException if {@code owner} does not hold the lock
     */
    public void commit(long key, int owner, long word, byte[] value, int offset, long ticket) {
        long entry = entries.enter(key);
        try {
            long at = held(entry, key, owner);
            store(at, word, value, offset);
            region.putLong(at + IndexEntries.TICKET, ticket);
            region.putLong(at, region.getLong(at) | IndexEntries.CACHED | IndexEntries.USED);
        } finally {
            entries.leave(entry);
        }
    }

    // Hints.

    /** The highest displacement that is known of the keys of a key's segment. */
    public int knownDisplacement(long key) {
        return (int) (region.getLong(geometry.hintAt(geometry.segmentOf(key))) & (1 << DISPLACEMENT_BITS) - 1);
    }

    /** Where the first overflow bucket of a key's segment begins, or 0 if none is known. */
    public long overflowBucket(long key) {
        return region.getLong(geometry.hintAt(geometry.segmentOf(key))) >>> DISPLACEMENT_BITS;
    }

    /** What is known of the keys of a segment: raises the displacement to this one. */
    public void learn(int segment, int displacement, long overflowBucket) {
        long at = geometry.hintAt(segment);
        while (true) {
            long known = region.getLongAcquire(at);
            long bucket =
                    geometry.sharesHints() ? 0 : overflowBucket == 0 ? known >>> DISPLACEMENT_BITS : overflowBucket;
            long highest = Math.max(known & (1 << DISPLACEMENT_BITS) - 1, displacement);
            long next = bucket << DISPLACEMENT_BITS | highest;
            if (next == known || region.compareAndSetLong(at, known, next)) {
                return;
            }
        }
    }

    // Positions.

    private boolean isLockedByOther(long at, int owner) {
        long flags = region.getLong(at);
        return (flags & IndexEntries.LOCK) != 0 && (int) (flags >>> OWNER_SHIFT) != owner;
    }

    private long held(long entry, long key, int owner) {
        long at = entries.find(entry, key);
        if (at == IndexEntries.NOWHERE || (region.getLong(at) & IndexEntries.LOCK) == 0 || isLockedByOther(at, owner)) {
            throw new IllegalStateException(
                    "key " + key + " is not locked by transaction " + owner + ", which writes or unlocks it");
        }
        return at;
    }

    private void store(long at, long word, byte[] value, int offset) {
        region.putLong(at + IndexEntries.WORD, word);
        if (isFound(word)) {
            region.write(at + IndexGeometry.VALUE, value, offset, geometry.valueBytes());
        }
    }

    private long copy(long at, byte[] into, int offset) {
        long word = region.getLong(at + IndexEntries.WORD);
        if (isFound(word)) {
            region.read(at + IndexGeometry.VALUE, into, offset, geometry.valueBytes());
        }
        return word;
    }
}
