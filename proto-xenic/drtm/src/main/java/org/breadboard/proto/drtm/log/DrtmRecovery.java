// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.PartitionWalk;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.drtm.table.DrtmStore;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * What one node of DrTM+H has to recover in its hash tables, after FaRM's way (Xenic 4.2.1). Locks are bits in the
 * header words of records, which nobody logs, so all words are looked at: those of backups, too, since a copy of a
 * primary's memory has its locks. Each node with a copy of a record has the log record of what is written there, and no
 * record is written before its transaction is validated: so a transaction has committed if each of its writes is in
 * some log.
 */
public final class DrtmRecovery implements RecoverySource {
    private static final int BUCKETS_PER_STEP = 256;

    private final Placement placement;
    private final int node;
    private final TableCopies[] tables;
    private final MemoryCost memory;
    private final Cursor[] cursors;
    private final PartitionWalk words;
    private final LogScan logs;

    /** Of a node, in a run whose machines may crash. */
    public DrtmRecovery(
            NodeContext scope, Placement placement, TableCopies[] tables, ReplicaLog log, MemoryCost memory) {
        node = scope.node();
        this.placement = placement;
        this.tables = tables;
        this.memory = memory;
        cursors = new Cursor[tables.length];
        for (int i = 0; i < tables.length; i++) {
            cursors[i] = tables[i].store().cursor();
        }
        words = new PartitionWalk(tables.length, placement.partitions(), this::release);
        logs = new LogScan(
                scope.recovery(), ReplicaLog.REGION, region -> new ReplicaLog(region, log), 1, memory.memoryNs());
    }

    // Locks.

    @Override
    public boolean release(Step step) {
        return words.go(step);
    }

    /** Looks at the words of some buckets of a copy, from one on. */
    private long release(Step step, int table, int partition, long from) {
        if (tables[table].isOrdered() || !tables[table].has(partition)) {
            return PartitionWalk.DONE;
        }
        DrtmStore store = (DrtmStore) tables[table].store();
        Region region = tables[table].region(partition);
        long end = Math.min(store.bucketsInUse(region), from + BUCKETS_PER_STEP);
        for (long bucket = from; bucket < end; bucket++) {
            store.forEachHeader(region, bucket, header -> {
                step.stall(memory.cachedNs());
                long word = region.getLongAcquire(header);
                if (RecordWord.isLocked(word)) {
                    region.putLongRelease(header, RecordWord.of(RecordWord.version(word)));
                }
            });
        }
        return end < store.bucketsInUse(region) ? end : PartitionWalk.DONE;
    }

    @Override
    public long lockUnit(int of, long key) {
        return key;
    }

    @Override
    public void lock(Step step, int of, int where, long key) {
        long header = find(step, of, where, key).headerAddress();
        Region region = tables[of].region(where);
        region.putLongRelease(header, RecordWord.locked(region.getLongAcquire(header)));
    }

    @Override
    public void unlock(Step step, int of, int where, long key) {
        long header = find(step, of, where, key).headerAddress();
        Region region = tables[of].region(where);
        region.putLongRelease(header, RecordWord.of(RecordWord.version(region.getLongAcquire(header))));
    }

    private Cursor find(Step step, int of, int where, long key) {
        Cursor cursor = cursors[of];
        cursor.find(key);
        boolean found = cursor.load(tables[of].region(where)) == Cursor.State.FOUND;
        step.stall(memory.memoryNs() * cursor.fetches());
        if (!found) {
            throw new IllegalStateException(tables[of] + " has no record of key " + key + ", which a log has");
        }
        return cursor;
    }

    // Logs.

    @Override
    public boolean scan(Step step, LogSink sink) {
        return logs.go(step, sink);
    }

    /**
     * A thread's transactions overlap, and backups apply what one wrote only when they are told that it is over: then
     * others of its thread are logged already.
     */
    @Override
    public boolean logsOneAfterAnother() {
        return false;
    }

    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        for (RecoveredWrite write : writes) {
            Cursor cursor = find(step, write.table(), write.partition(), write.key());
            apply(tables[write.table()].region(write.partition()), cursor, write);
        }
    }

    /**
     * At a primary the record is locked, and stays so. At a backup what others have logged meanwhile may be applied at
     * this instant: a thread holds the lock for that long.
     */
    private void apply(Region region, Cursor cursor, RecoveredWrite write) {
        boolean isPrimary = placement.node(write.partition(), 0) == node;
        long header = cursor.headerAddress();
        long word = region.getLongAcquire(header);
        while (RecordWord.version(word) < write.version()) {
            boolean mine = isPrimary
                    || !RecordWord.isLocked(word) && region.compareAndSetLong(header, word, RecordWord.locked(word));
            if (mine) {
                region.write(cursor.valueAddress(), write.bytes(), 0, write.bytes().length);
                long next = RecordWord.of(write.version());
                region.putLongRelease(header, isPrimary && RecordWord.isLocked(word) ? RecordWord.locked(next) : next);
                return;
            }
            word = region.getLongAcquire(header);
        }
    }

    @Override
    public void finished(Step step) {
        logs.drop();
    }
}
