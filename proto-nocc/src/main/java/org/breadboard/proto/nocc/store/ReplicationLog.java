// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import java.util.Arrays;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.shard.LogRecord;

/**
 * A primary's history of writes, numbered from 1 in the order of execution, as far as a backup may still ask for it,
 * and the answers that wait for it. Nothing waits for it but answers: the next request executes on what the last one
 * wrote at once, and its entry follows on the heels of the other (NOCC lives from that: its switch has let the request
 * pass on the strength of a write that is hardly done). In turn, whatever shows a value leaves only when all backups
 * have all that was written before.
 *
 * <p>The store's thread; any may ask whether it {@link #isSettled}.
 */
final class ReplicationLog {
    /** A time-out is never longer than 64 times the first, as a client's, and for the same reason no setting. */
    private static final int MOST_DOUBLINGS = 6;

    private final int[] backups;
    private final long[] acknowledged;
    private final long[] progressNs;
    /** How often a backup was sent something again since it last got on. */
    private final int[] resends;

    private final int capacity;
    private final byte[] entries;
    private final HeldAnswers held = new HeldAnswers();
    private volatile long last;
    private volatile long settled;

    /**
     * An empty log.
     *
     * @param backups the nodes that it is for
     * @param capacity how many entries may be unacknowledged; at least those of one transaction
     */
    ReplicationLog(int[] backups, int capacity) {
        if (capacity < LogWire.MAX_ENTRIES) {
            throw new IllegalArgumentException(
                    "a log of " + capacity + " entries has no room for a transaction of " + LogWire.MAX_ENTRIES);
        }
        this.backups = backups.clone();
        this.capacity = capacity;
        acknowledged = new long[backups.length];
        progressNs = new long[backups.length];
        resends = new int[backups.length];
        entries = new byte[capacity * LogWire.MAX_BYTES];
    }

    /** How many backups there are. */
    int backups() {
        return backups.length;
    }

    /** The node of a backup. */
    int node(int backup) {
        return backups[backup];
    }

    /** Whether the largest transaction fits. */
    boolean hasRoom() {
        return last - settled + LogWire.MAX_ENTRIES <= capacity;
    }

    /** The number of the newest entry. */
    long last() {
        return last;
    }

    /** Whether all backups have applied all entries. */
    boolean isSettled() {
        return settled == last;
    }

    /** Appends what an answer says was written; there is {@link #hasRoom room}. */
    void append(OpList answer, long nowNs) {
        int left = answer.count(Wire.UPDATED);
        progress(nowNs);
        long number = last;
        int op = 0;
        while (left > 0) {
            int writes = Math.min(left, LogWire.MAX_WRITES);
            left -= writes;
            int at = at(++number);
            LogWire.entry(entries, at, number, writes);
            for (int write = 0; write < writes; op++) {
                if (answer.type(op) == Wire.UPDATED) {
                    LogWire.write(entries, at, write++, answer.key(op), answer.values(), answer.valueAt(op));
                }
            }
        }
        last = number;
        settle();
    }

    private void progress(long nowNs) {
        for (int backup = 0; backup < backups.length; backup++) {
            if (!isBehind(backup)) {
                progressNs[backup] = nowNs;
            }
        }
    }

    /** Appends what a request did, where machines may crash; there is {@link #hasRoom room}. */
    void append(LogRecord record, long nowNs) {
        progress(nowNs);
        long number = last;
        int from = 0;
        do {
            int writes = Math.min(record.count() - from, LogWire.MAX_WRITES);
            int at = at(++number);
            LogWire.record(
                    entries,
                    at,
                    number,
                    writes,
                    record.kind().ordinal(),
                    record.client(),
                    record.id(),
                    record.wanted(),
                    from + writes < record.count());
            for (int write = 0; write < writes; write++, from++) {
                LogWire.write(entries, at, write, record.key(from), record.values(), record.valueAt(from));
                LogWire.version(entries, at, write, record.isWritten(from), record.version(from));
            }
        } while (from < record.count());
        last = number;
        settle();
    }

    /** Copies an entry that is not acknowledged by all and returns its length in bytes. */
    int copy(long number, byte[] into) {
        int at = at(number);
        int lengthBytes = LogWire.entryBytes(entries, at);
        System.arraycopy(entries, at, into, 0, lengthBytes);
        return lengthBytes;
    }

    private int at(long number) {
        return (int) (number % capacity) * LogWire.MAX_BYTES;
    }

    /** A node says that it has applied all entries up to this one; whether that can be. */
    boolean acknowledge(int node, long number, long nowNs) {
        for (int backup = 0; backup < backups.length; backup++) {
            if (backups[backup] == node && number <= last) {
                if (number > acknowledged[backup]) {
                    acknowledged[backup] = number;
                    progressNs[backup] = nowNs;
                    resends[backup] = 0;
                    settle();
                }
                return true;
            }
        }
        return false;
    }

    private void settle() {
        long least = last;
        for (long each : acknowledged) {
            least = Math.min(least, each);
        }
        settled = least;
    }

    /** Whether a backup has entries to acknowledge. */
    boolean isBehind(int backup) {
        return acknowledged[backup] < last;
    }

    /** The first entry that a backup which {@link #isBehind} has not acknowledged. */
    long missing(int backup) {
        return acknowledged[backup] + 1;
    }

    /**
     * When to send a backup which {@link #isBehind} again what it misses, in ns since the run began: a time-out after
     * it last got on or was sent something again, twice as long each further time.
     */
    double resendNs(int backup, double timeoutNs) {
        return progressNs[backup] + timeoutNs * (1 << resends[backup]);
    }

    /** A backup was sent again what it misses. */
    void resent(int backup, long nowNs) {
        progressNs[backup] = nowNs;
        resends[backup] = Math.min(resends[backup] + 1, MOST_DOUBLINGS);
    }

    /** Holds the answer to what was just executed, if any entry so far is not settled; whether it does. */
    boolean hold(ClientMemory memory) {
        if (isSettled()) {
            return false;
        }
        held.hold(memory, last);
        return true;
    }

    /** A client whose answer need not be held any more, or null. */
    ClientMemory release() {
        return held.release(settled);
    }

    @Override
    public String toString() {
        return "log up to " + last + ", of which nodes " + Arrays.toString(backups) + " have "
                + Arrays.toString(acknowledged);
    }
}
