// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.recovery;

import java.util.List;
import org.breadboard.api.OutOfRoomException;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.setup.Catalog;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.Journal;
import org.breadboard.proto.xenic.txn.shard.OrderedCopies;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What one node of Xenic has to recover (Xenic 4.2.1). Locks of hashed tables are in NIC memory alone, which is empty
 * now; those of ordered tables are the host's, which is the kit's to recover. A node's log and tables are in its host's
 * memory, which a crash leaves.
 *
 * <p><b>What is found.</b> Where machines may crash, a transaction is logged by all holders of what it writes, the
 * primaries among them, before the first COMMIT and before its client is told. So of one that anybody may have seen,
 * each holder that is left has all that it is to have. One of which something is found nowhere was seen by nobody, and
 * is taken back.
 *
 * <p><b>How.</b> First the workers' work is done: what is in the log, in order, holes left out, which are records that
 * never were acknowledged. After that the {@link Journal}s have the latest transaction of each lane with what was done
 * about it, exactly: so nothing is done twice, and a record that was removed by a later transaction does not come back.
 */
public final class XenicRecovery implements RecoverySource {
    /** Owns the locks of what is under way; no transaction does. */
    private static final int OWNER = 0;

    private static final int LANES_PER_STEP = 1024;

    private final Recovery recovery;
    private final Placement placement;
    private final int node;
    private final Catalog catalog;
    private final Shard shard;
    private final XenicOptions.Host options;
    private final MemoryCost memory;
    private final OrderedCopies ordered;
    private List<KeptLog> logs;
    private Drain drain;
    private int log;
    private int worker;
    private long lane;
    private byte[] value = new byte[0];

    /** Of a node, in a run whose machines may crash. */
    public XenicRecovery(NodeContext scope, Catalog catalog, Shard shard, XenicOptions.Host options) {
        this.options = options;
        memory = options.memory;
        recovery = scope.recovery();
        node = scope.node();
        placement = catalog.placement();
        this.catalog = catalog;
        this.shard = shard;
        ordered = new OrderedCopies(shard.locals(), memory);
    }

    /**
     * Locks of hashed tables are where nothing is left; but whoever wrote to one may have crashed while it was its
     * turn. Then the workers' work is done, before anybody asks for locks: those of ordered tables would be in its way.
     */
    @Override
    public boolean release(Step step) {
        if (drain == null) {
            releaseTurns(step);
            drain = new Drain(logs(), shard, node, options);
        }
        return drain.go(step);
    }

    private void releaseTurns(Step step) {
        for (int table = 0; table < catalog.tables(); table++) {
            for (int partition = 0; partition < placement.partitions(); partition++) {
                if (!catalog.isOrdered(table) && shard.has(table, partition)) {
                    step.stall(memory.memoryNs());
                    shard.table(table).host().release(partition);
                }
            }
        }
    }

    // What is found.

    @Override
    public boolean scan(Step step, LogSink sink) {
        return show(step, sink);
    }

    /** Those of earlier configurations: found when they are first asked for, since copies come with theirs. */
    private List<KeptLog> logs() {
        if (logs == null) {
            logs = KeptLog.all(recovery);
        }
        return logs;
    }

    private boolean show(Step step, LogSink sink) {
        for (int left = LANES_PER_STEP; log < logs.size(); left--) {
            Journal journal = logs.get(log).journal();
            if (left == 0) {
                return false;
            }
            if (lane == journal.lanes()) {
                lane = 0;
                worker++;
            } else {
                show(step, sink, journal);
                lane++;
            }
            if (worker == journal.workers()) {
                worker = 0;
                log++;
            }
        }
        return true;
    }

    private void show(Step step, LogSink sink, Journal journal) {
        step.stall(memory.cachedNs());
        long reference = journal.latest(worker, lane);
        if (reference == 0) {
            return;
        }
        room(journal);
        sink.transaction(journal.epoch(), Wire.lane(reference), Wire.use(reference), journal.writes(worker, lane));
        for (long cell = journal.first(worker, lane); cell != Journal.NONE; cell = journal.next(cell)) {
            step.stall(memory.memoryNs());
            int bytes = journal.value(cell, value);
            long word = journal.word(cell);
            boolean deletes = !NicIndex.isFound(word);
            long version = NicIndex.version(word);
            sink.write(journal.table(cell), journal.key(cell), version, deletes, value, 0, bytes);
        }
    }

    private void room(Journal journal) {
        value = value.length < journal.longestBytes() ? new byte[journal.longestBytes()] : value;
    }

    // Locks.

    @Override
    public long lockUnit(int table, long key) {
        return key;
    }

    @Override
    public void lock(Step step, int table, int partition, long key) {
        step.stall(memory.memoryNs());
        NicIndex.Lock lock = index(table, partition).lock(key, OWNER);
        if (lock == NicIndex.Lock.HELD) {
            throw new IllegalStateException("key " + key + " of table " + table + ", partition " + partition
                    + ", is locked in the NIC's index before recovery has locked anything: a lock of the configuration"
                    + " before was left");
        }
        if (lock == NicIndex.Lock.NO_PLACE) {
            throw new OutOfRoomException("the NIC's index has no place for the lock of key " + key + " of table "
                    + table + ", which a crash has left under way: set protocol.indexBytes higher");
        }
    }

    @Override
    public void unlock(Step step, int table, int partition, long key) {
        step.stall(memory.cachedNs());
        index(table, partition).unlock(key, OWNER);
    }

    private NicIndex index(int table, int partition) {
        return shard.table(table).index(partition);
    }

    // What becomes of it.

    /**
     * What a copy does not have of a committed transaction is locked since, and as it was before. Writes to hashed
     * tables only: those to ordered ones are applied by their versions.
     */
    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        long reference = Wire.reference(id.high(), id.low());
        for (RecoveredWrite write : writes) {
            Journal journal = behind(id, write).journal();
            int at = shard.worker(write.table(), write.key());
            step.stall(memory.memoryNs());
            if (!journal.open(at, reference, wanted)) {
                continue;
            }
            long word = NicIndex.word(write.version(), !write.deletes());
            long cell = journal.find(at, reference, write.table(), write.key());
            if (cell == Journal.NONE) {
                cell = journal.add(
                        at,
                        reference,
                        write.table(),
                        write.partition(),
                        write.key(),
                        word,
                        write.bytes(),
                        0,
                        write.bytes().length);
            }
            if (journal.state(cell) == Journal.LOGGED) {
                step.stall(2 * memory.memoryNs());
                shard.table(write.table()).host().put(write.partition(), write.key(), word, write.bytes(), 0);
                journal.state(cell, Journal.APPLIED);
            }
        }
    }

    @Override
    public void takeBack(Step step, RecoveryId id, List<RecoveredWrite> writes) {
        long reference = Wire.reference(id.high(), id.low());
        for (RecoveredWrite write : writes) {
            Journal journal = behind(id, write).journal();
            int at = shard.worker(write.table(), write.key());
            step.stall(memory.memoryNs());
            long cell = journal.find(at, reference, write.table(), write.key());
            if (cell == Journal.NONE || journal.state(cell) == Journal.TAKEN_BACK) {
                continue;
            }
            if (journal.state(cell) == Journal.APPLIED) {
                step.stall(2 * memory.memoryNs());
                takeBack(journal, cell, write);
            }
            journal.state(cell, Journal.TAKEN_BACK);
        }
    }

    private void takeBack(Journal journal, long cell, RecoveredWrite write) {
        int table = write.table();
        room(journal);
        journal.valueBefore(cell, value, shard.valueBytes(table));
        if (catalog.isOrdered(table)) {
            ordered.takeBack(table, write.partition(), write.key(), journal.word(cell), journal.before(cell), value);
        } else {
            shard.table(table)
                    .host()
                    .takeBack(write.partition(), write.key(), journal.word(cell), journal.before(cell), value);
        }
    }

    private KeptLog behind(RecoveryId id, RecoveredWrite write) {
        KeptLog found = KeptLog.behind(logs(), id.epoch(), write.partition(), node);
        if (found == null) {
            throw new IllegalStateException("node " + node + " has a copy of partition " + write.partition()
                    + ", and no log of configuration " + id.epoch() + " that says what it has of it");
        }
        return found;
    }

    @Override
    public void finished(Step step) {
        shard.decided();
        for (KeptLog each : logs()) {
            recovery.drop(each.log().host());
            recovery.drop(each.journal().region());
        }
    }
}
