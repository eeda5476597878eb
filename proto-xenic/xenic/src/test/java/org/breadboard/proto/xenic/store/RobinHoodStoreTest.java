// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobinHoodStoreTest {
    private static Region region(Store store) {
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        return region;
    }

    /** Random shapes, fillings and drainings; what Robin Hood promises is checked as well as what a map holds. */
    @Test
    void shouldAgreeWithAMapAndKeepItsOrder() {
        for (long seed = 1; seed <= 80; seed++) {
            RandomStream random = TestParts.random(seed, 3);
            boolean inline = random.nextInt(4) != 0;
            boolean swaps = seed % 3 != 0;
            RobinHoodStore store = new RobinHoodStore(
                    1 + random.nextInt(120),
                    random.nextInt(12),
                    1 + random.nextInt(20),
                    1 + random.nextInt(5),
                    300,
                    1 + random.nextInt(100),
                    inline,
                    swaps,
                    seed % 2 == 0 ? 0 : -random.nextInt(100));
            Region region = region(store);
            TreeMap<Long, Long> model = new TreeMap<>();
            for (int i = 0; i < 2_000; i++) {
                operate(store, region, model, random, i % 1_000 < 500 ? 4 : 2, "seed " + seed + ", operation " + i);
            }
            assertInOrder(store, region, model, "seed " + seed);
            model.keySet().forEach(key -> assertTrue(store.delete(region, key)));
            assertEquals(0, store.overflowBucketsInUse(region), "seed " + seed);
            store.forEach(region, (key, header, value, bytes) -> assertEquals(-1, key, "an empty table has a record"));
        }
    }

    /** A reader tells by the header whether a slot has changed meanwhile. */
    @Test
    void shouldTellContentsOfASlotApartWhereItsNumbersWrapAround() {
        for (int first : new int[] {-3, Integer.MAX_VALUE - 3}) {
            RobinHoodStore store = new RobinHoodStore(1, 8, 8, 4, 100, 8, true, true, first);
            Region region = region(store);
            Set<Long> headers = new HashSet<>();
            for (int i = 0; i < 12; i++) {
                long slot = store.insert(region, 5) - Slots.VALUE;
                assertTrue(headers.add(region.getLong(slot)), "insert " + i + " from " + first);
                assertTrue(store.delete(region, 5));
                assertTrue(headers.add(region.getLong(slot)), "delete " + i + " from " + first);
            }
            long most = headers.stream().mapToLong(header -> header).max().orElseThrow();
            assertTrue(most > 0x1fff0, "they have wrapped around: " + most);
        }
    }

    private static void operate(
            RobinHoodStore store, Region region, Map<Long, Long> model, RandomStream random, int odds, String where) {
        long key = random.nextInt(160);
        if (random.nextInt(6) < odds) {
            long address = store.insert(region, key);
            assertEquals(model.containsKey(key), address == Store.EXISTS, where);
            if (address >= 0) {
                model.put(key, random.nextLong() >>> 8 * Math.max(0, 8 - store.valueBytes()));
                region.write(address, bytes(model.get(key)), 0, Math.min(8, store.valueBytes()));
            }
        } else {
            assertEquals(model.remove(key) != null, store.delete(region, key), where);
        }
        long other = random.nextInt(160);
        RobinHoodCursor cursor = store.cursor();
        cursor.find(other, random.nextInt(4), 1, store.overflowAddress(region, store.segmentOf(other)));
        Cursor.State state = give(cursor, region);
        assertEquals(model.containsKey(other), state == Cursor.State.FOUND, where);
        assertEquals(model.containsKey(other), store.displacementOf(region, other) >= 0, where);
        if (state == Cursor.State.FOUND) {
            byte[] value = new byte[8];
            region.read(cursor.valueAddress(), value, 0, Math.min(8, store.valueBytes()));
            assertEquals(model.get(other), org.breadboard.api.memory.Bytes.getLong(value, 0), where);
        }
    }

    private static byte[] bytes(long word) {
        byte[] bytes = new byte[8];
        org.breadboard.api.memory.Bytes.putLong(bytes, 0, word);
        return bytes;
    }

    private static Cursor.State give(RobinHoodCursor cursor, Region region) {
        Cursor.State state = Cursor.State.NEED;
        while (state == Cursor.State.NEED) {
            byte[] bytes = new byte[cursor.needBytes()];
            region.read(cursor.needAddress(), bytes, 0, bytes.length);
            state = cursor.give(bytes, 0);
        }
        return state;
    }

    private static void assertInOrder(RobinHoodStore store, Region region, Map<Long, Long> model, String where) {
        Map<Integer, Integer> highest = new HashMap<>();
        for (long key : model.keySet()) {
            int displacement = store.displacementOf(region, key);
            assertTrue(displacement >= 0 && displacement <= store.limit(), where);
            highest.merge(store.segmentOf(key), displacement, Math::max);
        }
        for (int segment = 0; segment < store.segments(); segment++) {
            assertEquals(
                    highest.getOrDefault(segment, 0),
                    store.knownDisplacement(region, segment),
                    where + ", segment " + segment);
        }
        long last = -1;
        for (long at = 0; at < store.tableSlots(); at++) {
            if (Slots.taken(region, store.slotAddress(at))) {
                long home = store.homeAt(region, at);
                assertTrue(home <= at && (home >= last || !store.swaps()), where + ", slot " + at);
                last = home;
            } else {
                last = at;
            }
        }
    }

    @Test
    void shouldFindAKeyInOneFetchWithItsHintAndInTwoWithAStaleOne() {
        RobinHoodStore store = new RobinHoodStore(1_000, 8, 8, 4, 100, 8, true, true, 0);
        Region region = region(store);
        for (long key = 0; key < 900; key++) {
            assertTrue(store.insert(region, key) >= 0);
        }
        RobinHoodCursor cursor = store.cursor();
        int overflown = 0;
        for (long key = 0; key < 900; key++) {
            int displacement = store.displacementOf(region, key);
            int segment = store.segmentOf(key);
            int known = store.knownDisplacement(region, segment);
            cursor.find(key, known, 1, store.overflowAddress(region, segment));
            assertEquals(Cursor.State.FOUND, give(cursor, region));
            if (displacement < store.limit()) {
                assertEquals(1, cursor.fetches());
                assertEquals(Math.min(8, known + 2), cursor.objects());
            } else {
                overflown++;
                assertTrue(cursor.fetches() >= 2 && cursor.objects() >= 8 + 4, "the limit and a bucket of 4");
            }
            cursor.find(key, 0, 1, store.overflowAddress(region, segment));
            assertEquals(Cursor.State.FOUND, give(cursor, region));
            if (displacement > 1 && displacement < store.limit()) {
                assertEquals(2, cursor.fetches(), "the rest up to the limit");
                assertEquals(8, cursor.objects());
            }
        }
        assertTrue(overflown > 5, "only " + overflown + " in overflow buckets");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellWhereAnInsertionPutsWhat(boolean swaps) {
        RobinHoodStore store = new RobinHoodStore(1_000, 8, 8, 4, 100, 8, true, swaps, 0);
        Region region = region(store);
        int[] known = new int[store.segments()];
        for (long key = 0; key < 900; key++) {
            store.insert(
                    region,
                    key,
                    1,
                    new byte[8],
                    0,
                    (segment, displacement) -> known[segment] = Math.max(known[segment], displacement));
        }
        for (int segment = 0; segment < known.length; segment++) {
            assertEquals(store.knownDisplacement(region, segment), known[segment]);
        }
    }

    @Test
    void shouldLeaveRecordsWhereTheyAreIfItDoesNotSwap() {
        RobinHoodStore store = new RobinHoodStore(1_000, 8, 8, 4, 100, 8, true, false, 0);
        Region region = region(store);
        Map<Long, Long> addresses = new HashMap<>();
        int overflown = 0;
        for (long key = 0; key < 900; key++) {
            addresses.put(key, store.insert(region, key));
            overflown += store.displacementOf(region, key) == store.limit() ? 1 : 0;
        }
        addresses.forEach((key, address) -> assertEquals(address, store.valueAddress(region, key), "key " + key));
        assertTrue(overflown > 45, "more than the 2.4% of equalising swaps: " + overflown + " of 900");
    }

    @Test
    void shouldKeepTheVersionOfARecordThatMoves() {
        RobinHoodStore store = new RobinHoodStore(30, 4, 4, 2, 100, 16, true, true, 0);
        Region region = region(store);
        for (long key = 0; key < 40; key++) {
            assertTrue(store.insert(region, key, 1_000_000 + key, new byte[16], 0, Placements.NONE) > 0);
        }
        for (long key = 0; key < 40; key += 2) {
            assertTrue(store.delete(region, key));
        }
        for (long key = 1; key < 40; key += 2) {
            assertEquals(1_000_000 + key, RobinHoodStore.version(region, store.valueAddress(region, key)));
        }
    }

    @Test
    void shouldRefuseWhatItCannotBe() {
        RobinHoodStoreType type = new RobinHoodStoreType();
        RefusedException many = assertThrows(
                RefusedException.class, () -> type.create(1L << 40, 8, RobinHoodStoreContractTest.settings(type)));
        assertTrue(many.getMessage().contains("smaller scale"), many.getMessage());
        RefusedException large = assertThrows(
                RefusedException.class, () -> type.create(10, 1 << 21, RobinHoodStoreContractTest.settings(type)));
        assertTrue(large.getMessage().contains("1048576"), large.getMessage());
    }
}
