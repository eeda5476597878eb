// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.rules.LogicRules;

/**
 * Runs the transactions of a workload one after another on plain maps: what a protocol would do if there were one
 * client and nothing could go wrong. On the way it holds the workload to what {@link Transaction} asks of a logic, and
 * throws an {@link AssertionError} that says what is wrong. One thread.
 */
public final class SerialBench {
    private static final int MOST_ROUNDS = 1_000;

    private final Workload workload;
    private final List<NavigableMap<Long, Row>> tables = new ArrayList<>();
    private final List<NavigableMap<Long, byte[]>> firsts = new ArrayList<>();
    /** The keys of each table of which the record may be another than at first. */
    private final List<NavigableSet<Long>> touched = new ArrayList<>();

    private long account;

    /** A bench that holds the workload's initial state. */
    public SerialBench(Workload workload) {
        this.workload = workload;
        for (TableSpec table : workload.tables()) {
            NavigableMap<Long, Row> rows = new TreeMap<>();
            NavigableMap<Long, byte[]> first = first(table);
            first.forEach((key, value) -> rows.put(key, new Row(value.clone(), 0)));
            firsts.add(first);
            tables.add(rows);
            touched.add(new TreeSet<>());
        }
    }

    /** Runs a transaction and, if it commits, applies its writes. Returns whether it committed. */
    public boolean execute(Transaction transaction) {
        if (!run(transaction)) {
            return false;
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            apply(transaction, access);
        }
        account += transaction.account();
        return true;
    }

    /** Runs a transaction without applying anything. Returns whether it would commit. */
    public boolean run(Transaction transaction) {
        return run(transaction, (table, key) -> rows(table).get(key), new ArrayList<>());
    }

    /** Runs it and adds a line for each thing that the logic did. */
    boolean run(Transaction transaction, Reader reader, List<String> trace) {
        transaction.reset();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int declared = transaction.accesses();
            Decision decision = transaction.run(round);
            trace.add("round " + round + ": " + decision);
            LogicRules.checkDeclared(workload, transaction, declared);
            for (int access = declared; access < transaction.accesses(); access++) {
                trace.add(LogicRules.describe(transaction, access));
            }
            if (decision == Decision.FETCH) {
                answer(transaction, declared, reader);
            } else {
                if (decision == Decision.COMMIT) {
                    LogicRules.checkCommit(workload, transaction);
                    LogicRules.describeWrites(transaction, trace);
                    trace.add("account " + transaction.account());
                }
                return decision == Decision.COMMIT;
            }
        }
        throw new AssertionError(LogicRules.named(transaction) + " has not decided after " + MOST_ROUNDS + " rounds");
    }

    /** Applies one write of a transaction that ran; nothing if the access wrote nothing. */
    void apply(Transaction transaction, int access) {
        if (!transaction.written(access)) {
            return;
        }
        long version = transaction.readVersion(access) + 1;
        transaction.installed(access, version);
        Row row = transaction.mode(access) == AccessMode.DELETE
                ? null
                : new Row(LogicRules.newValue(transaction, access), version);
        replace(transaction.table(access), transaction.key(access), row);
    }

    /** Replaces a record. Null stands for none. Returns what was there. */
    Row replace(int table, long key, Row row) {
        touched.get(table).add(key);
        NavigableMap<Long, Row> rows = tables.get(table);
        return row == null ? rows.remove(key) : rows.put(key, row);
    }

    /** Adds to the sum that invariants compare with. */
    void account(long delta) {
        account += delta;
    }

    /** What the invariants find wrong with the present state, each with its name; empty if all hold. */
    public List<String> violations() {
        return violations(table -> Set.of(), key -> false);
    }

    /** The same, where a check of changes is told of these records as well, also if they are as they were. */
    List<String> violations(LongPredicate also) {
        return violations(table -> firsts.get(table).keySet(), also);
    }

    private List<String> violations(IntFunction<Collection<Long>> untouched, LongPredicate also) {
        List<List<Change>> changes = new ArrayList<>();
        for (int table = 0; table < tables.size(); table++) {
            Set<Long> keys = new TreeSet<>(touched.get(table));
            untouched.apply(table).stream().filter(also::test).forEach(keys::add);
            changes.add(changes(table, keys, also));
        }
        List<String> violations = new ArrayList<>();
        for (Invariant invariant : workload.invariants()) {
            String violation = violation(invariant, changes);
            if (violation != null) {
                violations.add(invariant.name() + ": " + violation);
            }
        }
        return violations;
    }

    /** What is another than at first, is there no more, or was not; and others that were at first. */
    private List<Change> changes(int table, Set<Long> keys, LongPredicate also) {
        List<Change> changes = new ArrayList<>();
        for (long key : keys) {
            byte[] was = firsts.get(table).get(key);
            Row row = tables.get(table).get(key);
            byte[] is = row == null ? null : row.value();
            if (!Arrays.equals(was, is) || (was != null && also.test(key))) {
                changes.add(new Change(key, was, is));
            }
        }
        return changes;
    }

    /** What is wrong, or null; a check of changes is told of these, of each table. */
    private String violation(Invariant invariant, List<List<Change>> changed) {
        Invariant.Check check = invariant.begin();
        for (int table = 0; table < tables.size(); table++) {
            if (check instanceof Invariant.Changes changes) {
                for (Change change : changed.get(table)) {
                    change.tell(changes, table);
                }
            } else {
                int id = table;
                tables.get(table)
                        .forEach((key, row) -> check.record(id, key, row.value().clone()));
            }
        }
        return check.violation(account);
    }

    private NavigableMap<Long, byte[]> first(TableSpec table) {
        NavigableMap<Long, byte[]> first = new TreeMap<>();
        Population population = workload.population(table.id());
        for (long index = 0; index < population.candidates(); index++) {
            byte[] value = new byte[table.valueBytes()];
            long key = population.key(index);
            if (population.value(key, value)) {
                first.put(key, value);
            }
        }
        return first;
    }

    /** How many records a table holds. */
    public int records(int table) {
        return rows(table).size();
    }

    /**
     * The value of a record, or null if there is none. The bytes are the bench's own: changing them tampers with it.
     */
    public byte[] value(int table, long key) {
        touched.get(table).add(key);
        Row row = rows(table).get(key);
        return row == null ? null : row.value();
    }

    /** The rows of a table, to look at. */
    NavigableMap<Long, Row> rows(int table) {
        return Collections.unmodifiableNavigableMap(tables.get(table));
    }

    private void answer(Transaction transaction, int from, Reader reader) {
        int to = transaction.accesses();
        for (int access = from; access < to; access++) {
            if (transaction.mode(access).ranges()) {
                answerRange(transaction, access);
            } else {
                answerRecord(transaction, access, reader.read(transaction.table(access), transaction.key(access)));
            }
        }
    }

    private static void answerRecord(Transaction transaction, int access, Row row) {
        if (row == null) {
            transaction.missing(access, 0);
        } else {
            transaction.fetched(access, row.version(), row.value(), 0, row.value().length);
        }
    }

    private void answerRange(Transaction transaction, int range) {
        NavigableMap<Long, Row> within =
                rows(transaction.table(range)).subMap(transaction.key(range), true, transaction.highKey(range), true);
        NavigableMap<Long, Row> inOrder = transaction.mode(range) == AccessMode.MAX ? within.descendingMap() : within;
        if (inOrder.isEmpty()) {
            transaction.missing(range, 0);
            return;
        }
        transaction.fetched(range, 0, new byte[0], 0, 0);
        int left = transaction.limit(range);
        for (Map.Entry<Long, Row> entry : inOrder.entrySet()) {
            if (left-- == 0) {
                break;
            }
            answerRecord(transaction, transaction.row(range, entry.getKey()), entry.getValue());
        }
    }

    /** What a record was at first, and what it is. Null stands for no record. */
    private record Change(long key, byte[] was, byte[] is) {
        void tell(Invariant.Changes changes, int table) {
            if (was != null) {
                changes.was(table, key, was.clone());
            }
            if (is != null) {
                changes.record(table, key, is.clone());
            }
        }
    }

    /** A record. */
    record Row(byte[] value, long version) {}

    /** Where accesses are answered from. */
    @FunctionalInterface
    interface Reader {
        /** The row under a key, or null. */
        Row read(int table, long key);
    }
}
