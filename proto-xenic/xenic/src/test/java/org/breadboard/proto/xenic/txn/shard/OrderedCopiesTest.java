// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SortedMap;
import java.util.TreeMap;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.kit.table.LocalHeader;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.TestStep;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a backup applies before anybody knows whether it has committed, and takes back. */
class OrderedCopiesTest {
    private static final int VALUE_BYTES = 16;

    private final TestStep step = new TestStep() {
        @Override
        public void stall(double ns) {}
    };
    private Store store;
    private Region region;
    private OrderedCopies copies;
    private long wordBefore;
    private final byte[] valueBefore = new byte[VALUE_BYTES];

    private final HostCopies.Before before = new HostCopies.Before() {
        @Override
        public byte[] buffer() {
            return valueBefore;
        }

        @Override
        public void is(long word, int lengthBytes) {
            wordBefore = word;
        }
    };

    @BeforeEach
    void layOut() {
        StoreType type = new WorkloadsPlugin()
                .stores().stream().filter(StoreType::ordered).findFirst().orElseThrow();
        store = type.create(64, VALUE_BYTES, Settings.defaultsOf(type.settings()));
        region = TestParts.region("rows", store.regionBytes(), Lifetime.SURVIVES_CRASH, store.layout());
        store.format(region);
        LocalTable table = new LocalTable("rows", store, VALUE_BYTES, new Region[] {region});
        copies = new OrderedCopies(new LocalTable[] {table, null}, new MemoryCost(100, 25));
    }

    private boolean put(long key, long version, boolean last, int value) {
        boolean deletes = value == 0;
        return copies.put(step, 0, 0, key, NicIndex.word(version, !deletes), last, value(value), 0, before);
    }

    private static byte[] value(int value) {
        byte[] bytes = new byte[VALUE_BYTES];
        bytes[0] = (byte) value;
        return bytes;
    }

    private void takeBack(long key, long version, boolean deletes, long word, byte[] value) {
        copies.takeBack(0, 0, key, NicIndex.word(version, !deletes), word, value);
    }

    /** Each record's value and its header's version. */
    private SortedMap<Long, String> content() {
        SortedMap<Long, String> content = new TreeMap<>();
        store.forEach(
                region,
                (key, header, value, bytes) ->
                        content.put(key, region.getLong(value) + " at " + LocalHeader.version(region.getLong(header))));
        return content;
    }

    @Test
    void shouldTakeBackAnInsertAnUpdateAndARemoval() {
        assertTrue(copies.has(0));
        assertFalse(copies.has(1));
        assertTrue(put(1, 1, true, 11));
        assertTrue(put(2, 1, true, 21));
        SortedMap<Long, String> was = content();
        assertTrue(put(3, 1, true, 31));
        takeBack(3, 1, false, wordBefore, valueBefore);
        assertEquals(was, content());
        assertTrue(put(1, 2, true, 12));
        assertArrayEquals(value(11), valueBefore);
        takeBack(1, 2, false, wordBefore, valueBefore);
        assertEquals(was, content());
        assertTrue(put(2, 2, true, 0));
        assertEquals(was.headMap(2L), content());
        takeBack(2, 2, true, wordBefore, valueBefore);
        assertEquals(was, content());
    }

    /** A transaction's writes under one header move its version once, with the last of them. */
    @Test
    void shouldTakeBackATransactionOfWhichAPartIsApplied() {
        assertEquals(store.headerAddress(0), store.headerAddress(128), "these keys are to share a header");
        assertTrue(put(0, 1, true, 1));
        SortedMap<Long, String> was = content();
        assertTrue(put(128, 2, false, 2));
        takeBack(128, 2, false, wordBefore, valueBefore);
        assertEquals(was, content());
    }

    /** A backup that has become the primary: recovery holds the header until all have taken back what is theirs. */
    @Test
    void shouldLeaveALockWhereItIs() {
        assertTrue(put(1, 1, true, 11));
        long header = store.headerAddress(1);
        region.putLong(header, LocalHeader.locked(region.getLong(header)));
        takeBack(1, 1, false, wordBefore, valueBefore);
        assertEquals(LocalHeader.locked(LocalHeader.of(0)), region.getLong(header));
    }

    @Test
    void shouldWaitForWhatComesBeforeAndRefuseToTakeBackWhatWasFollowed() {
        assertFalse(put(1, 2, true, 12), "version 1 is missing");
        assertTrue(put(1, 1, true, 11));
        assertTrue(put(1, 2, true, 12));
        assertTrue(put(1, 3, true, 13));
        IllegalStateException followed =
                assertThrows(IllegalStateException.class, () -> takeBack(1, 1, false, 0, valueBefore));
        assertTrue(followed.getMessage().contains("has version 3"), followed.getMessage());
    }
}
