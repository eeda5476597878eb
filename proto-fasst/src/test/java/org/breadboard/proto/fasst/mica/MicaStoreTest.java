// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MicaStoreTest {
    private static Region region(MicaStore store) {
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        return region;
    }

    @Test
    void shouldHaveTheGeometryOfFasst() {
        MicaStore store = MicaStoreType.create(1_000_000, 40, 7, 10);
        assertEquals(262_144, store.mainBuckets(), "1.1 x 1,000,000 / 7, rounded up to a power of two");
        assertTrue(store.overflowBuckets() >= 26_215, "a tenth of the main buckets");
        long buckets = (long) store.mainBuckets() + store.overflowBuckets();
        assertEquals(64 + buckets * (16 + 7 * 8 + 7 * 40), store.regionBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {900, 7_000, 45_000, 83_000})
    void shouldHoldAnyRandomPopulationItWasBuiltFor(long records) {
        MicaStore store = MicaStoreType.create(records, 8, 7, 0);
        Region region = region(store);
        RandomStream random = TestParts.random(7, records);
        for (long i = 0; i < records; i++) {
            assertTrue(store.insert(region, random.nextLong()) >= 0, "record " + i + " of " + records);
        }
    }

    /** Few buckets and long chains, so that overflow buckets come and go. */
    @Test
    void shouldAgreeWithAMapThroughLoadsAndThroughBytes() {
        for (long seed = 1; seed <= 60; seed++) {
            RandomStream random = TestParts.random(seed, 3);
            MicaStore store =
                    new MicaStore(1 << random.nextInt(3), 12, 7 + random.nextInt(9), 8 * (1 + random.nextInt(3)));
            Region region = region(store);
            TreeMap<Long, Long> model = new TreeMap<>();
            for (int i = 0; i < 2_000; i++) {
                operate(store, region, model, random, "seed " + seed + ", operation " + i);
            }
            assertSame(store, region, model, "seed " + seed);
            model.keySet().forEach(key -> assertTrue(store.delete(region, key)));
            assertEquals(
                    0,
                    store.overflowBucketsInUse(region),
                    "seed " + seed + ": an empty table keeps no overflow buckets");
        }
    }

    private static void operate(
            MicaStore store, Region region, Map<Long, Long> model, RandomStream random, String where) {
        long key = random.nextInt(120);
        switch (random.nextInt(3)) {
            case 0 -> {
                long address = store.insert(region, key);
                assertEquals(model.containsKey(key), address == Store.EXISTS, where);
                if (address >= 0) {
                    region.putLong(address, random.nextLong());
                    model.put(key, region.getLong(address));
                }
            }
            case 1 -> assertEquals(model.remove(key) != null, store.delete(region, key), where);
            default -> {
                MicaCursor loads = store.cursor();
                loads.find(key);
                Cursor.State found = loads.load(region);
                assertEquals(model.containsKey(key), found == Cursor.State.FOUND, where);
                MicaCursor bytes = store.cursor();
                assertEquals(found, give(bytes, region, key), where);
                assertEquals(loads.fetches(), bytes.fetches(), where);
                if (found == Cursor.State.FOUND) {
                    assertEquals(loads.valueAddress(), bytes.valueAddress(), where);
                    assertEquals(model.get(key), region.getLong(loads.valueAddress()), where);
                }
            }
        }
    }

    private static Cursor.State give(MicaCursor cursor, Region region, long key) {
        Cursor.State state = cursor.find(key);
        byte[] bytes = new byte[cursor.needBytes() + 3];
        while (state == Cursor.State.NEED) {
            region.read(cursor.needAddress(), bytes, 3, cursor.needBytes());
            state = cursor.give(bytes, 3);
        }
        return state;
    }

    private static void assertSame(MicaStore store, Region region, Map<Long, Long> model, String where) {
        TreeMap<Long, Long> found = new TreeMap<>();
        store.forEach(region, (key, header, value, bytes) -> {
            assertEquals(store.headerAddress(key), header, where);
            assertNull(found.put(key, region.getLong(value)), where + ": key " + key + " twice");
        });
        assertEquals(model, found, where);
    }

    @Test
    void shouldKeepTheRoomThatWasReserved() {
        MicaStore store = new MicaStore(1, 2, 7, 8);
        Region region = region(store);
        for (long key = 0; key < 6; key++) {
            assertTrue(store.insert(region, key) >= 0);
        }
        assertTrue(store.reserve(region, 100, 15), "one slot and two overflow buckets");
        assertFalse(store.reserve(region, 100, 16));
        assertEquals(2, store.overflowBucketsInUse(region));
        for (long key = 100; key < 115; key++) {
            assertTrue(store.insert(region, key) >= 0, "key " + key);
        }
        assertEquals(Store.FULL, store.insert(region, 200));
        assertTrue(store.delete(region, 107));
        assertTrue(store.insert(region, 200) >= 0);
    }

    @Test
    void shouldRefuseWhatItCannotBe() {
        RefusedException refused =
                Assertions.assertThrows(RefusedException.class, () -> MicaStoreType.create(1L << 40, 8, 7, 10));
        assertTrue(refused.getMessage().contains("smaller scale"), refused.getMessage());
    }

    /** Writers of different chains share the pool; readers take no lock. Every value names its key. */
    @Test
    void shouldServeManyThreads() throws InterruptedException {
        MicaStore store = new MicaStore(4, 8, 7, 24);
        Region region = region(store);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int thread = i;
            threads.add(new Thread(() -> {
                try {
                    RandomStream random = TestParts.random(11, thread);
                    for (int n = 0; n < 60_000; n++) {
                        if (thread < 2) {
                            change(store, region, random.nextInt(90), random.nextLong());
                        } else {
                            look(store, region, random.nextInt(90));
                        }
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
        store.forEach(region, (key, header, value, bytes) -> assertEquals(key, region.getLong(value) >>> 32));
    }

    private static void change(MicaStore store, Region region, long key, long word) {
        long header = store.headerAddress(key);
        long before = region.getLongAcquire(header);
        if (HeaderWord.isLocked(before) || !region.compareAndSetLong(header, before, HeaderWord.locked(before))) {
            return;
        }
        if (!store.delete(region, key)) {
            long address = store.insert(region, key);
            if (address >= 0) {
                long content = key << 32 | word >>> 32;
                region.putLong(address, content);
                region.putLong(address + 8, content);
                region.putLong(address + 16, content);
            }
        }
        region.putLongRelease(header, HeaderWord.unlocked(HeaderWord.version(before) + 1));
    }

    private static void look(MicaStore store, Region region, long key) {
        long header = store.headerAddress(key);
        long before = region.getLongAcquire(header);
        if (HeaderWord.isLocked(before)) {
            return;
        }
        MicaCursor cursor = store.cursor();
        cursor.find(key);
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        long one = found ? region.getLong(cursor.valueAddress()) : 0;
        long two = found ? region.getLong(cursor.valueAddress() + 8) : 0;
        long three = found ? region.getLong(cursor.valueAddress() + 16) : 0;
        region.loadFence();
        if (found && region.getLongAcquire(header) == before) {
            assertEquals(key, one >>> 32);
            assertEquals(one, two);
            assertEquals(one, three);
        }
    }
}
