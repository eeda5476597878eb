// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import java.util.List;
import java.util.function.LongConsumer;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.PartitionWalk;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaStore;

/**
 * What one node of FaSST has to recover in tables that are not ordered (FaSST 5.1 leaves it to FaRM's way). Its locks
 * are bits in the headers of the buckets that it is the primary of; nobody logs them, so all headers are looked at. A
 * commit record has all that its transaction wrote, and no record is written before its transaction is validated: so
 * one that is whole, at whichever of its f + 1 nodes, says that it has committed.
 */
public final class FasstRecovery implements RecoverySource {
    private static final int BUCKETS_PER_STEP = 1024;
    private static final int SLOTS_PER_STEP = 64;

    private final Placement placement;
    private final int node;
    private final TableCopies[] tables;
    private final MemoryCost memory;
    private final PartitionWalk headers;
    private final LogScan logs;

    /** Of a node, in a run whose machines may crash. */
    public FasstRecovery(NodeContext scope, Placement placement, TableCopies[] tables, MemoryCost memory) {
        node = scope.node();
        this.placement = placement;
        this.tables = tables;
        this.memory = memory;
        headers = new PartitionWalk(tables.length, placement.partitions(), this::release);
        logs = new LogScan(scope.recovery(), CommitLog.REGION, CommitLog::new, SLOTS_PER_STEP, memory.memoryNs());
    }

    @Override
    public boolean release(Step step) {
        return headers.go(step);
    }

    /** Looks at some headers of a partition, from a bucket on. */
    private long release(Step step, int table, int partition, long from) {
        if (tables[table].isOrdered() || placement.node(partition, 0) != node) {
            return PartitionWalk.DONE;
        }
        MicaStore store = store(table);
        Region region = tables[table].region(partition);
        long end = Math.min(store.mainBuckets(), from + BUCKETS_PER_STEP);
        step.stall((end - from) * memory.cachedNs());
        forEachLocked(
                store,
                region,
                from,
                end,
                header -> region.putLongRelease(
                        header, HeaderWord.unlocked(HeaderWord.version(region.getLongAcquire(header)))));
        return end < store.mainBuckets() ? end : PartitionWalk.DONE;
    }

    private static void forEachLocked(
            MicaStore store, Region region, long fromBucket, long toBucket, LongConsumer visitor) {
        for (long bucket = fromBucket; bucket < toBucket; bucket++) {
            long header = store.headerOf(bucket);
            if (HeaderWord.isLocked(region.getLongAcquire(header))) {
                visitor.accept(header);
            }
        }
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        return logs.go(step, sink);
    }

    private MicaStore store(int of) {
        return (MicaStore) tables[of].store();
    }

    @Override
    public long lockUnit(int of, long key) {
        return store(of).headerAddress(key);
    }

    @Override
    public void lock(Step step, int of, int where, long header) {
        step.stall(memory.memoryNs());
        Region region = tables[of].region(where);
        region.putLongRelease(header, HeaderWord.locked(region.getLongAcquire(header)));
    }

    @Override
    public void unlock(Step step, int of, int where, long header) {
        step.stall(memory.cachedNs());
        Region region = tables[of].region(where);
        region.putLongRelease(header, HeaderWord.unlocked(HeaderWord.version(region.getLongAcquire(header))));
    }

    /** All writes under a header are applied before it gets their version. */
    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        List<RecoveredWrite> missing = writes.stream()
                .filter(write -> version(write) < write.version())
                .toList();
        missing.forEach(write -> write(step, write));
        for (RecoveredWrite write : missing) {
            Region region = tables[write.table()].region(write.partition());
            long header = lockUnit(write.table(), write.key());
            long word = HeaderWord.unlocked(write.version());
            boolean locked = HeaderWord.isLocked(region.getLongAcquire(header));
            region.putLongRelease(header, locked ? HeaderWord.locked(word) : word);
        }
    }

    private long version(RecoveredWrite write) {
        Region region = tables[write.table()].region(write.partition());
        return HeaderWord.version(region.getLongAcquire(lockUnit(write.table(), write.key())));
    }

    private void write(Step step, RecoveredWrite write) {
        MicaStore store = store(write.table());
        Region region = tables[write.table()].region(write.partition());
        TableCopies table = tables[write.table()];
        if (write.deletes()) {
            step.stall(2 * memory.memoryNs());
            store.delete(table.beginChange(write.partition()), write.key());
            table.endChange(write.partition());
            return;
        }
        Cursor cursor = store.cursor();
        cursor.find(write.key());
        boolean there = cursor.load(region) == Cursor.State.FOUND;
        step.stall(2 * memory.memoryNs() * cursor.fetches());
        long address = cursor.valueAddress();
        if (!there) {
            address = store.insert(table.beginChange(write.partition()), write.key());
            table.endChange(write.partition());
        }
        if (address == Store.FULL) {
            throw new IllegalStateException(
                    tables[write.table()] + ": room for key " + write.key() + " was reserved, but there is none");
        }
        region.write(address, write.bytes(), 0, write.bytes().length);
    }

    @Override
    public void finished(Step step) {
        logs.drop();
    }
}
