// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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

class BPlusTreeTest {
    private static final int RECORDS = 600;

    private final TreeMap<Long, Long> model = new TreeMap<>();
    private BPlusTreeStore store;
    private Region region;
    private BPlusTreeCursor cursor;
    private RandomStream random;
    private String seed;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldAndOrderWhatATreeMapWould(long number) {
        layOut(number, 4 + (int) number % 5);
        for (int phase = 0; phase < 12; phase++) {
            int pattern = random.nextInt(5);
            for (int i = 0; i < 500; i++) {
                change(pattern);
                if (i % 16 == 0) {
                    assertLookups();
                }
            }
            assertScan();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 12, 25, 31, 37, 43})
    void shouldSpreadHeadersOfKeysThatDifferInTheirUpperBits(int shift) {
        BPlusTreeStore spread = BPlusTreeType.create(1 << 16, 8, 32);
        TreeMap<Long, Long> words = new TreeMap<>();
        for (long key = 0; key < 500; key++) {
            words.merge(spread.headerAddress(key << shift), 1L, Long::sum);
        }
        // 500 keys into 1,024 or more runs of words: some 400 are hit if all are as likely.
        assertTrue(words.size() > 350, shift + ": " + words.size() + " words");
    }

    @Test
    void shouldShowRecordsOfWhichTheHeaderWordAloneIsWanted() {
        layOut(11, 8);
        for (long key = 0; key < RECORDS; key++) {
            insert(key);
        }
        long header = store.headerAddress(100);
        TreeSet<Long> expected = new TreeSet<>(model.keySet());
        expected.removeIf(key -> (store.headerAddress(key) - 64) / 512 != (header - 64) / 512);
        Set<Long> shown = shownOf(header, true);
        assertEquals(expected, shown);
        assertTrue(shown.contains(100L) && shown.size() < RECORDS, "keys of one run of header words: " + shown);
        assertEquals(Set.of(), shownOf(header, false));
    }

    /** The keys that are shown if a header word alone is wanted. */
    private Set<Long> shownOf(long header, boolean forHeaders) {
        TreeSet<Long> shown = new TreeSet<>();
        store.forEach(region, new Store.RecordVisitor() {
            @Override
            public void record(long key, long headerAddress, long valueAddress, int valueBytes) {
                shown.add(key);
            }

            @Override
            public boolean wants(long from, long to) {
                return from <= header && header < to;
            }

            @Override
            public boolean wantsForHeaders() {
                return forHeaders;
            }
        });
        return shown;
    }

    @Test
    void shouldNeverBeFullBeforeItHoldsItsRecords() {
        layOut(9, 8);
        for (int turn = 0; turn < 20; turn++) {
            while (model.size() < RECORDS) {
                insert(random.nextInt(1 << 20));
            }
            assertEquals(Store.FULL, store.insert(region, -1), seed);
            // Thin out, so that every leaf keeps a little.
            int i = 0;
            for (long key : List.copyOf(model.keySet())) {
                if (i++ % (4 + turn % 13) != 0) {
                    delete(key);
                }
            }
        }
        assertScan();
    }

    @Test
    void shouldNotLeakAsAQueue() {
        layOut(10, 4);
        for (long key = 0; key < 50 * RECORDS; key++) {
            insert(key);
            if (key >= RECORDS / 2) {
                delete(key - RECORDS / 2);
            }
        }
        assertScan();
    }

    @Test
    void shouldKeepAddressesOfRecords() {
        layOut(11, 4);
        long address = store.insert(region, 500);
        model.put(500L, 77L);
        region.putLong(address, 77);
        for (int i = 0; i < 4000; i++) {
            long key = random.nextInt(1000);
            if (key != 500 && !store.delete(region, key)) {
                store.insert(region, key);
            }
        }
        assertEquals(Cursor.State.FOUND, settle(cursor.find(500)), seed);
        assertEquals(address, cursor.valueAddress(), "others came and went beside it");
        assertEquals(77, region.getLong(address), seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {12, 13, 14})
    void shouldTellPhantomsByItsGuards(long number) {
        layOut(number, 6);
        for (int i = 0; i < 300; i++) {
            insert(random.nextInt(2000));
        }
        for (int i = 0; i < 2000; i++) {
            long low = random.nextInt(2000);
            long high = low + random.nextInt(200);
            scan(low, high);
            assertTrue(cursor.guards() > 0, seed);
            assertTrue(guardsHold(), seed);
            long key = low + random.nextInt((int) (high - low) + 1);
            boolean changed = model.containsKey(key) ? delete(key) : model.size() < RECORDS && insert(key);
            assertNotEquals(changed, guardsHold(), seed + ": change of " + key + " in " + low + " to " + high);
        }
    }

    @Test
    void shouldLeaveGuardsAloneWhereNothingChanges() {
        layOut(15, 6);
        for (int i = 0; i < 300; i++) {
            insert(i * 10L);
        }
        scan(0, 100);
        insert(2005);
        delete(2500);
        region.putLong(value(500), 1);
        assertTrue(guardsHold(), "changes far away, and of values");
    }

    @Test
    void shouldShowReadersWhatIsThereWhileOthersComeAndGo() throws InterruptedException {
        layOut(16, 4);
        for (long key = 1; key < 400; key += 2) {
            insert(key);
        }
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<String> missed = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
            RandomStream mine = TestParts.random(17, reader);
            threads.add(new Thread(() -> read(mine, done, missed)));
        }
        threads.forEach(Thread::start);
        for (int i = 0; i < 40_000; i++) {
            long key = 2L * random.nextInt(200);
            if (!store.delete(region, key)) {
                store.insert(region, key);
            }
        }
        done.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(null, missed.get());
    }

    /** The same without threads, and sure to happen: each node that is copied may change half-way. */
    @ParameterizedTest
    @ValueSource(longs = {19, 20, 21})
    void shouldNotTrustANodeThatChangesWhileItIsCopied(long number) {
        layOut(number, 4);
        for (long key = 1; key < 400; key += 2) {
            insert(key);
        }
        Region torn = new TornRegion(
                region,
                () -> {
                    for (int i = random.nextInt(3); i > 0; i--) {
                        long key = 2L * random.nextInt(200);
                        if (!store.delete(region, key)) {
                            store.insert(region, key);
                        }
                    }
                },
                () -> {});
        byte[] bytes = new byte[store.nodes().bytes()];
        for (int i = 0; i < 20_000; i++) {
            long key = 1 + 2L * random.nextInt(200);
            cursor.find(key);
            assertEquals(Cursor.State.FOUND, cursor.load(torn), seed + ": lookup of " + key);
            Cursor.State state = cursor.ceiling(key - 1);
            while (state == Cursor.State.NEED) {
                torn.read(cursor.needAddress(), bytes, 0, cursor.needBytes());
                state = cursor.give(bytes, 0);
            }
            assertTrue(state == Cursor.State.FOUND && cursor.key() <= key, seed + ": ceiling of " + (key - 1));
            cursor.floor(key + 1);
            assertEquals(Cursor.State.FOUND, cursor.load(torn), seed + ": floor of " + (key + 1));
            assertTrue(cursor.key() >= key, seed + ": floor of " + (key + 1));
        }
    }

    /** Without threads, too: a reader comes behind each single write of a change. */
    @ParameterizedTest
    @ValueSource(longs = {22, 23, 24})
    void shouldMissNothingAtAnyInstantOfAChange(long number) {
        layOut(number, 4);
        for (long key = 1; key < 400; key += 2) {
            insert(key);
        }
        Region watched = new TornRegion(region, () -> {}, () -> {
            for (int i = 0; i < 50; i++) {
                look(1 + 2L * random.nextInt(200));
            }
        });
        for (int i = 0; i < 10_000; i++) {
            long key = 2L * random.nextInt(200);
            if (!store.delete(watched, key)) {
                store.insert(watched, key);
            }
        }
    }

    /** Looks up a key that is there; a node that is open for a change is asked for again and again. */
    private void look(long key) {
        byte[] bytes = new byte[store.nodes().bytes()];
        Cursor.State state = cursor.find(key);
        for (int steps = 0; state == Cursor.State.NEED && steps < 30; steps++) {
            region.read(cursor.needAddress(), bytes, 0, cursor.needBytes());
            state = cursor.give(bytes, 0);
        }
        assertNotEquals(Cursor.State.ABSENT, state, seed + ": lookup of " + key);
    }

    private void read(RandomStream mine, AtomicBoolean done, AtomicReference<String> missed) {
        BPlusTreeCursor own = store.cursor();
        while (!done.get()) {
            long key = 1 + 2L * mine.nextInt(200);
            own.find(key);
            if (own.load(region) != Cursor.State.FOUND) {
                missed.set("lookup of " + key);
            }
            own.ceiling(key - 1);
            if (own.load(region) != Cursor.State.FOUND || own.key() > key) {
                missed.set("ceiling of " + (key - 1));
            }
            own.floor(key + 1);
            if (own.load(region) != Cursor.State.FOUND || own.key() < key) {
                missed.set("floor of " + (key + 1));
            }
        }
    }

    @Test
    void shouldRefuseWhatItCannotHold() {
        assertThrows(RefusedException.class, () -> BPlusTreeType.create(0, 8, 8));
        assertThrows(RefusedException.class, () -> BPlusTreeType.create((1L << 32) + 1, 8, 8));
    }

    private void layOut(long number, int fanout) {
        seed = "seed " + number;
        random = TestParts.random(number, 1);
        store = BPlusTreeType.create(RECORDS, 8, fanout);
        region = TestParts.region("tree", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        cursor = store.cursor();
    }

    /** One insert or delete: anywhere, in a narrow place, in order upwards, in order downwards, or from one end. */
    private void change(int pattern) {
        long key = switch (pattern) {
            case 0 -> random.nextInt(1000);
            case 1 -> 1_000_000 + random.nextInt(40);
            case 2 -> model.isEmpty() ? 0 : Math.min(Long.MAX_VALUE - 1, model.lastKey()) + 1;
            case 3 -> model.isEmpty() ? 0 : Math.max(Long.MIN_VALUE + 1, model.firstKey()) - 1;
            default -> random.nextLong();
        };
        if (model.size() == RECORDS || random.nextInt(3) == 0 && !model.isEmpty()) {
            Map.Entry<Long, Long> near = model.ceilingEntry(key);
            delete(near == null ? model.firstKey() : near.getKey());
        } else if (!model.containsKey(key)) {
            insert(key);
        }
        assertEquals(model.containsKey(key) ? Cursor.State.FOUND : Cursor.State.ABSENT, settle(cursor.find(key)), seed);
    }

    private boolean insert(long key) {
        if (model.containsKey(key)) {
            assertEquals(Store.EXISTS, store.insert(region, key), seed);
            return false;
        }
        long address = store.insert(region, key);
        assertTrue(address > 0, seed + ": insert of " + key + " answers " + address + " with " + model.size());
        long content = random.nextLong();
        region.putLong(address, content);
        model.put(key, content);
        return true;
    }

    private boolean delete(long key) {
        assertEquals(model.remove(key) != null, store.delete(region, key), seed + ": delete of " + key);
        return true;
    }

    private void assertLookups() {
        long key = random.nextInt(2) == 0 || model.isEmpty() ? random.nextInt(1000) : model.lastKey();
        assertEntry("ceiling of " + key, model.ceilingEntry(key), settle(cursor.ceiling(key)));
        assertEntry("floor of " + key, model.floorEntry(key), settle(cursor.floor(key)));
    }

    private void assertEntry(String what, Map.Entry<Long, Long> expected, Cursor.State state) {
        assertEquals(expected != null, state == Cursor.State.FOUND, seed + ": " + what);
        if (expected != null) {
            assertEquals(expected.getKey(), cursor.key(), seed + ": " + what);
            assertEquals(expected.getValue(), region.getLong(cursor.valueAddress()), seed + ": " + what);
        }
    }

    private void assertScan() {
        assertEquals(List.copyOf(model.keySet()), scan(Long.MIN_VALUE, Long.MAX_VALUE), seed);
    }

    private List<Long> scan(long low, long high) {
        List<Long> keys = new ArrayList<>();
        Cursor.State state = settle(cursor.ceiling(low));
        while (state == Cursor.State.FOUND && cursor.key() <= high) {
            keys.add(cursor.key());
            state = settle(cursor.next());
        }
        return keys;
    }

    private boolean guardsHold() {
        for (int i = 0; i < cursor.guards(); i++) {
            if (region.getLong(cursor.guardAddress(i)) != cursor.guardVersion(i)) {
                return false;
            }
        }
        return true;
    }

    private long value(long key) {
        BPlusTreeCursor other = store.cursor();
        other.find(key);
        assertFalse(other.load(region) == Cursor.State.ABSENT, "key " + key);
        return other.valueAddress();
    }

    private Cursor.State settle(Cursor.State begun) {
        return begun == Cursor.State.NEED ? cursor.load(region) : begun;
    }
}
