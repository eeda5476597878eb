// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.testkit.AllocationMeter;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stores that are indexes: their room, their depth, and what lookups cost. */
class IndexStoresTest {
    private static final int RECORDS = 500;

    private final TreeMap<Long, Long> model = new TreeMap<>();
    private Store store;
    private Region region;

    static Stream<Store> stores() {
        return Stream.of(
                new HashTableStore(RECORDS, 8),
                new MapStore(RECORDS, 8),
                new BTreeStore(RECORDS, 8, 2),
                new BTreeStore(RECORDS, 8, 3),
                new BTreeStore(RECORDS, 8, 8));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldHoldItsRecordsHoweverTheyComeAndGo(Store under) {
        layOut(under);
        for (int seed = 1; seed <= 6; seed++) {
            RandomStream random = TestParts.random(seed, 1);
            int pattern = seed % 3;
            for (int i = 0; i < 20_000; i++) {
                // Up and down between empty and full, in order, from both ends, or anywhere.
                boolean grow = random.nextInt(RECORDS) >= (i / 2_000 % 2 == 0 ? RECORDS / 8 : RECORDS * 7 / 8);
                if (grow && model.size() < RECORDS) {
                    insert(pattern == 0 ? 1_000_000L * seed + i : random.nextInt(4 * RECORDS), i);
                } else if (!model.isEmpty()) {
                    Long near = pattern == 1 ? null : model.ceilingKey((long) random.nextInt(4 * RECORDS));
                    delete(near == null ? model.firstKey() : near);
                }
                if (i % 500 == 0) {
                    assertSame("seed " + seed + ", step " + i);
                }
            }
            while (model.size() < RECORDS) {
                insert(random.nextLong(), seed);
            }
            assertEquals(Store.FULL, store.insert(region, -7), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepTheMapBalanced(long seed) {
        layOut(new MapStore(RECORDS, 8));
        RandomStream random = TestParts.random(seed, 1);
        for (int i = 0; i < 3_000; i++) {
            long key = random.nextInt(2 * RECORDS);
            if (model.containsKey(key)) {
                delete(key);
            } else if (model.size() < RECORDS) {
                insert(key, i);
            }
            long root = region.getLong(MapStore.ROOT);
            assertEquals(0, root == 0 ? 0 : region.getLong(root + RedBlack.PARENT), "the root is black");
            blackHeight(root, 0, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private int blackHeight(long node, long parent, long low, long high) {
        if (node == 0) {
            return 0;
        }
        long above = region.getLong(node + RedBlack.PARENT);
        boolean red = (above & RedBlack.RED) != 0;
        boolean redParent = parent != 0 && (region.getLong(parent + RedBlack.PARENT) & RedBlack.RED) != 0;
        assertEquals(parent, above & -Long.BYTES);
        assertTrue(!red || !redParent, "a red node below a red one");
        long key = region.getLong(node + RedBlack.KEY);
        assertTrue(low <= key && key <= high, "keys are in order");
        int left = blackHeight(region.getLong(node + RedBlack.LEFT), node, low, key - 1);
        int right = blackHeight(region.getLong(node + RedBlack.RIGHT), node, key + 1, high);
        assertEquals(left, right, "black nodes on all ways down");
        return left + (red ? 0 : 1);
    }

    @Test
    void shouldAskForAsManyRangesAsTheirShapesNeed() {
        // In order, as a population comes: the worst case for the trees.
        assertTrue(mostFetches(new HashTableStore(1 << 14, 8)) <= 10, "a chain is short");
        assertTrue(mostFetches(new MapStore(1 << 14, 8)) <= 1 + 2 * 14, "twice the logarithm, at most");
        assertEquals(1 + 5, mostFetches(new BTreeStore(1 << 14, 8, 8)), "root, and nodes of 8 children at least");
        assertEquals(256, lookupBytes(new BTreeStore(1 << 14, 8, 8)), "keys and children fill four lines");
    }

    private int mostFetches(Store under) {
        layOut(under);
        for (long key = 0; key < 1 << 14; key++) {
            insert(key, key);
        }
        Cursor cursor = store.cursor();
        int most = 0;
        for (long key : model.keySet()) {
            cursor.find(key);
            assertEquals(Cursor.State.FOUND, cursor.load(region));
            assertEquals(key, region.getLong(cursor.valueAddress()));
            most = Math.max(most, cursor.fetches());
        }
        model.clear();
        return most;
    }

    private static int lookupBytes(Store under) {
        Region small = region(under);
        under.format(small);
        under.insert(small, 1);
        Cursor cursor = under.cursor();
        cursor.find(1);
        cursor.load(small);
        return cursor.needBytes();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldLookUpWithoutAllocating(Store under) {
        layOut(under);
        for (long key = 0; key < RECORDS; key++) {
            insert(7 * key, key);
        }
        Cursor cursor = store.cursor();
        long[] next = {0};
        AllocationMeter.assertNone("lookups", () -> {
            cursor.find(next[0]++ % (7 * RECORDS));
            cursor.load(region);
        });
    }

    @Test
    void shouldRefuseWhatTheyCannotHold() {
        for (StoreType type : List.of(IndexType.HASH_TABLE, IndexType.MAP, new BTreeType())) {
            for (long records : new long[] {0, (1L << 32) + 1}) {
                Assertions.assertThrows(
                        RefusedException.class,
                        () -> type.create(records, 8, Settings.defaultsOf(type.settings())),
                        type.id());
            }
        }
    }

    private void layOut(Store under) {
        store = under;
        region = region(under);
        store.format(region);
        model.clear();
    }

    private static Region region(Store of) {
        return TestParts.region("index", of.regionBytes(), Lifetime.PROCESS, of.layout());
    }

    private void insert(long key, long value) {
        long address = store.insert(region, key);
        assertEquals(model.containsKey(key), address == Store.EXISTS, "insert of " + key);
        if (address != Store.EXISTS) {
            assertTrue(address > 0, "insert of " + key + " answers " + address + " with " + model.size());
            region.putLong(address, value);
            model.put(key, value);
        }
    }

    private void delete(long key) {
        assertEquals(model.remove(key) != null, store.delete(region, key), "delete of " + key);
    }

    private void assertSame(String when) {
        List<Long> keys = new ArrayList<>();
        store.forEach(region, (key, header, address, bytes) -> {
            keys.add(key);
            assertEquals(model.get(key), region.getLong(address), when + ", value of " + key);
        });
        keys.sort(null);
        assertEquals(List.copyOf(model.keySet()), keys, when);
    }
}
