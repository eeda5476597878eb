// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.LocalHeader;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.RangeServer;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of the client on node 0 over trees of three nodes, against a map of all their records. */
final class SpreadRangesTest {
    private static final int NODES = 3;
    private static final int TABLE = LocalTestbed.TABLE;
    private static final int KEYS = 120;

    private final FreeStep step = new FreeStep();
    private final Placement placement = new SpreadPlacement(NODES, 1);
    private final Store store = BPlusTreeType.create(400, LocalTestbed.VALUE_BYTES, 4);
    private final LocalRecords[] nodes = new LocalRecords[NODES];
    private final RangeServer[] servers = new RangeServer[NODES];
    private final Region[] regions = new Region[NODES];
    private final NavigableMap<Long, Long> model = new TreeMap<>();
    private final Transaction transaction = new Transaction();
    private final LocalTransaction local;
    private SpreadRanges ranges;

    SpreadRangesTest() {
        for (int node = 0; node < NODES; node++) {
            regions[node] = TestParts.region("node" + node, store.regionBytes(), Lifetime.PROCESS, store.layout());
            store.format(regions[node]);
            Region[] copies = new Region[NODES];
            copies[node] = regions[node];
            nodes[node] = LocalTestbed.hands(new LocalTable("t", store, LocalTestbed.VALUE_BYTES, copies));
            servers[node] = new RangeServer(nodes[node]);
        }
        local = new LocalTransaction(nodes[0]);
        ranges = ranges(4096);
    }

    private SpreadRanges ranges(int answerBytes) {
        TableSpec table = new TableSpec(TABLE, "t", LocalTestbed.VALUE_BYTES, KEYS, true).withSpreadRanges();
        assertTrue(SpreadRanges.fits(table, answerBytes));
        return new SpreadRanges(List.of(table), placement, 0, answerBytes, local);
    }

    private int node(long key) {
        return placement.primary(TABLE, key);
    }

    /** Writes, inserts or removes a record on its node, as a transaction there does. */
    private void change(long key, Long value) {
        Transaction other = new Transaction();
        other.input().begin(0, LocalTestbed.LOGIC);
        LocalTransaction there = new LocalTransaction(nodes[node(key)]);
        there.begin(other);
        AccessMode mode =
                value == null ? AccessMode.DELETE : model.containsKey(key) ? AccessMode.UPDATE : AccessMode.INSERT;
        int access = switch (mode) {
            case DELETE -> other.context().delete(TABLE, key);
            case UPDATE -> other.context().update(TABLE, key);
            default -> other.context().insert(TABLE, key);
        };
        assertNull(there.fetch(step, access, node(key)));
        if (value == null) {
            other.context().remove(access);
            model.remove(key);
        } else {
            other.context().newValue(access, LocalTestbed.VALUE_BYTES);
            other.context().putLong(access, 0, value);
            model.put(key, value);
        }
        assertNull(there.lockWrites(step));
        assertNull(there.insert(step));
        assertNull(there.validate(step));
        there.installed();
        there.install(step);
    }

    private void fill(RandomStream random) {
        for (int i = 0; i < KEYS; i++) {
            change(random.nextInt(KEYS), random.nextLong());
        }
    }

    /** Begins a transaction whose one access is that range. */
    private void begin(AccessMode mode, long low, long high, int limit) {
        transaction.input().begin(0, LocalTestbed.LOGIC);
        transaction.reset();
        local.begin(transaction);
        ranges.begin(transaction);
        switch (mode) {
            case MIN -> transaction.context().min(TABLE, low, high);
            case MAX -> transaction.context().max(TABLE, low, high);
            default -> transaction.context().range(TABLE, low, high, limit);
        }
        ranges.open(0);
    }

    private AbortReason fetch() {
        AbortReason failure = null;
        do {
            for (int part = ranges.asked(); part < ranges.parts(); part++) {
                AbortReason reason = ranges.isHere(part) ? ranges.fetchHere(step, part) : ask(part, false);
                failure = failure == null ? reason : failure;
            }
        } while (failure == null && ranges.more());
        return failure;
    }

    private AbortReason ask(int part, boolean checks) {
        byte[] request = new byte[SpreadRanges.REQUEST_BYTES];
        byte[] answer = new byte[checks ? SpreadRanges.CHECK_ANSWER_BYTES : ranges.answerBytes(part)];
        if (checks) {
            ranges.check(part, request, 0);
        } else {
            ranges.request(part, request, 0);
        }
        servers[ranges.node(part)].serve(step, request, 0, answer, 0);
        return checks ? ranges.checked(answer, 0) : ranges.answered(part, answer, 0);
    }

    private AbortReason validate() {
        AbortReason failure = local.validate(step);
        for (int part = 0; part < ranges.parts() && failure == null; part++) {
            failure = ranges.isHere(part) ? null : ask(part, true);
        }
        return failure;
    }

    private List<List<Long>> rows() {
        List<List<Long>> rows = new ArrayList<>();
        for (int i = 1; i < transaction.accesses(); i++) {
            assertEquals(0, transaction.rangeOf(i));
            rows.add(List.of(transaction.key(i), transaction.context().getLong(i, 0)));
        }
        return rows;
    }

    private List<List<Long>> expected(AccessMode mode, long low, long high, int limit) {
        NavigableMap<Long, Long> within = model.subMap(low, true, high, true);
        return (mode == AccessMode.MAX ? within.descendingMap() : within)
                .entrySet().stream()
                        .limit(limit)
                        .map(row -> List.of(row.getKey(), row.getValue()))
                        .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldMergeTheRowsOfAllNodesAndNoticeEachChange(long seed) {
        RandomStream random = TestParts.random(seed, 0);
        fill(random);
        ranges = ranges(seed % 2 == 0 ? 4096 : 100); // of which the latter holds two rows
        int noticed = 0;
        for (int i = 0; i < 1_000; i++) {
            String which = "seed " + seed + ", range " + i;
            AccessMode mode = List.of(AccessMode.MIN, AccessMode.MAX, AccessMode.RANGE, AccessMode.RANGE)
                    .get(random.nextInt(4));
            long low = random.nextInt(KEYS);
            long high = low + random.nextInt(40);
            int limit = mode == AccessMode.RANGE ? 1 + random.nextInt(25) : 1;
            begin(mode, low, high, limit);
            assertNull(fetch(), which);
            List<List<Long>> expected = expected(mode, low, high, limit);
            assertEquals(expected, rows(), which);
            assertEquals(!expected.isEmpty(), transaction.found(0), which);
            assertNull(validate(), which);
            long key = random.nextInt(KEYS);
            change(key, random.nextInt(3) == 0 && model.containsKey(key) ? null : Long.valueOf(random.nextLong()));
            boolean differs = !expected.equals(expected(mode, low, high, limit));
            AbortReason reason = validate();
            assertTrue(!differs || reason == AbortReason.VALIDATION, which + ": key " + key + " was changed unnoticed");
            noticed += differs ? 1 : 0;
        }
        assertTrue(noticed > 30, "changes that matter: " + noticed);
    }

    @Test
    void shouldNotReadNorPassWhatSomebodyHasLocked() {
        fill(TestParts.random(7, 0));
        for (long key : List.copyOf(model.keySet())) {
            begin(AccessMode.RANGE, key, key, 1);
            assertNull(fetch());
            long header = store.headerAddress(key);
            long word = regions[node(key)].getLong(header);
            regions[node(key)].putLong(header, LocalHeader.locked(word));
            AbortReason expected = node(key) == 0 ? AbortReason.VALIDATION : AbortReason.LOCKED;
            assertEquals(expected, validate(), "key " + key);
            begin(AccessMode.RANGE, key, key, 1);
            assertEquals(AbortReason.LOCKED, fetch(), "key " + key);
            regions[node(key)].putLong(header, word);
        }
    }

    @Test
    void shouldNotMindItsOwnInsertsAndMindThoseOfOthers() {
        fill(TestParts.random(9, 0));
        int own = 0;
        for (long key = 0; key < KEYS; key++) {
            if (model.containsKey(key) || node(key) != 0) {
                continue;
            }
            own++;
            for (boolean disturbed : new boolean[] {false, true}) {
                begin(AccessMode.RANGE, Math.max(0, key - 5), key + 5, 6);
                assertNull(fetch());
                int insert = transaction.context().insert(TABLE, key);
                assertNull(local.fetch(step, insert, 0));
                transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
                long last = transaction.key(insert - 1);
                if (disturbed && model.containsKey(last) && transaction.rangeOf(insert - 1) == 0) {
                    change(last, null);
                    AbortReason failure = local.lockWrites(step);
                    failure = failure == null ? local.insert(step) : failure;
                    failure = failure == null ? validate() : failure;
                    assertTrue(
                            failure != null, "key " + last + " was removed unnoticed beside an own insert of " + key);
                } else {
                    assertNull(local.lockWrites(step));
                    assertNull(local.insert(step));
                    assertNull(validate(), "own insert of " + key);
                }
                local.release(step);
            }
        }
        assertTrue(own > 5, own + " own inserts");
    }
}
