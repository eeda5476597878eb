// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.proto.drtm.setup.BucketContents;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrtmStoreTest {
    private static final int VALUE_BYTES = 12;

    @ParameterizedTest
    @CsvSource({"1, VALUES", "2, VALUES", "3, VALUES", "4, VALUES", "5, VALUES", "1, ADDRESSES", "2, ADDRESSES"})
    void shouldFindWhatAModelHolds(long seed, BucketContents contents) {
        Random random = new Random(seed);
        int room = 1 + random.nextInt(3_000);
        DrtmStore store = DrtmStore.of(room, VALUE_BYTES, contents);
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < room; i++) {
            long key = random.nextInt(2 * room);
            long address = store.insert(region, key);
            if (model.containsKey(key)) {
                assertEquals(Store.EXISTS, address, "seed " + seed);
            } else {
                assertTrue(address > 0, "seed " + seed + ": record " + model.size() + " of " + room);
                region.putLong(address, key * 31);
                model.put(key, address);
            }
        }
        for (long key = 0; key < 2L * room; key++) {
            Cursor local = store.cursor();
            local.find(key);
            boolean found = local.load(region) == Cursor.State.FOUND;
            assertEquals(model.containsKey(key), found, "seed " + seed + ", key " + key);
            Cursor remote = store.cursor();
            assertEquals(found, walk(remote, region, key), "seed " + seed + ", key " + key);
            assertEquals(local.fetches(), remote.fetches(), "seed " + seed + ", key " + key);
            if (found) {
                assertEquals(key * 31, region.getLong(remote.valueAddress()), "seed " + seed);
                assertEquals(local.headerAddress(), remote.headerAddress(), "seed " + seed);
                assertEquals(16, remote.valueAddress() - remote.headerAddress());
            }
        }
        int[] visited = new int[1];
        store.forEach(region, (key, header, value, bytes) -> {
            visited[0]++;
            assertEquals(model.get(key), value, "seed " + seed);
        });
        assertEquals(model.size(), visited[0]);
    }

    /**
     * What Table 2 has for B = 4: 4.65 objects in 1.16 round trips, and what is found came with its bucket (Xenic
     * 4.1.4).
     */
    @ParameterizedTest
    @ValueSource(ints = {4, 64, 306, 700})
    void shouldReadAnObjectWithItsBucket(int valueBytes) {
        int records = 20_000;
        DrtmStore store = DrtmStore.of(records, valueBytes, BucketContents.VALUES);
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        for (long key = 0; key < records; key++) {
            assertTrue(store.insert(region, key) > 0, "record " + key);
        }
        Cursor first = store.cursor();
        first.find(0);
        assertEquals(8 + 4 * (8 + 16 + (valueBytes + 7) / 8 * 8), first.needBytes());
        long buckets = 0;
        for (long key = 0; key < records; key++) {
            Cursor cursor = store.cursor();
            assertTrue(walk(cursor, region, key));
            buckets += cursor.fetches();
            assertTrue(cursor.headerAddress() > cursor.needAddress());
            assertTrue(cursor.valueAddress() + valueBytes <= cursor.needAddress() + cursor.needBytes());
        }
        assertEquals(1.16, buckets / (double) records, 0.02);
    }

    private static boolean walk(Cursor cursor, Region region, long key) {
        Cursor.State state = cursor.find(key);
        byte[] bytes = new byte[4096];
        while (state == Cursor.State.NEED) {
            region.read(cursor.needAddress(), bytes, 8, cursor.needBytes());
            state = cursor.give(bytes, 8);
        }
        return state == Cursor.State.FOUND;
    }

    /** DrTM+H's source: a bucket of 384 B, and a READ of the header and the value behind it. */
    @ParameterizedTest
    @ValueSource(ints = {4, 306})
    void shouldReadAnObjectBehindItsBucket(int valueBytes) {
        int records = 20_000;
        DrtmStore store = DrtmStore.of(records, valueBytes, BucketContents.ADDRESSES);
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        long fetches = 0;
        for (long key = 0; key < records; key++) {
            assertTrue(store.insert(region, key) > 0, "record " + key);
        }
        for (long key = 0; key < records; key++) {
            Cursor cursor = store.cursor();
            cursor.find(key);
            assertEquals(384, cursor.needBytes());
            assertTrue(walk(cursor, region, key));
            fetches += cursor.fetches();
            assertEquals(cursor.needAddress(), cursor.headerAddress());
            assertEquals(16 + valueBytes, cursor.needBytes());
        }
        assertEquals(2.16, fetches / (double) records, 0.02);
    }

    @ParameterizedTest
    @CsvSource({"1, VALUES", "2, VALUES", "3, VALUES", "1, ADDRESSES", "2, ADDRESSES", "3, ADDRESSES"})
    void shouldForgetWhatIsDeleted(long seed, BucketContents contents) {
        Random random = new Random(seed);
        DrtmStore store = DrtmStore.of(500, VALUE_BYTES, contents);
        Region region = TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        for (long key = 0; key < 500; key++) {
            store.insert(region, key);
        }
        for (long key = 0; key < 500; key++) {
            boolean delete = random.nextBoolean();
            assertTrue(!delete || store.delete(region, key));
            Cursor cursor = store.cursor();
            cursor.find(key);
            assertEquals(!delete, cursor.load(region) == Cursor.State.FOUND, "seed " + seed + ", key " + key);
        }
        for (long key = 0; key < 500; key++) {
            assertTrue(store.insert(region, key) != Store.FULL, "seed " + seed + ", key " + key);
        }
        assertEquals(Store.FULL, store.insert(region, 500), "seed " + seed);
        Set<Long> places = new HashSet<>();
        store.forEach(region, (key, header, value, bytes) -> places.add(header));
        assertEquals(500, places.size(), "seed " + seed);
    }
}
