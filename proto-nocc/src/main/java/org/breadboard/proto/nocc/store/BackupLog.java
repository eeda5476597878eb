package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.LogWire;

/**
 * A backup's copy of a shard. Entries are kept as they come and applied in their order, so that the copy is always what
 * its primary was after some entry. The store's thread.
 */
final class BackupLog {
    private final ShardRecords records;
    private final int capacity;
    private final boolean waits;
    private final byte[] entries;
    private final boolean[] isThere;
    private long applied;

    /**
     * A copy to which nothing was applied.
     *
     * @param capacity how many entries may be unacknowledged, as the primary's
     * @param waits false for a planted fault: what is missing is skipped
     */
    BackupLog(ShardRecords records, int capacity, boolean waits) {
        this.records = records;
        this.capacity = capacity;
        this.waits = waits;
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
            System.arraycopy(entry, 0, entries, at(number), LogWire.lengthBytes(LogWire.writes(entry, 0)));
            isThere[slot(number)] = true;
            applied = waits ? applied : number - 1;
            applyWhatIsNext();
        }
        return true;
    }

    private boolean isOfShard(byte[] entry) {
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
        for (int write = 0; write < LogWire.writes(entries, at); write++) {
            records.write(records.find(LogWire.key(entries, at, write)), entries, LogWire.valueAt(at, write));
        }
    }

    private int slot(long number) {
        return (int) (number % capacity);
    }

    private int at(long number) {
        return slot(number) * LogWire.MAX_BYTES;
    }
}
