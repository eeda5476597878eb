package org.breadboard.hw.htmbloom.node;

/** The locks that a transaction takes before it executes, node after node in ascending order (HADES VI). One thread. */
final class LockFirst {
    private final Directory directory;
    private final NodeTracker tracker;
    private final Ranges covered = new Ranges();
    private int node;

    LockFirst(Directory directory, NodeTracker tracker) {
        this.directory = directory;
        this.tracker = tracker;
    }

    void clear() {
        covered.clear();
    }

    void cover(int on, int region, long address, int lengthBytes, boolean mayWrite) {
        covered.add(on, region, address, lengthBytes, mayWrite);
    }

    /** Asks the first node. */
    void begin() {
        node = covered.nextNode(-1);
        ask();
    }

    /** A node has locked its lines: asks the next one; answers whether there is none. */
    boolean granted() {
        node = covered.nextNode(node);
        if (node < 0) {
            return true;
        }
        ask();
        return false;
    }

    private void ask() {
        if (node != directory.node) {
            tracker.others().add(node);
        }
        directory.nic().lock(tracker, tracker.attempt(), node, covered);
    }
}
