package org.breadboard.proto.xenic.drtm.log;

/** How far one thread's rings at all nodes are written, and applied as far as it knows. It belongs to that thread. */
public final class LogTails {
    private final int slots;
    private final long[] written;
    private final long[] applied;

    /** Of rings at {@code nodes} nodes, all empty. */
    public LogTails(int nodes, int slots) {
        this.slots = slots;
        written = new long[nodes];
        applied = new long[nodes];
    }

    /** Whether a record would overwrite one that is not known to be applied. */
    public boolean isFull(int node) {
        return written[node] - applied[node] == slots;
    }

    /** The number of the next record. */
    public long upcoming(int node) {
        return written[node] + 1;
    }

    /** The next record is on its way. */
    public void wrote(int node) {
        written[node]++;
    }

    /** So many records of the ring are applied. */
    public void applied(int node, long count) {
        applied[node] = Math.max(applied[node], count);
    }
}
