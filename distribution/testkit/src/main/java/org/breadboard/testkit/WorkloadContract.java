// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.reach.OrderedUse;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.testkit.rules.LogicRules;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.Test;

/**
 * What a workload promises: it is a pure function of settings, key and random stream, its transactions keep within what
 * they declare, and its invariants hold of right states and not of wrong ones. A subclass names the workload and may
 * change its settings and size; every failure names the seed.
 */
public abstract class WorkloadContract {
    private static final long SEED = 20_260_101;
    private static final int TRANSACTIONS = 10_000;
    private static final int PURE_TRANSACTIONS = 1_000;

    /** For subclasses. */
    protected WorkloadContract() {}

    /** The kind of workload under test. */
    protected abstract WorkloadType type();

    /** The settings under test; by default the declared defaults. */
    protected Settings settings() {
        return Settings.defaultsOf(type().settings());
    }

    /** By how much the population shrinks, such that a test holds it in maps: some thousand records. */
    protected double scale() {
        return 0.0005;
    }

    /** Whether invariants notice a change of one bit of a byte of a table's values. By default all of them. */
    protected boolean guarded(TableSpec table, int byteIndex) {
        return true;
    }

    /** The workload under test, for a cluster of three nodes with two threads each. */
    protected final Workload workload() {
        return type().create(settings(), 3, 2, scale());
    }

    @Test
    void shouldDeclareLegalSettings() {
        SettingRules.check(type().id(), type().settings());
    }

    @Test
    void shouldDeclareTablesAndTransactionsConsistently() {
        Workload workload = workload();
        Set<String> names = new HashSet<>();
        for (int id = 0; id < workload.tables().size(); id++) {
            TableSpec table = workload.tables().get(id);
            assertEquals(id, table.id(), "a table's id is its index");
            assertTrue(names.add(table.name()), "two tables are named " + table.name());
            assertTrue(table.valueBytes() > 0, table.name() + " has values without bytes");
        }
        names.clear();
        for (TransactionLogic logic : workload.transactions()) {
            assertTrue(names.add(logic.name()), "two types of transactions are named " + logic.name());
            assertTrue(logic.computeNs() >= 0, logic.name() + " costs less than nothing");
            assertTrue(logic.externalStateBytes() >= 0, logic.name() + " has a negative external state");
        }
        assertFalse(workload.invariants().isEmpty(), "a workload without an invariant checks nothing of its own");
    }

    @Test
    void shouldPopulateAsAPureFunctionOfTheKey() {
        Workload workload = workload();
        Workload again = workload();
        for (TableSpec table : workload.tables()) {
            Population population = workload.population(table.id());
            Population other = again.population(table.id());
            assertEquals(population.candidates(), other.candidates());
            Set<Long> keys = new HashSet<>();
            long records = 0;
            for (long index = population.candidates() - 1; index >= 0; index--) {
                long key = population.key(index);
                assertTrue(keys.add(key), table.name() + " has two candidates with the key " + key);
                byte[] value = new byte[table.valueBytes()];
                byte[] same = new byte[table.valueBytes()];
                boolean present = population.value(key, value);
                assertEquals(present, other.value(key, same), table.name() + ", key " + key);
                assertEquals(present, population.exists(key, same.clone()), table.name() + ": whether there is " + key);
                if (present) {
                    assertArrayEquals(value, same, table.name() + ", key " + key);
                    records++;
                }
            }
            assertTrue(records <= table.capacity(), table.name() + " begins beyond its capacity with " + records);
        }
    }

    @Test
    void shouldKnowWhichRecordsAreThereInitially() {
        // The checker asks for keys that a run has met, whatever the candidates are.
        Workload workload = workload();
        SerialBench initial = new SerialBench(workload);
        SerialBench bench = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            bench.execute(draw.next());
        }
        for (TableSpec table : workload.tables()) {
            for (long key : bench.rows(table.id()).keySet()) {
                assertEquals(
                        initial.value(table.id(), key) != null,
                        workload.population(table.id()).value(key, new byte[table.valueBytes()]),
                        table.name() + ", key " + key + ": whether it is there before the first transaction");
            }
        }
    }

    @Test
    void shouldPlaceRecordsByAPureFunctionOfTheKey() {
        Workload workload = workload();
        Workload again = workload();
        for (TableSpec table : workload.tables()) {
            Population population = workload.population(table.id());
            for (long index = 0; index < population.candidates(); index++) {
                long key = population.key(index);
                int partition = workload.partition(table.id(), key, 3);
                assertTrue(
                        partition == Workload.BY_HASH || (partition >= 0 && partition < 3),
                        table.name() + ", key " + key + " is placed in partition " + partition + " of 3");
                assertEquals(partition, again.partition(table.id(), key, 3), table.name() + ", key " + key);
            }
        }
    }

    @Test
    void shouldKeepWhatIsOrderedOnTheNodeOfItsClient() {
        Workload workload = workload();
        OrderedUse use = new OrderedUse(workload, 3);
        for (TableSpec table : workload.tables()) {
            assertNull(use.unordered(table.id()), "a range needs a TableSpec that says that the table is ordered");
            assertNull(
                    use.apart(table.id()),
                    "Workload.partition has to place the keys of a range together, or TableSpec has to say that they are"
                            + " spread");
            assertNull(
                    use.elsewhere(table.id()),
                    "protocols have ordered tables for clients on the node of a record only; Workload.partition has to"
                            + " place what a client uses on its node");
        }
    }

    @Test
    void shouldHoldItsInvariantsInitially() {
        assertEquals(List.of(), new SerialBench(workload()).violations());
    }

    @Test
    void shouldHoldItsInvariantsAndCapacitiesAfterASerialExecution() {
        Workload workload = workload();
        SerialBench bench = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        Set<String> drawn = new TreeSet<>();
        Set<String> committed = new TreeSet<>();
        for (int i = 0; i < TRANSACTIONS; i++) {
            Transaction transaction = draw.next();
            drawn.add(transaction.logic().name());
            if (bench.execute(transaction)) {
                committed.add(transaction.logic().name());
            }
            for (int access = 0; access < transaction.accesses(); access++) {
                TableSpec table = workload.tables().get(transaction.table(access));
                assertTrue(bench.records(table.id()) <= table.capacity(), table.name() + " exceeds its capacity");
                assertTrue(
                        transaction.mode(access) != AccessMode.DELETE || workload.removes(table.id()),
                        transaction.logic().name() + " removes records of " + table.name()
                                + ", and Workload.removes denies it");
            }
        }
        assertEquals(drawn, committed, "types of transactions that were drawn, and those that ever commit");
        assertEquals(List.of(), bench.violations(), "seed " + SEED);
        assertEquals(List.of(), bench.violations(key -> true), "told of all records, seed " + SEED);
        assertEquals(List.of(), bench.violations(key -> (key & 1) == 0), "told of half of them, seed " + SEED);
    }

    @Test
    void shouldNoticeTamperedRecords() {
        Workload workload = workload();
        SerialBench bench = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            bench.execute(draw.next());
        }
        for (TableSpec table : workload.tables()) {
            List<Long> keys = new ArrayList<>(bench.rows(table.id()).keySet());
            for (long key : List.of(keys.get(0), keys.get(keys.size() / 2))) {
                tamper(bench, table, key);
            }
        }
        assertEquals(List.of(), bench.violations(), "after everything was put back");
    }

    private void tamper(SerialBench bench, TableSpec table, long key) {
        String where = table.name() + ", key " + key;
        byte[] value = bench.value(table.id(), key);
        for (int at = 0; at < value.length; at++) {
            if (guarded(table, at)) {
                value[at] ^= 1;
                assertNotEquals(
                        List.of(), bench.violations(), where + ": a bit of byte " + at + " was changed unnoticed");
                value[at] ^= 1;
            }
        }
        SerialBench.Row row = bench.replace(table.id(), key, null);
        assertNotEquals(List.of(), bench.violations(), where + ": it was removed unnoticed");
        bench.replace(table.id(), key, row);
    }

    @Test
    void shouldNoticeALostWrite() {
        Workload workload = workload();
        SerialBench bench = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        Set<String> tried = new HashSet<>();
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            Transaction transaction = draw.next();
            if (!bench.run(transaction)) {
                continue;
            }
            bench.account(transaction.account());
            int lost = -1;
            for (int access = 0; access < transaction.accesses(); access++) {
                // What a blind write replaces nobody knows, so that its loss is for the history to tell.
                if (lost < 0
                        && !transaction.isOverwrite(access)
                        && LogicRules.changes(transaction, access)
                        && tried.add(transaction.logic().name() + " " + access)) {
                    lost = access;
                } else {
                    bench.apply(transaction, access);
                }
            }
            if (lost >= 0) {
                String what = LogicRules.named(transaction) + ": " + LogicRules.describe(transaction, lost);
                assertNotEquals(List.of(), bench.violations(), what + " was lost unnoticed");
                assertNotEquals(List.of(), bench.violations(key -> true), what + " was lost unnoticed among all");
                bench.apply(transaction, lost);
            }
        }
        assertEquals(List.of(), bench.violations(), "after all writes");
    }

    @Test
    void shouldDrawTheSameTransactionsFromTheSameSeed() {
        Draw first = new Draw(workload(), SEED);
        Draw second = new Draw(workload(), SEED);
        Draw other = new Draw(workload(), SEED + 1);
        boolean differs = false;
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            String drawn = LogicRules.named(first.next());
            differs |= !LogicRules.named(other.next()).equals(drawn);
            assertEquals(drawn, LogicRules.named(second.next()), "draw " + i + " of seed " + SEED);
        }
        assertTrue(differs, "two seeds draw the same transactions");
    }

    @Test
    void shouldDrawWithoutAllocating() {
        Draw draw = new Draw(workload(), SEED);
        AllocationMeter.assertNone(type().id() + " draws", () -> draw.next());
    }

    @Test
    void shouldRunAsAPureFunctionOfInputAndReads() {
        Workload workload = workload();
        SerialBench bench = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        Draw disturbance = new Draw(workload, SEED + 1);
        Workload twin = workload();
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            Transaction transaction = draw.next();
            List<String> expected = trace(bench, transaction);
            Transaction elsewhere = new Transaction();
            TransactionInput input = transaction.input();
            elsewhere.input().begin(input.type(), twin.transactions().get(input.type()));
            for (int number = 0; number < input.lengthBytes() / Long.BYTES; number++) {
                elsewhere.input().put(input.number(number));
            }
            bench.run(disturbance.next());
            assertEquals(expected, trace(bench, transaction), LogicRules.named(transaction) + " run again");
            assertEquals(expected, trace(bench, elsewhere), LogicRules.named(transaction) + " run on another instance");
            bench.execute(transaction);
        }
    }

    @Test
    void shouldDecideEvenWhenReadsBelongToDifferentMoments() {
        // Optimistic protocols validate only after the logic has run: until then it may see records of different
        // moments.
        Workload workload = workload();
        SerialBench before = new SerialBench(workload);
        SerialBench after = new SerialBench(workload);
        Draw draw = new Draw(workload, SEED);
        for (int i = 0; i < TRANSACTIONS / 2; i++) {
            after.execute(draw.next());
        }
        RandomStream coin = new SeededStream(SEED, 3);
        for (int i = 0; i < TRANSACTIONS / 2; i++) {
            Transaction transaction = draw.next();
            before.run(
                    transaction,
                    (table, key) ->
                            (coin.nextInt(2) == 0 ? before : after).rows(table).get(key),
                    new ArrayList<>());
        }
    }

    @Test
    void shouldKeepItsInputWithinWhatItShips() {
        Draw draw = new Draw(workload(), SEED);
        for (int i = 0; i < PURE_TRANSACTIONS; i++) {
            Transaction transaction = draw.next();
            if (transaction.logic().shippable()) {
                assertTrue(
                        transaction.input().lengthBytes() <= transaction.logic().externalStateBytes(),
                        LogicRules.named(transaction) + " has more input than it declares as external state");
            }
        }
    }

    private static List<String> trace(SerialBench bench, Transaction transaction) {
        List<String> trace = new ArrayList<>();
        bench.run(transaction, (table, key) -> bench.rows(table).get(key), trace);
        return trace;
    }

    /** Draws transactions of one context, into one transaction that is used again and again. */
    private static final class Draw {
        private final Workload.Generator generator;
        private final RandomStream random;
        private final Transaction transaction = new Transaction();

        Draw(Workload workload, long seed) {
            generator = workload.generator(1, 1, new SpreadPlacement(3, 2));
            random = new SeededStream(seed, 1);
        }

        Transaction next() {
            generator.next(random, transaction.input());
            return transaction;
        }
    }
}
