// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import org.breadboard.api.protocol.NodeContext;

/**
 * How far one thread's rings at all nodes are written, and applied as far as it knows. Where machines may crash, also
 * which of its transactions are over, and how much room those have that are not. It belongs to that thread.
 */
public final class LogTails {
    private final String region;
    private final boolean recovers;
    private final int node;
    private final int thread;
    private final int threads;
    private final int slots;
    private final long[] written;
    private final long[] applied;

    /** Of each node: how many records are written, or will be by who has room for them. */
    private final long[] promised;
    /** Of each node: the last transaction that has room there. */
    private final long[] last;

    private long transactions;
    /** Of each context: its transaction, while it is not over; otherwise 0. */
    private final long[] open;

    /** Of the rings of a thread with so many contexts, one of {@code threads} of its node; all are empty. */
    public LogTails(NodeContext scope, int thread, int threads, int contexts, int slots) {
        region = ReplicaLog.name(scope.epoch());
        recovers = scope.recovery() != null;
        node = scope.node();
        this.thread = thread;
        this.threads = threads;
        this.slots = slots;
        written = new long[scope.nodes()];
        applied = new long[scope.nodes()];
        promised = new long[scope.nodes()];
        last = new long[scope.nodes()];
        open = new long[contexts];
    }

    /** What the region with the rings is called on every node. */
    public String region() {
        return region;
    }

    /** Where the count of applied records stands, the same on every node. */
    public long headAddress() {
        return ReplicaLog.headAddress(node, thread, threads, slots);
    }

    /** Where it stands up to which number transactions are over, the same on every node. */
    long overAddress() {
        return ReplicaLog.overAddress(node, thread, threads, slots);
    }

    /** Where record {@code number} goes, counted from 1; the same on every node. */
    public long address(long number) {
        return ReplicaLog.address(node, thread, threads, slots, number);
    }

    /** Whether a record would overwrite one that is not known to be applied. */
    public boolean isFull(int at) {
        return written[at] - applied[at] == slots;
    }

    /** The number of the next record. */
    public long upcoming(int at) {
        return written[at] + 1;
    }

    /** The next record is on its way. */
    public void wrote(int at) {
        written[at]++;
    }

    /** So many records of the ring are applied. */
    public void applied(int at, long count) {
        applied[at] = Math.max(applied[at], count);
    }

    // Where machines may crash: records stay until their transactions are over.

    /** Whether machines may crash. */
    public boolean recovers() {
        return recovers;
    }

    /** How many records a ring has room for. */
    public int slots() {
        return slots;
    }

    /** Whether there is room for so many records beside those that are not known to be applied, or are promised. */
    public boolean hasRoom(int at, int records) {
        return promised[at] + records - applied[at] <= slots;
    }

    /**
     * Begins to log a context's transaction, which gets all the room that it needs at once: so nobody waits for room
     * who keeps others from being over.
     *
     * @param records at each node, for which there is {@linkplain #hasRoom room}
     * @return its number among the thread's
     */
    public long begin(int context, int[] records) {
        long number = ++transactions;
        open[context] = number;
        for (int at = 0; at < records.length; at++) {
            promised[at] += records[at];
            last[at] = records[at] > 0 ? number : last[at];
        }
        return number;
    }

    /** A context's transaction is over: primaries have what it wrote. */
    public void over(int context) {
        open[context] = 0;
    }

    /** The last transaction that is over with all before it. */
    long over() {
        long first = transactions + 1;
        for (long number : open) {
            first = number > 0 ? Math.min(first, number) : first;
        }
        return first - 1;
    }

    /** The last transaction of which a node has a record, or will. */
    long last(int at) {
        return last[at];
    }
}
