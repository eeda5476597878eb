package org.breadboard.hw.htmbloom.node;

/**
 * The locking buffers next to a directory (HADES V.B): each holds the filters of a transaction that is committing, and denies other
 * transactions' conflicting accesses. The filters of such a transaction do not change, so a buffer names them rather than copying
 * them. A transaction that also writes copies on its own node has two pairs of filters there; one buffer has the union. One thread.
 */
final class PartialLocks {
    private final int[] owners;
    private final FilterPairs[] banks;
    private final int[] pairs;
    private final int buffers;
    private int loaded;
    private int count;

    PartialLocks(int buffers) {
        this.buffers = buffers;
        owners = new int[2 * buffers];
        banks = new FilterPairs[2 * buffers];
        pairs = new int[2 * buffers];
    }

    private boolean hasBuffer(int owner) {
        for (int i = 0; i < count; i++) {
            if (owners[i] == owner) {
                return true;
            }
        }
        return false;
    }

    /** Whether a lock of another transaction than {@code self} stands against an access to a line. */
    boolean denies(int self, long line, boolean write) {
        for (int i = 0; i < count; i++) {
            if (owners[i] != self && banks[i].claims(pairs[i], line, write)) {
                return true;
            }
        }
        return false;
    }

    boolean denies(int self, long first, long last, boolean write) {
        for (long line = first; count > 0 && line <= last; line++) {
            if (denies(self, line, write)) {
                return true;
            }
        }
        return false;
    }

    boolean denies(int self, LineList lines, boolean write) {
        for (int i = 0; count > 0 && i < lines.size(); i++) {
            if (denies(self, lines.get(i), write)) {
                return true;
            }
        }
        return false;
    }

    /** Loads a buffer; false if none is free. */
    boolean add(int owner, FilterPairs bank, int pair) {
        if (!hasBuffer(owner)) {
            if (loaded == buffers) {
                return false;
            }
            loaded++;
        }
        owners[count] = owner;
        banks[count] = bank;
        pairs[count] = pair;
        count++;
        return true;
    }

    /** Clears the buffer that names a pair of filters. */
    void remove(FilterPairs bank, int pair) {
        for (int i = 0; i < count; i++) {
            if (banks[i] == bank && pairs[i] == pair) {
                int owner = owners[i];
                count--;
                owners[i] = owners[count];
                banks[i] = banks[count];
                pairs[i] = pairs[count];
                loaded -= hasBuffer(owner) ? 0 : 1;
                return;
            }
        }
        throw new IllegalStateException("a lock is removed that is not there");
    }
}
