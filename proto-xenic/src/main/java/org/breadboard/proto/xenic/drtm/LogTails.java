package org.breadboard.proto.xenic.drtm;

/** How far one thread's rings at all nodes are written, and applied as far as it knows. */
final class LogTails {
    private final int slots;
    private final long[] written;
    private final long[] applied;

    LogTails(int nodes, int slots) {
        this.slots = slots;
        written = new long[nodes];
        applied = new long[nodes];
    }

    /** Whether a record would overwrite one that is not known to be applied. */
    boolean isFull(int node) {
        return written[node] - applied[node] == slots;
    }

    /** The number of the next record. */
    long upcoming(int node) {
        return written[node] + 1;
    }

    /** The next record is on its way. */
    void wrote(int node) {
        written[node]++;
    }

    /** So many records of the ring are applied. */
    void applied(int node, long count) {
        applied[node] = Math.max(applied[node], count);
    }
}
