package org.breadboard.proto.xenic.drtm.log;

/** How far one thread's rings at all nodes are written, and applied as far as it knows. It belongs to that thread. */
public final class LogTails {
    private final int node;
    private final int thread;
    private final int threads;
    private final int slots;
    private final long[] written;
    private final long[] applied;

    /** Of the rings of a thread, one of {@code threads} of its node, at {@code nodes} nodes; all are empty. */
    public LogTails(int node, int nodes, int thread, int threads, int slots) {
        this.node = node;
        this.thread = thread;
        this.threads = threads;
        this.slots = slots;
        written = new long[nodes];
        applied = new long[nodes];
    }

    /** Where the count of applied records stands, the same on every node. */
    public long headAddress() {
        return ReplicaLog.headAddress(node, thread, threads, slots);
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
}
