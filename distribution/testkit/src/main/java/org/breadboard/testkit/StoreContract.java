// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a store promises: it holds what a map would hold, whether a cursor loads its bytes or is given them, up to the
 * number of records it was built for and, once full, without losing any. Every failure follows from the fixed seed.
 */
public abstract class StoreContract {
    private static final long SEED = 20_260_102;
    private static final int OPERATIONS = 20_000;
    private static final int TO_SKIP = 3;
    private static final int ROUNDS = 50;
    private static final long[] EDGES = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE};

    private final TreeMap<Long, Long> model = new TreeMap<>();
    private final RandomStream random = new SeededStream(SEED, 1);
    private Store store;
    private Region region;
    private Cursor cursor;
    private Cursor.State lastState = Cursor.State.ABSENT;

    /** For subclasses. */
    protected StoreContract() {}

    /** The kind of store under test. */
    protected abstract StoreType type();

    /** The settings under test; by default the declared defaults. */
    protected Settings settings() {
        return Settings.defaultsOf(type().settings());
    }

    /** The size of a value under test. */
    protected int valueBytes() {
        return 40;
    }

    /** How many records the store under test is built for. */
    protected int records() {
        return 1_000;
    }

    /** Whether header words say something of records, as in most stores, and are written by protocols alone. */
    protected boolean headersCount() {
        return true;
    }

    /** Lays out an empty store. */
    @BeforeEach
    void layOut() {
        store = type().create(records(), valueBytes(), settings());
        region = new PagedRegion("store", store.regionBytes(), Lifetime.PROCESS, store.layout());
        store.format(region);
        cursor = store.cursor();
    }

    /** Where it says that they are in a row: who recovers from a crash looks at them all. */
    @Test
    void shouldHaveTheHeaderOfEachKeyAmongItsHeaderWords() {
        long words = store.headerWords();
        for (int i = 0; i < OPERATIONS && words > 0; i++) {
            long key = i < EDGES.length ? EDGES[i] : random.nextLong(Long.MAX_VALUE);
            long word = (store.headerAddress(key) - store.headerAddressAt(0)) / Long.BYTES;
            assertTrue(word >= 0 && word < words, "key " + key + " has header word " + word + " of " + words);
            assertEquals(store.headerAddress(key), store.headerAddressAt(word), "key " + key);
        }
    }

    @Test
    void shouldDeclareLegalSettingsAndALayout() {
        SettingRules.check(type().id(), type().settings());
        assertFalse(store.layout().id().isBlank(), "the layout has no id");
        assertEquals(0, store.regionBytes() % 8, "a region's size is a multiple of 8");
    }

    @Test
    void shouldHoldWhatAMapWouldHold() {
        for (int i = 0; i < OPERATIONS; i++) {
            long key = someKey();
            switch (random.nextInt(4)) {
                case 0, 1 -> insertUnlessFull(key);
                case 2 -> assertEquals(model.remove(key) != null, store.delete(region, key), "delete of " + key);
                default -> assertLookup(key);
            }
        }
        assertSameAsModel();
    }

    @Test
    void shouldTakeAsManyRecordsAsItWasBuiltFor() {
        for (int i = 0; i < records(); i++) {
            assertTrue(insertUnlessFull(random.nextLong()), "it is full with " + i + " of " + records() + " records");
        }
        assertSameAsModel();
    }

    @Test
    void shouldSayThatItIsFullAndLoseNothing() {
        long most = store.regionBytes() / 8 + 1;
        boolean full = false;
        for (long i = 0; i < most && !full; i++) {
            full = !insertUnlessFull(random.nextLong());
        }
        assertTrue(full, "it claims to hold more records than its region has words");
        assertSameAsModel();
        long key = model.firstKey();
        assertTrue(store.delete(region, key), "delete of " + key + " from a full store");
        model.remove(key);
        assertTrue(insertUnlessFull(key), "what was deleted must find room again");
        assertSameAsModel();
    }

    @Test
    void shouldRefuseAKeyThatIsThere() {
        for (long key : EDGES) {
            assertTrue(insertUnlessFull(key));
            assertEquals(Store.EXISTS, store.insert(region, key), "second insert of " + key);
        }
        assertSameAsModel();
    }

    @Test
    void shouldCoverKeysByHeaderWordsThatStay() {
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < records() / 2; i++) {
            keys.add(random.nextLong());
        }
        long[] absent = keys.stream().mapToLong(store::headerAddress).toArray();
        keys.forEach(this::insertUnlessFull);
        for (int i = 0; i < absent.length; i++) {
            assertEquals(
                    absent[i], store.headerAddress(keys.get(i)), "the header of a key, before and after its insert");
            assertEquals(0, absent[i] % 8, "a header is a word");
            assertTrue(absent[i] >= 0 && absent[i] < store.regionBytes(), "a header outside the region");
            assertEquals(Cursor.State.FOUND, load(keys.get(i)));
            assertEquals(absent[i], cursor.headerAddress(), "the header that the cursor found");
        }
        store.forEach(region, (key, header, value, bytes) -> {
            for (long address : absent) {
                assertFalse(address >= value && address < value + bytes, "the value of " + key + " overlaps a header");
            }
        });
    }

    @Test
    void shouldKeepTheOrderOfKeysIfItSaysSo() {
        for (int i = 0; i < records() / 2; i++) {
            insertUnlessFull(random.nextInt(10 * records()));
        }
        for (int i = 0; type().ordered() && i < records(); i++) {
            long key = random.nextInt(10 * records());
            assertKey("ceiling of " + key, model.ceilingKey(key), settle(cursor.ceiling(key)));
            assertKey("next behind the ceiling of " + key, next(model.ceilingKey(key)), goOn());
            assertKey("floor of " + key, model.floorKey(key), settle(cursor.floor(key)));
        }
    }

    @Test
    void shouldAskForStretchesWhoseBytesDecideTheirRecords() {
        for (int i = 0; i < 3 * records(); i++) {
            insertUnlessFull(someKey());
        }
        Image image = ((PagedRegion) region).freeze();
        for (int round = 0; round < ROUNDS; round++) {
            Region one = PagedRegion.of("one", image, Lifetime.PROCESS);
            Region other = PagedRegion.of("other", image, Lifetime.PROCESS);
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                change(random.nextInt(2) == 0 ? one : other);
            }
            assertAlikeWhereBytesAre(one, other, "round " + round);
        }
    }

    /** What a store keeps in the place of a key that is gone may be that key: a link, or the number of a record. */
    @Test
    void shouldAskForWhatTellsThatARecordIsGone() {
        for (long key = 0; key < 64; key++) {
            insertUnlessFull(key);
        }
        Image image = ((PagedRegion) region).freeze();
        for (long key = 0; key < 64; key++) {
            Region one = PagedRegion.of("one", image, Lifetime.PROCESS);
            Region other = PagedRegion.of("other", image, Lifetime.PROCESS);
            store.delete(other, key - 1);
            store.delete(other, key);
            assertAlikeWhereBytesAre(one, other, "without " + key + " and the key before");
        }
    }

    /** A record of key 0 with a value of zeros may have the bytes of memory that nobody has used. */
    @Test
    void shouldAskForWhatTellsThatARecordIsThere() {
        Image image = ((PagedRegion) region).freeze();
        Region one = PagedRegion.of("one", image, Lifetime.PROCESS);
        Region other = PagedRegion.of("other", image, Lifetime.PROCESS);
        other.write(store.insert(other, 0), new byte[valueBytes()], 0, valueBytes());
        assertAlikeWhereBytesAre(one, other, "with key 0");
    }

    private void assertAlikeWhereBytesAre(Region one, Region other, String what) {
        Map<Long, Integer> ofOne = notAskedFor(one, other);
        Map<Long, Integer> ofOther = notAskedFor(other, one);
        assertEquals(ofOne.keySet(), ofOther.keySet(), "keys in stretches of the same bytes, " + what);
        ofOne.forEach((key, record) -> assertEquals(
                record, ofOther.get(key), "record of " + key + " in two stretches of the same bytes, as a hash"));
    }

    /** Inserts, deletes or writes into a value, wherever in it, or a header word. */
    private void change(Region copy) {
        long key = someKey();
        if (headersCount() && random.nextInt(4) == 0) {
            long[] keys = model.keySet().stream().mapToLong(Long::longValue).toArray();
            copy.putLong(store.headerAddress(keys[random.nextInt(keys.length)]), random.nextLong());
        } else if (random.nextInt(3) == 0) {
            long address = store.insert(copy, key);
            if (address >= 0) {
                copy.write(address, value(random.nextLong()), 0, valueBytes());
            }
        } else if (random.nextInt(2) == 0) {
            store.delete(copy, key);
        } else {
            int strayed = random.nextInt(valueBytes());
            long[] addresses = new long[records() * 2];
            int[] count = new int[1];
            store.forEach(copy, (other, header, address, bytes) -> addresses[count[0]++] = address);
            copy.write(addresses[random.nextInt(count[0])] + strayed, new byte[] {(byte) random.nextInt(256)}, 0, 1);
        }
    }

    /**
     * The records, with their values and header words, in stretches of a copy that have the same bytes in another one.
     */
    private Map<Long, Integer> notAskedFor(Region copy, Region other) {
        Map<Long, Integer> shared = new TreeMap<>(visit(copy, (from, to) -> true));
        visit(copy, (from, to) -> !Arrays.equals(bytes(copy, from, to), bytes(other, from, to)))
                .forEach(shared::remove);
        return shared;
    }

    private Map<Long, Integer> visit(Region copy, BiPredicate<Long, Long> wanted) {
        Map<Long, Integer> visited = new TreeMap<>();
        store.forEach(copy, new Store.RecordVisitor() {
            @Override
            public void record(long key, long headerAddress, long valueAddress, int valueBytes) {
                int value = Arrays.hashCode(bytes(copy, valueAddress, valueAddress + valueBytes()));
                visited.put(key, headersCount() ? 31 * value + Long.hashCode(copy.getLong(headerAddress)) : value);
            }

            @Override
            public boolean wants(long from, long to) {
                return wanted.test(from, to);
            }
        });
        return visited;
    }

    private static byte[] bytes(Region region, long from, long to) {
        byte[] bytes = new byte[(int) (to - from)];
        region.read(from, bytes, 0, bytes.length);
        return bytes;
    }

    private Long next(Long key) {
        return key == null ? null : model.higherKey(key);
    }

    private Cursor.State goOn() {
        return lastState == Cursor.State.FOUND ? settle(cursor.next()) : lastState;
    }

    private Cursor.State settle(Cursor.State begun) {
        lastState = begun == Cursor.State.NEED ? cursor.load(region) : begun;
        return lastState;
    }

    private void assertKey(String what, Long expected, Cursor.State state) {
        assertEquals(expected == null ? Cursor.State.ABSENT : Cursor.State.FOUND, state, what);
        if (expected != null) {
            assertEquals(expected, cursor.key(), what);
        }
    }

    private long someKey() {
        int drawn = random.nextInt(records() + EDGES.length);
        return drawn < EDGES.length ? EDGES[drawn] : drawn * 0x9e3779b97f4a7c15L;
    }

    /** Inserts and writes a value; false if the store is full. */
    private boolean insertUnlessFull(long key) {
        long address = store.insert(region, key);
        if (address == Store.FULL) {
            return false;
        }
        if (address == Store.EXISTS) {
            assertTrue(model.containsKey(key), "it takes " + key + " for present");
            return true;
        }
        assertFalse(model.containsKey(key), "it inserts " + key + " a second time");
        long content = random.nextLong();
        region.write(address, value(content), 0, valueBytes());
        model.put(key, content);
        return true;
    }

    private byte[] value(long content) {
        byte[] value = new byte[valueBytes()];
        for (int at = 0; at < value.length; at++) {
            value[at] = (byte) (content >>> (at & 7) * 8 ^ at);
        }
        return value;
    }

    private Cursor.State load(long key) {
        Cursor.State state = cursor.find(key);
        return state == Cursor.State.NEED ? cursor.load(region) : state;
    }

    /** Looks a key up in both ways. */
    private void assertLookup(long key) {
        Cursor.State loaded = load(key);
        Long content = model.get(key);
        assertEquals(content == null ? Cursor.State.ABSENT : Cursor.State.FOUND, loaded, "lookup of " + key);
        long address = loaded == Cursor.State.FOUND ? cursor.valueAddress() : -1;
        Cursor.State given = give(key);
        assertEquals(loaded, given, "lookup of " + key + " by bytes that are given");
        if (content != null) {
            assertEquals(address, cursor.valueAddress(), "address of " + key + " by bytes that are given");
            assertEquals(key, cursor.key());
            byte[] value = new byte[valueBytes()];
            region.read(address, value, 0, value.length);
            assertArrayEquals(value(content), value, "value of " + key);
        }
    }

    private Cursor.State give(long key) {
        Cursor.State state = cursor.find(key);
        int fetches = 0;
        while (state == Cursor.State.NEED) {
            byte[] bytes = new byte[TO_SKIP + cursor.needBytes()];
            region.read(cursor.needAddress(), bytes, TO_SKIP, cursor.needBytes());
            Bytes.putShort(bytes, 0, -1);
            state = cursor.give(bytes, TO_SKIP);
            fetches++;
            assertTrue(fetches <= store.regionBytes(), "the lookup of " + key + " never ends");
        }
        assertEquals(fetches, cursor.fetches(), "fetches of " + key);
        return state;
    }

    private void assertSameAsModel() {
        for (Map.Entry<Long, Long> record : model.entrySet()) {
            assertLookup(record.getKey());
        }
        for (long key : EDGES) {
            assertLookup(key);
        }
        TreeMap<Long, Long> visited = new TreeMap<>();
        long[] last = {-1};
        store.forEach(region, (key, header, address, bytes) -> {
            assertTrue(address > last[0], "records are visited in the order of addresses");
            last[0] = address;
            assertNotEquals(header, address, "header and value of " + key + " stand at one address");
            assertTrue(
                    bytes >= valueBytes() && bytes < valueBytes() + 8, "the value of " + key + " has " + bytes + " B");
            byte[] value = new byte[valueBytes()];
            region.read(address, value, 0, value.length);
            long content = model.getOrDefault(key, 0L);
            assertArrayEquals(value(content), value, "value of " + key);
            assertEquals(null, visited.put(key, content), "it visits " + key + " twice");
        });
        assertEquals(model.keySet(), visited.keySet(), "the records that are visited");
    }
}
