// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.InsertJournal;
import org.breadboard.kit.table.LocalRecovery;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

/** What a crash leaves of an ordered table, and what recovery makes of it; the protocol's logs are the test's. */
class LocalRecoveryTest {
    private static final int ALL = 64;
    private static final RecoveryId ID = new RecoveryId(0, 1, 1);

    private final FreeStep step = new FreeStep();
    private final LocalTestbed bed = new LocalTestbed(ALL, 4);
    private final LocalTable[] primary = {bed.primary};
    private final TestNode node = new TestNode();

    /** One partition, whose primary is node 0. */
    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public int partition(int table, long key) {
            return 0;
        }

        @Override
        public int replicas() {
            return 2;
        }

        @Override
        public int node(int partition, int index) {
            return index;
        }
    };

    /** There are no other tables, and no logs. */
    private static final class NoOthers implements RecoverySource {
        @Override
        public boolean release(Step step) {
            return true;
        }

        @Override
        public boolean scan(Step step, LogSink sink) {
            return true;
        }

        @Override
        public long lockUnit(int table, long key) {
            throw new AssertionError("table " + table + " is ordered");
        }

        @Override
        public void lock(Step step, int table, int partition, long lockUnit) {
            throw new AssertionError("table " + table + " is ordered");
        }

        @Override
        public void unlock(Step step, int table, int partition, long lockUnit) {
            throw new AssertionError("table " + table + " is ordered");
        }

        @Override
        public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
            throw new AssertionError("these are writes to ordered tables: " + writes);
        }

        @Override
        public void finished(Step step) {}
    }

    private RecoverySource recovery(LocalTable... tables) {
        node.reconfigured();
        return LocalRecovery.of(node, PLACEMENT, tables, new MemoryCost(100, 25), new NoOthers());
    }

    private void release(RecoverySource recovery) {
        int tries = 0;
        while (!recovery.release(step)) {
            assertTrue(++tries < 1_000, "it never ends");
        }
    }

    private InsertJournal journal() {
        return InsertJournal.of(node, PLACEMENT, primary, 2, 2);
    }

    /** Inserts keys, and stops before it validates. */
    private LocalTransaction inserting(InsertJournal.Lane lane, long... keys) {
        LocalTransaction local = new LocalTransaction(LocalTestbed.hands(bed.primary), lane);
        Transaction transaction = new Transaction();
        transaction.input().begin(0, LocalTestbed.LOGIC);
        local.begin(transaction);
        for (long key : keys) {
            int insert = transaction.context().insert(0, key);
            assertNull(local.fetch(step, insert, 0));
            transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
        }
        assertNull(local.lockWrites(step));
        assertNull(local.insert(step));
        local.installed();
        return local;
    }

    private static Set<Long> keys(LocalTable table) {
        return LocalTestbed.content(table).keySet();
    }

    private static RecoveredWrite insert(long key, long version) {
        return new RecoveredWrite(0, 0, key, version, false, new byte[LocalTestbed.VALUE_BYTES]);
    }

    @Test
    void shouldRemoveWhatWasInsertedAndNeitherCommittedNorTakenBack() {
        InsertJournal journal = journal();
        inserting(InsertJournal.lane(journal, 0, 1), 3).install(step);
        inserting(InsertJournal.lane(journal, 1, 0), 4).release(step);
        inserting(InsertJournal.lane(journal, 0, 0), 1, 2);
        assertEquals(Set.of(1L, 2L, 3L), keys(bed.primary));
        RecoverySource recovery = recovery(primary);
        release(recovery);
        assertEquals(Set.of(3L), keys(bed.primary));
        assertEquals(0, bed.primary.locked(0, true));
        assertEquals(1, LocalTestbed.versions(bed.primary).get(3L), "its version stays");
    }

    /** Recovery begins again if a machine crashes meanwhile; what was inserted once more since is committed. */
    @Test
    void shouldNotRemoveAgainWhatHasCommittedSince() {
        inserting(InsertJournal.lane(journal(), 0, 0), 1);
        release(recovery(primary));
        RecoverySource recovery = recovery(primary);
        recovery.apply(step, ID, 1, List.of(insert(1, 1)));
        release(recovery(primary));
        assertEquals(Set.of(1L), keys(bed.primary));
    }

    /** A copy of a primary's memory has its locks, and what it had inserted. */
    @Test
    void shouldBringACopyIntoOrderByTheJournalThatCameWithIt() {
        inserting(InsertJournal.lane(journal(), 1, 1), 5);
        node.isNow(1);
        release(recovery(primary));
        assertEquals(Set.of(), keys(bed.primary));
        assertEquals(0, bed.primary.locked(0, true));
    }

    @Test
    void shouldApplyWhatIsUnderOneHeaderInTheOrderOfVersions() {
        long header = bed.primary.store().headerAddress(0);
        assertEquals(header, bed.primary.store().headerAddress(64), "these keys are to share a header");
        RecoverySource recovery = recovery(primary);
        recovery.apply(step, ID, 1, List.of(insert(64, 2)));
        assertEquals(Set.of(), keys(bed.primary));
        IllegalStateException missing = assertThrows(IllegalStateException.class, () -> recovery.finished(step));
        assertTrue(missing.getMessage().contains("no log has what comes before"), missing.getMessage());
        recovery.apply(step, new RecoveryId(0, 2, 1), 2, List.of(insert(0, 1), insert(1, 1)));
        assertEquals(Set.of(0L, 1L, 64L), keys(bed.primary));
        assertEquals(2, LocalTestbed.versions(bed.primary).get(0L));
        recovery.apply(step, ID, 1, List.of(insert(64, 2)));
        recovery.finished(step);
        assertEquals(2, LocalTestbed.versions(bed.primary).get(64L), "once more does no harm");
    }

    /** Who searched a range now would miss what an undecided transaction turns out to have inserted there. */
    @Test
    void shouldLetNobodySearchRangesOfAPartitionInWhichSomethingIsUndecided() {
        RecoverySource recovery = recovery(primary);
        long unit = recovery.lockUnit(0, 5);
        recovery.lock(step, 0, 0, unit);
        assertSame(AbortReason.LOCKED, searched());
        recovery.apply(step, ID, 1, List.of(insert(5, 1)));
        assertSame(AbortReason.LOCKED, searched());
        recovery.unlock(step, 0, 0, unit);
        assertNull(searched());
        assertEquals(0, bed.primary.locked(0, true));
    }

    private AbortReason searched() {
        LocalTransaction local = new LocalTransaction(LocalTestbed.hands(bed.primary));
        Transaction transaction = new Transaction();
        transaction.input().begin(0, LocalTestbed.LOGIC);
        local.begin(transaction);
        return local.fetch(step, transaction.context().range(0, 20, 30, 10), 0);
    }

    @Test
    void shouldRefuseWhatItCannotRecover() {
        Store map = IndexType.MAP.create(ALL, LocalTestbed.VALUE_BYTES, null);
        Region region = TestParts.region("map", map.regionBytes(), Lifetime.SURVIVES_CRASH, map.layout());
        LocalTable table = new LocalTable("rows", map, LocalTestbed.VALUE_BYTES, new Region[] {region});
        String refusal =
                assertThrows(RefusedException.class, () -> recovery(table)).getMessage();
        assertTrue(refusal.contains("table rows") && refusal.contains("header words"), refusal);
        long[] many = new long[InsertJournal.MOST + 1];
        Arrays.setAll(many, i -> i);
        LocalTestbed large = new LocalTestbed(many.length, 4);
        LocalTransaction local =
                new LocalTransaction(LocalTestbed.hands(large.primary), InsertJournal.lane(journal(), 0, 0));
        Transaction transaction = new Transaction();
        transaction.input().begin(0, LocalTestbed.LOGIC);
        local.begin(transaction);
        for (long key : many) {
            int insert = transaction.context().insert(0, key);
            assertNull(local.fetch(step, insert, 0));
            transaction.context().newValue(insert, LocalTestbed.VALUE_BYTES);
        }
        assertNull(local.lockWrites(step));
        assertTrue(assertThrows(RefusedException.class, () -> local.insert(step))
                .getMessage()
                .contains("more than 255 records"));
    }
}
