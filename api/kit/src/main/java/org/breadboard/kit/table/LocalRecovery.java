// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.PartitionWalk;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;

/**
 * Recovers the ordered tables of a node, and has its protocol recover the others. Logs, and what they say of a
 * transaction, are the protocol's.
 *
 * <ul>
 *   <li>Records that somebody had put in and not committed are removed ({@link InsertJournal}), and all header words
 *       unlocked, those of backups, too: a copy of a primary's memory has its locks and half inserted records.
 *   <li>Keys share header words, and so versions. What has committed is applied in their order: a write under a word
 *       waits for the one before it, which is in some log as well.
 *   <li>A header word covers one key, and a transaction that is still undecided may have inserted others into a range.
 *       So nobody searches a table's partition for ranges while one of its words is locked for such a transaction.
 * </ul>
 */
public final class LocalRecovery implements RecoverySource {
    private static final int WORDS_PER_STEP = 4096;
    private static final int WORDS_PER_LINE = 8;

    private final RecoverySource others;
    private final LocalTable[] tables;
    private final Placement placement;
    private final int node;
    private final Recovery recovery;
    private final MemoryCost memory;
    private final PartitionWalk words;
    private List<Region> journals;
    private int journal;
    private final List<Group> waiting = new ArrayList<>();

    /** What a transaction wrote under one header word, in order. */
    private record Group(int table, int partition, long header, long version, List<RecoveredWrite> writes) {
        boolean isOf(RecoveredWrite write, long itsHeader) {
            return table == write.table()
                    && partition == write.partition()
                    && header == itsHeader
                    && version == write.version();
        }
    }

    /**
     * What recovers all tables of a node.
     *
     * @param tables the ordered tables, null where one is not
     * @param others recovers those that are not ordered, and is told of logs and their transactions; itself, if no
     *     table is ordered
     * @throws RefusedException if a store does not tell where its header words are
     */
    public static RecoverySource of(
            NodeContext scope, Placement placement, LocalTable[] tables, MemoryCost memory, RecoverySource others) {
        boolean isOrdered = Arrays.stream(tables).anyMatch(Objects::nonNull);
        return isOrdered ? new LocalRecovery(scope, placement, tables, memory, others) : others;
    }

    private LocalRecovery(
            NodeContext scope, Placement placement, LocalTable[] tables, MemoryCost memory, RecoverySource others) {
        this.others = others;
        this.tables = tables.clone();
        this.placement = placement;
        this.memory = memory;
        node = scope.node();
        recovery = scope.recovery();
        words = new PartitionWalk(tables.length, placement.partitions(), this::unlockSome);
        for (LocalTable table : tables) {
            if (table != null && table.store().headerWords() == 0) {
                throw new RefusedException("table " + table + " is ordered, and its kind of store does not tell where"
                        + " its header words are, which a crash may leave locked: use another one, or leave crashes out"
                        + " of faults.nemesis");
            }
        }
    }

    @Override
    public String affinity() {
        return others.affinity();
    }

    // Locks and half inserted records.

    @Override
    public boolean release(Step step) {
        return takeBackInserts(step) && words.go(step) && others.release(step);
    }

    /** Empties a journal in a step; true when all are empty. */
    private boolean takeBackInserts(Step step) {
        if (journals == null) {
            journals = recovery.kept(InsertJournal.REGION + ".");
        }
        if (journal == journals.size()) {
            return true;
        }
        Region left = journals.get(journal++);
        for (long lane = 0; lane < InsertJournal.lanes(left); lane++) {
            step.stall(memory.cachedNs());
            InsertJournal.empty(left, lane, (partition, table, key) -> {
                if (placement.copy(partition, node) >= 0) {
                    step.stall(memory.memoryNs());
                    tables[table].store().delete(tables[table].region(partition), key);
                }
            });
        }
        return false;
    }

    private long unlockSome(Step step, int table, int partition, long from) {
        if (tables[table] == null || placement.copy(partition, node) < 0) {
            return PartitionWalk.DONE;
        }
        Store store = tables[table].store();
        Region region = tables[table].region(partition);
        long end = Math.min(store.headerWords(), from + WORDS_PER_STEP);
        step.stall((end - from) * memory.cachedNs() / WORDS_PER_LINE);
        for (long word = from; word < end; word++) {
            long header = store.headerAddressAt(word);
            if (LocalHeader.isLocked(region.getLongAcquire(header))) {
                unlock(region, header);
            }
        }
        return end < store.headerWords() ? end : PartitionWalk.DONE;
    }

    private static void unlock(Region region, long header) {
        region.putLongRelease(header, LocalHeader.of(LocalHeader.version(region.getLongAcquire(header))));
    }

    @Override
    public long lockUnit(int of, long key) {
        return tables[of] == null
                ? others.lockUnit(of, key)
                : tables[of].store().headerAddress(key);
    }

    @Override
    public void lock(Step step, int of, int where, long unit) {
        if (tables[of] == null) {
            others.lock(step, of, where, unit);
            return;
        }
        step.stall(memory.memoryNs());
        Region region = tables[of].region(where);
        region.putLongRelease(unit, LocalHeader.locked(region.getLongAcquire(unit)));
        tables[of].undecided(where, 1);
    }

    @Override
    public void unlock(Step step, int of, int where, long unit) {
        if (tables[of] == null) {
            others.unlock(step, of, where, unit);
            return;
        }
        step.stall(memory.cachedNs());
        unlock(tables[of].region(where), unit);
        tables[of].undecided(where, -1);
    }

    // Logs.

    @Override
    public boolean scan(Step step, LogSink sink) {
        return others.scan(step, sink);
    }

    @Override
    public boolean logsOneAfterAnother() {
        return others.logsOneAfterAnother();
    }

    @Override
    public long author(RecoveryId id) {
        return others.author(id);
    }

    // Writes.

    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        List<RecoveredWrite> left = ofOthers(writes);
        if (!left.isEmpty()) {
            others.apply(step, id, wanted, left);
        }
        List<Group> groups = new ArrayList<>();
        for (RecoveredWrite write : writes) {
            if (tables[write.table()] != null) {
                group(groups, write).writes().add(write);
            }
        }
        waiting.addAll(groups);
        while (waiting.removeIf(group -> apply(step, group))) {
            // What has waited for one of these may go on.
        }
    }

    private Group group(List<Group> groups, RecoveredWrite write) {
        long header = lockUnit(write.table(), write.key());
        return groups.stream()
                .filter(group -> group.isOf(write, header))
                .findFirst()
                .orElseGet(() -> {
                    Group first =
                            new Group(write.table(), write.partition(), header, write.version(), new ArrayList<>());
                    groups.add(first);
                    return first;
                });
    }

    private List<RecoveredWrite> ofOthers(List<RecoveredWrite> writes) {
        return writes.stream().filter(write -> tables[write.table()] == null).toList();
    }

    /**
     * Applies what comes next under a word; false if it is not its turn. At a primary recovery has locked the word, and
     * it stays so. At a backup threads that apply what was logged meanwhile hold the lock for an instant.
     */
    private boolean apply(Step step, Group group) {
        Region region = tables[group.table()].region(group.partition());
        boolean isPrimary = placement.node(group.partition(), 0) == node;
        while (true) {
            long word = region.getLongAcquire(group.header());
            if (LocalHeader.version(word) >= group.version()) {
                return true;
            }
            if (LocalHeader.version(word) < group.version() - 1) {
                return false;
            }
            if (isPrimary
                    || !LocalHeader.isLocked(word)
                            && region.compareAndSetLong(group.header(), word, LocalHeader.locked(word))) {
                group.writes().forEach(write -> write(step, region, write));
                // At a backup the lock is this thread's own.
                long held = isPrimary ? word : LocalHeader.of(0);
                region.putLongRelease(group.header(), LocalHeader.withVersion(held, group.version()));
                return true;
            }
        }
    }

    private void write(Step step, Region region, RecoveredWrite write) {
        Store store = tables[write.table()].store();
        Cursor cursor = store.cursor();
        cursor.find(write.key());
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        step.stall(memory.lookupNs(cursor) + memory.memoryNs());
        if (write.deletes()) {
            store.delete(region, write.key());
            return;
        }
        long address = found ? cursor.valueAddress() : store.insert(region, write.key());
        if (address == Store.FULL) {
            throw new IllegalStateException("table " + tables[write.table()] + " has no room for key " + write.key()
                    + ", which a transaction that has committed inserted");
        }
        region.write(address, write.bytes(), 0, write.bytes().length);
    }

    /** Who applies what may have to be taken back knows what was there before, of ordered tables, too. */
    @Override
    public void takeBack(Step step, RecoveryId id, List<RecoveredWrite> writes) {
        others.takeBack(step, id, writes);
    }

    @Override
    public void finished(Step step) {
        if (!waiting.isEmpty()) {
            throw new IllegalStateException("table " + tables[waiting.get(0).table()]
                    + ": no log has what comes before " + waiting.get(0).writes());
        }
        recovery.kept(InsertJournal.REGION + ".").forEach(recovery::drop);
        others.finished(step);
    }
}
