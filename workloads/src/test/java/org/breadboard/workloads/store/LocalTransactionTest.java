// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.LocalHeader;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions whose calls are interleaved at random, against a map to which each is applied at the instant of its
 * validation.
 */
class LocalTransactionTest {
    private static final int KEYS = 160;
    private static final int CONTEXTS = 6;
    private static final int THREADS = 3;
    private static final int CALLS = 60_000;

    private final FreeStep step = new FreeStep();
    private final TreeMap<Long, Long> model = new TreeMap<>();
    private final TreeMap<Long, Long> headerVersions = new TreeMap<>();
    private final Map<AbortReason, Integer> aborts = new TreeMap<>();
    private LocalTestbed bed;
    private RandomStream random;
    private String seed;
    private long written;
    private long keyStep;
    private int committed;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldBeSerialWhereEachIsValidated(long number) {
        seed = "seed " + number;
        random = TestParts.random(number, 0);
        // Keys that are 16 apart share a few headers.
        keyStep = number % 3 == 0 ? 16 : 1;
        bed = new LocalTestbed(KEYS + 40, 4 + (int) number % 3);
        List<ArrayDeque<List<LocalTestbed.Write>>> rings = new ArrayList<>();
        LocalRecords[] backups = new LocalRecords[THREADS];
        for (int thread = 0; thread < THREADS; thread++) {
            rings.add(new ArrayDeque<>());
            backups[thread] = LocalTestbed.hands(bed.backup);
        }
        Client[] clients = new Client[CONTEXTS];
        for (int i = 0; i < CONTEXTS; i++) {
            clients[i] = new Client(LocalTestbed.hands(bed.primary), rings.get(i % THREADS), number % 2 == 0);
        }
        for (int call = 0; call < CALLS; call++) {
            clients[random.nextInt(CONTEXTS)].call();
            int thread = random.nextInt(THREADS);
            if (!rings.get(thread).isEmpty() && random.nextInt(8) == 0) {
                LocalTestbed.applyOne(step, rings.get(thread), backups[thread]);
            }
        }
        for (Client client : clients) {
            client.finish();
        }
        for (int tries = 0; rings.stream().anyMatch(ring -> !ring.isEmpty()); tries++) {
            assertTrue(tries < 1_000_000, seed + ": the backups wait for each other");
            int thread = random.nextInt(THREADS);
            if (!rings.get(thread).isEmpty()) {
                LocalTestbed.applyOne(step, rings.get(thread), backups[thread]);
            }
        }
        assertEquals(model, LocalTestbed.content(bed.primary), seed);
        assertEquals(model, LocalTestbed.content(bed.backup), seed);
        assertEquals(LocalTestbed.versions(bed.primary), LocalTestbed.versions(bed.backup), seed);
        assertTrue(committed > 2_000, seed + ": " + committed + " committed, aborted " + aborts);
        assertTrue(
                aborts.get(AbortReason.VALIDATION) > 50 && aborts.get(AbortReason.LOCKED) > 50, seed + ": " + aborts);
        assertTrue(step.busyNs() > 0);
    }

    /** A coordinator that does one call each time. */
    private final class Client {
        private final Transaction transaction = new Transaction();
        private final LocalTransaction local;
        private final ArrayDeque<List<LocalTestbed.Write>> ring;
        private final boolean locksFirst;
        private int stage;
        private int fetched;

        Client(LocalRecords hands, ArrayDeque<List<LocalTestbed.Write>> ring, boolean locksFirst) {
            local = new LocalTransaction(hands);
            this.ring = ring;
            this.locksFirst = locksFirst;
        }

        void call() {
            switch (stage) {
                case 0 -> begin();
                case 1 -> fetch();
                case 2 -> next(local.lockWrites(step));
                case 3 -> next(local.insert(step));
                case 4 -> validate();
                default -> install();
            }
        }

        private void begin() {
            transaction.input().begin(0, LocalTestbed.LOGIC);
            local.begin(transaction);
            fetched = 0;
            int accesses = 1 + random.nextInt(4);
            for (int i = 0; i < accesses; i++) {
                declare();
            }
            stage = 1;
        }

        private void declare() {
            long key = random.nextInt(KEYS) * keyStep;
            long end = key + random.nextInt(30) * keyStep;
            int kind = random.nextInt(10);
            switch (kind) {
                case 0 -> transaction.context().min(0, key, end);
                case 1 -> transaction.context().max(0, key, end);
                case 2, 3 -> transaction.context().range(0, key, end, 1 + random.nextInt(12));
                default -> {
                    for (int i = 0; i < transaction.accesses(); i++) {
                        if (!transaction.mode(i).ranges() && transaction.key(i) == key) {
                            return;
                        }
                    }
                    switch (kind) {
                        case 4 -> transaction.context().read(0, key);
                        case 5 -> transaction.context().update(0, key);
                        case 6, 7 -> transaction.context().delete(0, key);
                        default -> transaction.context().insert(0, key);
                    }
                }
            }
        }

        private void fetch() {
            while (fetched < transaction.accesses() && transaction.rangeOf(fetched) >= 0) {
                fetched++;
            }
            if (fetched == transaction.accesses()) {
                write();
                stage = 2;
                return;
            }
            AbortReason failure = null;
            if (locksFirst && transaction.mode(fetched).writes()) {
                failure = local.lock(step, fetched, LocalTestbed.PARTITION);
            }
            failure = failure == null ? local.fetch(step, fetched++, LocalTestbed.PARTITION) : failure;
            if (failure != null) {
                abort(failure);
            }
        }

        private void write() {
            for (int i = 0; i < transaction.accesses(); i++) {
                boolean found = transaction.found(i);
                switch (transaction.mode(i)) {
                    case INSERT -> put(i, !found || random.nextInt(4) == 0);
                    case UPDATE -> put(i, found);
                    case DELETE -> {
                        if (random.nextInt(8) != 0) {
                            transaction.context().remove(i);
                        }
                    }
                    default -> {}
                }
            }
        }

        private void put(int access, boolean wanted) {
            if (wanted) {
                transaction.context().newValue(access, LocalTestbed.VALUE_BYTES);
                transaction.context().putLong(access, 0, ++written);
            }
        }

        private void next(AbortReason failure) {
            if (failure == null) {
                stage++;
            } else {
                abort(failure);
            }
        }

        private void abort(AbortReason reason) {
            aborts.merge(reason, 1, Integer::sum);
            local.release(step);
            stage = 0;
        }

        private void validate() {
            if (random.nextInt(20) == 0) {
                abort(AbortReason.APPLICATION);
                return;
            }
            AbortReason failure = local.validate(step);
            if (failure != null) {
                abort(failure);
                return;
            }
            for (int i = 0; i < transaction.accesses(); i++) {
                assertReadIsCurrent(i);
            }
            local.installed();
            for (int i = 0; i < transaction.accesses(); i++) {
                apply(i);
            }
            checkVersions();
            ring.add(LocalTestbed.log(transaction, local));
            committed++;
            stage = 5;
        }

        private void assertReadIsCurrent(int access) {
            if (transaction.mode(access).ranges()) {
                assertRangeIsCurrent(access);
            } else if (transaction.rangeOf(access) < 0) {
                Long value = model.get(transaction.key(access));
                assertEquals(value != null, transaction.found(access), () -> seed + ", access " + access);
                assertEquals(value, read(access), () -> seed + ", access " + access);
            }
        }

        private Long read(int access) {
            return transaction.found(access)
                    ? org.breadboard.api.memory.Bytes.getLong(transaction.values(), transaction.readAt(access))
                    : null;
        }

        private void assertRangeIsCurrent(int range) {
            NavigableMap<Long, Long> within =
                    model.subMap(transaction.key(range), true, transaction.highKey(range), true);
            NavigableMap<Long, Long> ordered =
                    transaction.mode(range) == AccessMode.MAX ? within.descendingMap() : within;
            List<Long> expected = new ArrayList<>();
            ordered.forEach((key, value) -> {
                if (expected.size() < 2 * transaction.limit(range)) {
                    expected.add(key);
                    expected.add(value);
                }
            });
            List<Long> seen = new ArrayList<>();
            for (int i = 0; i < transaction.accesses(); i++) {
                if (transaction.rangeOf(i) == range) {
                    seen.add(transaction.key(i));
                    seen.add(read(i));
                }
            }
            assertEquals(expected, seen, () -> seed + ", range " + range);
            assertEquals(!seen.isEmpty(), transaction.found(range));
        }

        private void apply(int access) {
            if (transaction.written(access)) {
                if (transaction.mode(access) == AccessMode.DELETE) {
                    model.remove(transaction.key(access));
                } else {
                    model.put(transaction.key(access), transaction.context().getLong(access, 0));
                }
            }
        }

        /** One version for all writes of a transaction under a header, one above the header's last. */
        private void checkVersions() {
            TreeMap<Long, Long> mine = new TreeMap<>();
            for (int i = 0; i < transaction.accesses(); i++) {
                if (transaction.written(i)) {
                    long header = bed.primary.store().headerAddress(transaction.key(i));
                    long version = transaction.installedVersion(i);
                    assertEquals(headerVersions.getOrDefault(header, 0L) + 1, version, seed);
                    mine.put(header, version);
                }
            }
            headerVersions.putAll(mine);
        }

        private void install() {
            local.install(step);
            stage = 0;
        }

        void finish() {
            if (stage == 5) {
                install();
            } else if (stage > 0) {
                abort(AbortReason.APPLICATION);
            }
        }
    }

    @Test
    void shouldSeePhantomsBetweenTwoThatInsertIntoEachOthersRanges() {
        bed = new LocalTestbed(64, 4);
        Transaction one = new Transaction();
        Transaction other = new Transaction();
        LocalTransaction first = skewed(one, 0, 40);
        LocalTransaction second = skewed(other, 40, 0);
        assertNull(first.insert(step));
        assertEquals(
                AbortReason.VALIDATION, second.insert(step), "it walks its range again, and meets the first's record");
        assertEquals(AbortReason.VALIDATION, first.validate(step), "the second's record is still there");
        first.release(step);
        second.release(step);
        assertTrue(LocalTestbed.content(bed.primary).isEmpty());
    }

    /**
     * Searches ten keys from {@code range}, finds none, and has locked a key among those from {@code target}, to insert
     * it.
     */
    private LocalTransaction skewed(Transaction transaction, long range, long target) {
        LocalTransaction local = new LocalTransaction(LocalTestbed.hands(bed.primary));
        transaction.input().begin(0, LocalTestbed.LOGIC);
        local.begin(transaction);
        int search = transaction.context().range(0, range, range + 9, 10);
        int insert = transaction.context().insert(0, target + 5);
        assertNull(local.fetch(step, search, LocalTestbed.PARTITION));
        assertNull(local.fetch(step, insert, LocalTestbed.PARTITION));
        transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
        assertNull(local.lockWrites(step));
        return local;
    }

    @Test
    void shouldNotTripOverItsOwnInsertsAndSplits() {
        bed = new LocalTestbed(64, 4);
        LocalTransaction local = new LocalTransaction(LocalTestbed.hands(bed.primary));
        for (int turn = 0; turn < 3; turn++) {
            Transaction transaction = new Transaction();
            transaction.input().begin(0, LocalTestbed.LOGIC);
            local.begin(transaction);
            assertNull(local.fetch(step, transaction.context().range(0, 0, 63, 64), 0));
            assertNull(local.fetch(step, transaction.context().max(0, 0, 63), 0));
            assertNull(local.fetch(step, transaction.context().min(0, 0, 63), 0));
            for (int i = 0; i < 10; i++) {
                int insert = transaction.context().insert(0, 3 * i + turn);
                assertNull(local.fetch(step, insert, 0));
                transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
            }
            assertNull(local.lockWrites(step));
            assertNull(local.insert(step));
            assertNull(local.validate(step));
            local.installed();
            local.install(step);
            assertEquals(10 * (turn + 1), LocalTestbed.content(bed.primary).size());
        }
    }

    @Test
    void shouldLeaveAnotherWordOfTheSameVersionWhereAnInsertWasTakenBack() {
        bed = new LocalTestbed(64, 4);
        LocalTransaction local = skewed(new Transaction(), 0, 40);
        assertNull(local.insert(step));
        local.release(step);
        long word = bed.primary.region(0).getLong(bed.primary.store().headerAddress(45));
        assertEquals(0, LocalHeader.version(word));
        assertTrue(word != 0 && !LocalHeader.isLocked(word));
        assertEquals(0, LocalHeader.takenBack(0xfffe), "the count begins again without touching the version");
    }

    @Test
    void shouldGiveBackEverythingWhenTheTableIsFull() {
        bed = new LocalTestbed(4, 4);
        LocalTransaction local = new LocalTransaction(LocalTestbed.hands(bed.primary));
        Transaction transaction = new Transaction();
        transaction.input().begin(0, LocalTestbed.LOGIC);
        local.begin(transaction);
        for (int i = 0; i < 6; i++) {
            int insert = transaction.context().insert(0, i);
            assertNull(local.fetch(step, insert, 0));
            transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
        }
        assertNull(local.lockWrites(step));
        assertEquals(AbortReason.EXHAUSTED, local.insert(step));
        local.release(step);
        assertTrue(LocalTestbed.content(bed.primary).isEmpty());
    }

    @Test
    void shouldLetABackupWaitForRoomAndForWhatComesBefore() {
        bed = new LocalTestbed(2, 4);
        LocalRecords backup = LocalTestbed.hands(bed.backup);
        byte[] value = new byte[LocalTestbed.VALUE_BYTES];
        assertTrue(new LocalTestbed.Write(1, 1, true, false, value).apply(step, backup));
        assertTrue(new LocalTestbed.Write(2, 1, true, false, value).apply(step, backup));
        LocalTestbed.Write third = new LocalTestbed.Write(3, 1, true, false, value);
        assertTrue(!third.apply(step, backup), "there is no room");
        assertTrue(!new LocalTestbed.Write(1, 3, true, true, value).apply(step, backup), "version 2 is missing");
        assertTrue(new LocalTestbed.Write(1, 2, true, true, value).apply(step, backup));
        assertTrue(new LocalTestbed.Write(1, 2, true, true, value).apply(step, backup), "once more does no harm");
        assertTrue(third.apply(step, backup));
        assertEquals(
                List.of(2L, 3L), List.copyOf(LocalTestbed.content(bed.backup).keySet()));
    }

    @Test
    void shouldApplyAWriteAsTheNextOfItsHeader() {
        bed = new LocalTestbed(2, 4);
        LocalRecords hands = LocalTestbed.hands(bed.primary);
        assertEquals(1, next(hands, AccessMode.INSERT, 1, true));
        assertEquals(1, next(hands, AccessMode.UPDATE, 1, false), "others of its header follow");
        assertEquals(2, next(hands, AccessMode.UPDATE, 1, true));
        assertThrows(IllegalStateException.class, () -> next(hands, AccessMode.INSERT, 1, true));
    }

    @Test
    void shouldLetTheNextWriteWaitForLocksAndForRoom() {
        bed = new LocalTestbed(2, 4);
        LocalRecords hands = LocalTestbed.hands(bed.primary);
        assertEquals(1, next(hands, AccessMode.INSERT, 1, true));
        assertEquals(1, next(hands, AccessMode.INSERT, 2, true));
        assertEquals(LocalRecords.NOT_NOW, next(hands, AccessMode.INSERT, 3, true), "there is no room");
        long header = bed.primary.store().headerAddress(1);
        bed.primary.region(0).putLong(header, LocalHeader.locked(LocalHeader.of(1)));
        assertEquals(LocalRecords.NOT_NOW, next(hands, AccessMode.DELETE, 1, true), "somebody has it");
        bed.primary.region(0).putLong(header, LocalHeader.of(1));
        assertEquals(2, next(hands, AccessMode.DELETE, 1, true));
        assertEquals(1, next(hands, AccessMode.INSERT, 3, true), "nobody has locked it meanwhile");
        assertEquals(
                List.of(2L, 3L), List.copyOf(LocalTestbed.content(bed.primary).keySet()));
    }

    private long next(LocalRecords hands, AccessMode mode, long key, boolean last) {
        return hands.applyNext(step, mode, 0, 0, key, last, new byte[LocalTestbed.VALUE_BYTES], 0);
    }

    @Test
    void shouldSayWhatIsMissingOrElsewhere() {
        TableSpec table = new TableSpec(0, "orders", 8, 10, true);
        RefusedException missing =
                assertThrows(RefusedException.class, () -> LocalTable.orderedStore(List.of(IndexType.MAP), table, 10));
        assertTrue(missing.getMessage().contains("table orders")
                && missing.getMessage().contains("in the order of keys"));
        assertInstanceOf(
                BPlusTreeStore.class, LocalTable.orderedStore(List.of(IndexType.MAP, new BPlusTreeType()), table, 10));
        bed = new LocalTestbed(4, 4);
        String elsewhere = bed.primary.elsewhere(2, 5).getMessage();
        assertTrue(elsewhere.contains("node 2") && elsewhere.contains("node 5"), elsewhere);
    }
}
