package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.LogWire;

/**
 * A backup's copy of a shard. Entries are kept as they come and applied in their order, those of a transaction together, so that the copy
 * is always what the primary was after some transaction. The store's thread.
 */
final class BackupLog {
    private final ShardRecords records;
    private final int capacity;
    private final boolean ordered;
    private final byte[] entries;
    private final boolean[] isThere;
    private long applied;

    /**
     * A copy to which nothing was applied.
     *
     * @param capacity how many entries may be unacknowledged, as the primary's
     * @param ordered false for a planted fault: entries are applied as they come, however often they do
     */
    BackupLog(ShardRecords records, int capacity, boolean ordered) {
        this.records = records;
        this.capacity = capacity;
        this.ordered = ordered;
        entries = new byte[capacity * LogWire.MAX_BYTES];
        isThere = new boolean[capacity];
    }

    /** The last entry up to which all are applied. */
    long applied() {
        return applied;
    }

    /**
     * Takes a well-formed entry, and applies what it completes. One that is there already changes nothing.
     *
     * @return false if the primary cannot have sent it
     */
    boolean take(byte[] entry) {
        long number = LogWire.sequence(entry, 0);
        if (number - applied > capacity || !isOfShard(entry)) {
            return false;
        }
        if (!ordered) {
            apply(entry, 0);
            applied = Math.max(applied, number);
        } else if (number > applied && !isThere[slot(number)]) {
            System.arraycopy(entry, 0, entries, at(number), LogWire.lengthBytes(LogWire.writes(entry, 0)));
            isThere[slot(number)] = true;
            applyWhatIsComplete();
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

    private void applyWhatIsComplete() {
        while (isNextComplete()) {
            long end = applied + 1 + LogWire.following(entries, at(applied + 1));
            while (applied < end) {
                applied++;
                apply(entries, at(applied));
                isThere[slot(applied)] = false;
            }
        }
    }

    private boolean isNextComplete() {
        long number = applied + 1;
        if (!isThere[slot(number)]) {
            return false;
        }
        for (int following = LogWire.following(entries, at(number)); following > 0; following--) {
            if (!isThere[slot(number + following)]) {
                return false;
            }
        }
        return true;
    }

    private void apply(byte[] bytes, int at) {
        for (int write = 0; write < LogWire.writes(bytes, at); write++) {
            records.write(records.find(LogWire.key(bytes, at, write)), bytes, LogWire.valueAt(at, write));
        }
    }

    private int slot(long number) {
        return (int) (number % capacity);
    }

    private int at(long number) {
        return slot(number) * LogWire.MAX_BYTES;
    }
}
