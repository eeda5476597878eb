// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * Applies a log where machines may crash: as a worker does it, and as whoever recovers goes on where workers stopped.
 * What a backup's LOG changes can be taken back. A primary's LOG changes nothing: its COMMIT comes when the transaction
 * is logged everywhere, and ordered tables its host's own threads change. What was done is not done again. One thread.
 */
public final class JournaledWrites {
    private final Journal journal;
    private final Shard shard;
    private final MemoryCost memory;
    private final OverlappedMisses misses;
    private final OrderedCopies ordered;
    private final Noted noted;

    /** Notes what a record was in a cell. */
    private final class Noted implements HostCopies.Before {
        private final byte[] value = new byte[journal.longestBytes()];
        private long cell;

        @Override
        public byte[] buffer() {
            return value;
        }

        @Override
        public void is(long word, int lengthBytes) {
            journal.before(cell, word, value, lengthBytes);
        }
    }

    /**
     * What a log has that a journal belongs to.
     *
     * @param misses of who applies it, a list
     */
    public JournaledWrites(Journal journal, Shard shard, MemoryCost memory, OverlappedMisses misses) {
        this.misses = misses;
        this.journal = journal;
        this.shard = shard;
        this.memory = memory;
        ordered = new OrderedCopies(shard.locals(), memory);
        noted = new Noted();
    }

    /**
     * Applies a write of a record.
     *
     * @param worker whose it is
     * @param isHere whether the copy is here that the log belongs to; otherwise it is only remembered
     * @return false if it has to wait for another worker: try again
     */
    public boolean apply(Step step, int worker, LogRecord record, int i, boolean isHere) {
        RecordBatch batch = record.batch();
        step.stall(memory.cachedNs());
        if (!journal.open(worker, record.reference(), record.writes())) {
            return true;
        }
        int table = batch.table(i);
        int partition = batch.partition(i);
        long key = batch.key(i);
        long cell = journal.find(worker, record.reference(), table, key);
        if (cell == Journal.NONE) {
            int bytes = batch.is(i, RecordBatch.VALUED) ? batch.valueBytes(i) : 0;
            cell = journal.add(
                    worker,
                    record.reference(),
                    table,
                    partition,
                    key,
                    batch.word(i),
                    batch.values(),
                    batch.valueAt(i),
                    bytes);
        }
        boolean applies = record.commits() || !journal.isPrimary(partition);
        if (!isHere || !applies || journal.state(cell) != Journal.LOGGED) {
            return true;
        }
        noted.cell = cell;
        if (ordered.has(table)) {
            boolean last = !batch.is(i, RecordBatch.MORE);
            boolean done = ordered.put(
                    step, table, partition, key, batch.word(i), last, batch.values(), batch.valueAt(i), noted);
            journal.state(cell, done ? Journal.APPLIED : Journal.LOGGED);
            return done;
        }
        misses.charge(step, 2 * memory.memoryNs());
        HostCopies.Before before = record.commits() ? null : noted;
        shard.table(table).host().put(partition, key, batch.word(i), batch.values(), batch.valueAt(i), before);
        journal.state(cell, Journal.APPLIED);
        return true;
    }
}
