// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class NicIndexTest {
    private static final int KEYS = 60;

    private static Region memory(IndexGeometry geometry) {
        return TestParts.region("index", geometry.bytes(), Lifetime.DEVICE_VOLATILE, IndexGeometry.LAYOUT);
    }

    private static IndexGeometry geometry(int positions, long budgetBytes) {
        RobinHoodStore store = RobinHoodStoreType.create(KEYS, 8);
        return IndexGeometry.fitting(store, positions, 0.25, budgetBytes);
    }

    /**
     * A host with versions of its own, which are behind: whatever the index has forgotten, host and index together
     * never answer with an old version, and locks are exclusive.
     */
    @Test
    void shouldNeverLetAnOldVersionBeRead() {
        for (long seed = 1; seed <= 60; seed++) {
            RandomStream random = TestParts.random(seed, 5);
            new Model(geometry(1 + random.nextInt(4), 1_000 + random.nextInt(6_000)), random, "seed " + seed).run();
        }
    }

    @Test
    void shouldCountLocks() {
        IndexGeometry geometry = geometry(4, 100_000);
        NicIndex index = new NicIndex(memory(geometry), geometry, (key, mark) -> true);
        for (int key = 0; key < 12; key++) {
            index.read(key, 1, new byte[8], 0);
            assertEquals(NicIndex.Lock.GRANTED, index.lock(key, 7));
            assertEquals(key + 1L, index.locked());
        }
        for (int key = 0; key < 12; key++) {
            index.unlock(key, 7);
            assertEquals(11L - key, index.locked());
        }
    }

    /** What is true of each key, and what host and locks are. */
    private static final class Model {
        private final NicIndex index;
        private final RandomStream random;
        private final String where;
        private final Map<Long, Long> host = new HashMap<>();
        private final Map<Long, Long> truth = new HashMap<>();
        private final Map<Long, Long> tickets = new HashMap<>();
        private final Map<Long, Integer> locks = new HashMap<>();
        private final AtomicLong applied = new AtomicLong();
        private final byte[] value = new byte[8];
        private long ticket;

        Model(IndexGeometry geometry, RandomStream random, String where) {
            index = new NicIndex(memory(geometry), geometry, (key, mark) -> mark <= applied.get());
            this.random = random;
            this.where = where;
        }

        void run() {
            for (int i = 0; i < 4_000; i++) {
                long key = random.nextInt(KEYS);
                int owner = 1 + random.nextInt(3);
                switch (random.nextInt(5)) {
                    case 0 -> lock(key, owner);
                    case 1 -> finish(key);
                    case 2 -> apply();
                    default -> read(key, owner);
                }
            }
        }

        private void lock(long key, int owner) {
            Integer holder = locks.get(key);
            NicIndex.Lock lock = index.lock(key, owner);
            if (holder != null && holder != owner) {
                assertEquals(NicIndex.Lock.HELD, lock, where);
            } else if (holder != null) {
                assertEquals(NicIndex.Lock.GRANTED, lock, where);
            } else if (lock == NicIndex.Lock.GRANTED) {
                locks.put(key, owner);
            } else {
                assertEquals(NicIndex.Lock.NO_PLACE, lock, where);
            }
        }

        /** Commits what is locked, or only unlocks it. */
        private void finish(long key) {
            Integer owner = locks.remove(key);
            if (owner == null) {
                assertThrows(IllegalStateException.class, () -> index.unlock(key, 7));
                return;
            }
            if (random.nextInt(3) > 0) {
                boolean removed = random.nextInt(4) == 0;
                long word = NicIndex.word(NicIndex.version(truth(key)) + 1, !removed);
                truth.put(key, word);
                tickets.put(key, ++ticket);
                Bytes.putLong(value, 0, word);
                index.commit(key, owner, word, value, 0, ticket);
            }
            index.unlock(key, owner);
        }

        /** The host applies all that was logged. */
        private void apply() {
            applied.set(ticket);
            host.putAll(truth);
        }

        private long truth(long key) {
            return truth.getOrDefault(key, NicIndex.word(0, true));
        }

        private void read(long key, int owner) {
            Integer holder = locks.get(key);
            boolean foreign = holder != null && holder != owner;
            long word = index.read(key, owner, value, 0);
            if (word == NicIndex.MISS || word == NicIndex.MISS_WITHOUT_PLACE) {
                long had = host.getOrDefault(key, NicIndex.word(0, true));
                if (random.nextInt(3) == 0 && !foreign && holder == null) {
                    lock(key, owner);
                    finish(key); // while the DMA is under way
                }
                Bytes.putLong(value, 0, had);
                word = index.fetched(key, owner, word, had, value, 0);
                foreign = locks.containsKey(key) && locks.get(key) != owner;
            }
            if (foreign) {
                assertEquals(NicIndex.LOCKED, word, where);
                assertEquals(NicIndex.Check.CHANGED, index.check(key, owner, truth(key)), where);
                return;
            }
            assertEquals(truth(key), word, where + ", key " + key);
            if (NicIndex.isFound(word) && NicIndex.version(word) > 0) {
                assertEquals(word, Bytes.getLong(value, 0), where);
            }
            NicIndex.Check check = index.check(key, owner, word);
            assertTrue(check != NicIndex.Check.CHANGED, where);
            long next = NicIndex.word(NicIndex.version(word) + 1, true);
            assertTrue(index.check(key, owner, next) != NicIndex.Check.CURRENT, where);
        }
    }

    /**
     * Nothing kept the place while the host was asked: what it had may have been written, applied and forgotten since.
     */
    @Test
    void shouldNotKeepWhatWasFetchedWithoutAPlace() {
        IndexGeometry geometry = geometry(1, 400);
        AtomicLong applied = new AtomicLong();
        NicIndex index = new NicIndex(memory(geometry), geometry, (key, mark) -> mark <= applied.get());
        long[] keys = sharers(geometry);
        byte[] value = new byte[8];
        long old = NicIndex.word(3, true);
        long next = NicIndex.word(4, true);
        assertEquals(NicIndex.Lock.GRANTED, index.lock(keys[1], 1), "the one position is in use");
        assertEquals(NicIndex.MISS_WITHOUT_PLACE, index.read(keys[0], 2, value, 0), "the host has the old version");
        index.unlock(keys[1], 1);

        index.lock(keys[0], 3);
        index.commit(keys[0], 3, next, value, 0, 9);
        index.unlock(keys[0], 3);
        applied.set(9);
        index.lock(keys[1], 1);
        index.unlock(keys[1], 1);
        assertEquals(NicIndex.MISS, index.read(keys[0], 4, value, 0), "it was forgotten, and is asked for again");
        index.fetched(keys[0], 2, NicIndex.MISS_WITHOUT_PLACE, old, value, 0);
        assertEquals(next, index.fetched(keys[0], 4, NicIndex.MISS, next, value, 0));
        assertEquals(NicIndex.Check.CHANGED, index.check(keys[0], 2, old));
        assertEquals(NicIndex.Check.CURRENT, index.check(keys[0], 4, next));
    }

    /** Two keys of one entry. */
    private static long[] sharers(IndexGeometry geometry) {
        long second = 1;
        while (geometry.entryAt(second) != geometry.entryAt(0)) {
            second++;
        }
        return new long[] {0, second};
    }

    /** The host says of an absent key as of which version of its segment; the index, as of which it heard of that. */
    @Test
    void shouldAgreeWithTheHostOnAnAbsentKeyInTheEnd() {
        IndexGeometry geometry = geometry(2, Long.MAX_VALUE);
        NicIndex index = new NicIndex(memory(geometry), geometry, (key, mark) -> true);
        byte[] value = new byte[8];
        long early = NicIndex.word(2, false);
        long late = NicIndex.word(6, false);
        assertEquals(NicIndex.MISS, index.read(5, 1, value, 0));
        index.fetched(5, 1, NicIndex.MISS, early, value, 0);
        assertEquals(NicIndex.Check.CHANGED, index.check(5, 2, late), "it may have come and gone meanwhile");
        assertEquals(NicIndex.Check.CURRENT, index.check(5, 2, late), "another attempt has read the same");
        assertEquals(NicIndex.Check.CHANGED, index.check(5, 2, early));
        assertEquals(late, index.read(5, 1, value, 0), "versions do not go back");
        assertEquals(NicIndex.Check.CHANGED, index.check(5, 2, NicIndex.word(7, true)));
        assertEquals(late, index.read(5, 1, value, 0));
    }

    @Test
    void shouldShrinkToWhatTheMemoryHas() {
        IndexGeometry roomy = geometry(8, Long.MAX_VALUE);
        assertEquals(8, roomy.positions());
        assertEquals(1, roomy.segmentsPerEntry());
        Set<Integer> positions = new HashSet<>();
        long last = roomy.bytes();
        for (long budget = roomy.bytes() - 1; budget > 200; budget = last - 1) {
            IndexGeometry smaller = geometry(8, budget);
            assertTrue(smaller.bytes() <= budget, budget + " B");
            last = smaller.bytes();
            positions.add(smaller.positions());
        }
        assertTrue(positions.contains(1), positions.toString());
        RefusedException refused = assertThrows(RefusedException.class, () -> geometry(8, 40));
        assertTrue(refused.getMessage().contains("protocol.indexBytes"), refused.getMessage());
    }

    @Test
    void shouldLearnWhereTheHostHasItsRecords() {
        IndexGeometry geometry = geometry(2, Long.MAX_VALUE);
        NicIndex index = new NicIndex(memory(geometry), geometry, (key, ticket) -> true);
        int segment = RobinHoodStoreType.create(KEYS, 8).segmentOf(5);
        assertEquals(0, index.knownDisplacement(5));
        index.learn(segment, 3, 0);
        index.learn(segment, 2, 4_096);
        assertEquals(3, index.knownDisplacement(5));
        assertEquals(4_096, index.overflowBucket(5));
        index.learn(segment, 1, 0);
        assertEquals(4_096, index.overflowBucket(5), "an unknown bucket is no news");
    }
}
