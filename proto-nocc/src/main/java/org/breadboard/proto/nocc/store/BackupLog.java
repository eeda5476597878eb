// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.shard.LogRecord;
import org.breadboard.proto.nocc.shard.RequestLog;
import org.breadboard.proto.nocc.shard.ShardRecords;
import org.breadboard.proto.nocc.shard.Shards;

/**
 * A backup's copy of a shard. Entries are kept as they come and applied in their order, so that the copy is always what
 * its primary was after some entry. The store's thread.
 */
final class BackupLog {
    private static final LogRecord.Kind[] KINDS = LogRecord.Kind.values();

    private final Shards records;
    /** What can be recovered from; null in a run in which no machine crashes. */
    private final RequestLog log;

    private final LogRecord record = new LogRecord();
    private boolean isUnderWay;
    private final int capacity;
    private final byte[] entries;
    private final boolean[] isThere;
    private long applied;

    /**
     * A copy to which nothing was applied.
     *
     * @param log in this node's memory; null if no machine may crash
     * @param capacity how many entries may be unacknowledged, as the primary's
     */
    BackupLog(Shards records, RequestLog log, int capacity) {
        this.records = records;
        this.log = log;
        this.capacity = capacity;
        entries = new byte[capacity * LogWire.MAX_BYTES];
        isThere = new boolean[capacity];
    }

    /** The last entry up to which all are applied. */
    long applied() {
        return applied;
    }

    /**
     * Takes a well-formed entry, and applies it and what waited for it. One that is there already changes nothing.
     *
     * @return false if the primary cannot have sent it
     */
    boolean take(byte[] entry) {
        long number = LogWire.sequence(entry, 0);
        if (number - applied > capacity || !isOfShard(entry)) {
            return false;
        }
        if (number > applied && !isThere[slot(number)]) {
            System.arraycopy(entry, 0, entries, at(number), LogWire.entryBytes(entry, 0));
            isThere[slot(number)] = true;
            applyWhatIsNext();
        }
        return true;
    }

    /** Where machines may crash, a primary of several shards sends its entries to all who have copies of any. */
    private boolean isOfShard(byte[] entry) {
        if (log != null) {
            return LogWire.kind(entry, 0) < KINDS.length && log.isClient(LogWire.client(entry, 0));
        }
        for (int write = 0; write < LogWire.writes(entry, 0); write++) {
            if (records.find(LogWire.key(entry, 0, write)) == ShardRecords.ABSENT) {
                return false;
            }
        }
        return true;
    }

    private void applyWhatIsNext() {
        while (isThere[slot(applied + 1)]) {
            applied++;
            isThere[slot(applied)] = false;
            apply(at(applied));
        }
    }

    private void apply(int at) {
        if (log != null) {
            record(at);
            return;
        }
        for (int write = 0; write < LogWire.writes(entries, at); write++) {
            records.write(records.find(LogWire.key(entries, at, write)), entries, LogWire.valueAt(at, write));
        }
    }

    /** Applies a record when all entries of it are there: half of one could not be told from a whole one. */
    private void record(int at) {
        if (!isUnderWay) {
            record.begin(KINDS[LogWire.kind(entries, at)], LogWire.client(entries, at), LogWire.id(entries, at));
            record.wanted(LogWire.wanted(entries, at));
        }
        for (int write = 0; write < LogWire.writes(entries, at); write++) {
            record.add(
                    LogWire.key(entries, at, write),
                    LogWire.isWritten(entries, at, write),
                    LogWire.version(entries, at, write),
                    entries,
                    LogWire.valueAt(at, write));
        }
        isUnderWay = LogWire.hasMore(entries, at);
        if (isUnderWay) {
            return;
        }
        switch (record.kind()) {
            case PREPARED -> log.write(record);
            case DONE -> {
                log.write(record);
                record.apply(records);
            }
            case DECIDED -> {
                log.read(record.client(), record);
                record.apply(records);
            }
        }
    }

    private int slot(long number) {
        return (int) (number % capacity);
    }

    private int at(long number) {
        return slot(number) * LogWire.MAX_BYTES;
    }
}
