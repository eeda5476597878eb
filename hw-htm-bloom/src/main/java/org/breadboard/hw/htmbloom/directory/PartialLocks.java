// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.Arrays;

/**
 * The locking buffers next to a directory (HADES V.B): each holds the filters of a transaction that is committing, or
 * of a read of several lines, and denies other transactions' conflicting accesses. The filters of such a transaction do
 * not change, so a buffer names them rather than copying them. A transaction that also writes copies on its own node
 * has two pairs of filters there; one buffer has the union. A read has a buffer of its own. Whoever locks before it
 * executes has its lines locked by their addresses (HADES VI): it holds them for long, and a filter would claim others
 * with them. One thread; grows, and is used again without allocation.
 *
 * <p>Lines that belong to a transaction of the configuration before are held by their addresses, too, against all,
 * until that is recovered (assumed: HADES says nothing of recovery). They need no buffer of a transaction.
 */
public final class PartialLocks {
    private static final int FIRST = 16;

    private int[] owners = new int[FIRST];
    private FilterPairs[] banks = new FilterPairs[FIRST];
    private int[] pairs = new int[FIRST];
    private boolean[] reads = new boolean[FIRST];
    private boolean[] exact = new boolean[FIRST];
    private final LineList held = new LineList();
    private final int buffers;
    private int loaded;
    private int count;

    PartialLocks(int buffers) {
        this.buffers = buffers;
    }

    /** Holds a line against all transactions. */
    public void hold(long line) {
        held.add(line);
    }

    /** Lets go of a line that is held. */
    public void letGo(long line) {
        held.remove(line);
    }

    /** How many there are, of lines that are held as well. */
    public int size() {
        return count + held.size();
    }

    /** Whether a transaction has a buffer as one that commits. */
    private boolean hasBuffer(int owner) {
        for (int i = 0; i < count; i++) {
            if (owners[i] == owner && !reads[i]) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a lock of another transaction than {@code self} stands against an access to a line; a read in progress
     * does against writes.
     */
    public boolean denies(int self, long line, boolean write) {
        for (int i = 0; i < count; i++) {
            if (owners[i] != self && (write || !reads[i]) && claims(i, line, write)) {
                return true;
            }
        }
        return held.contains(line);
    }

    /** The same for any of some lines in a row. */
    public boolean denies(int self, long first, long last, boolean write) {
        boolean any = count > 0 || held.size() > 0;
        for (long line = first; any && line <= last; line++) {
            if (denies(self, line, write)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a transaction other than {@code self} has locked any of these lines against an access, or they are held.
     * Reads in progress are no such transactions: who commits squashes their readers, and is held up where it pushes
     * its writes ({@link #areRead}).
     */
    public boolean conflicts(int self, LineList lines, boolean write) {
        for (int i = 0; i < count; i++) {
            if (owners[i] != self && !reads[i] && claims(i, lines, write)) {
                return true;
            }
        }
        for (int i = 0; held.size() > 0 && i < lines.size(); i++) {
            if (held.contains(lines.get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a read of another transaction than {@code self} is in progress of any of these lines, so that writes to
     * them stall (HADES V.B).
     */
    public boolean areRead(int self, LineList lines) {
        for (int i = 0; i < count; i++) {
            if (owners[i] != self && reads[i] && claims(i, lines, true)) {
                return true;
            }
        }
        return false;
    }

    private boolean claims(int buffer, LineList lines, boolean write) {
        for (int i = 0; i < lines.size(); i++) {
            if (claims(buffer, lines.get(i), write)) {
                return true;
            }
        }
        return false;
    }

    private boolean claims(int buffer, long line, boolean write) {
        return exact[buffer]
                ? banks[buffer].holds(pairs[buffer], line, write)
                : banks[buffer].claims(pairs[buffer], line, write);
    }

    /** Loads a buffer for a transaction that commits; false if none is free. */
    public boolean add(int owner, FilterPairs bank, int pair) {
        return add(owner, bank, pair, false);
    }

    /** The same for a transaction that locks before it executes. */
    public boolean addFirst(int owner, FilterPairs bank, int pair) {
        return add(owner, bank, pair, true);
    }

    private boolean add(int owner, FilterPairs bank, int pair, boolean byAddress) {
        if (!hasBuffer(owner)) {
            if (loaded == buffers) {
                return false;
            }
            loaded++;
        }
        put(owner, bank, pair, false);
        exact[count - 1] = byAddress;
        return true;
    }

    /** Loads a buffer for a read; false if none is free. */
    boolean addRead(int owner, FilterPairs bank, int pair) {
        if (loaded == buffers) {
            return false;
        }
        loaded++;
        put(owner, bank, pair, true);
        return true;
    }

    private void put(int owner, FilterPairs bank, int pair, boolean read) {
        if (count == owners.length) {
            owners = Arrays.copyOf(owners, 2 * count);
            banks = Arrays.copyOf(banks, 2 * count);
            pairs = Arrays.copyOf(pairs, 2 * count);
            reads = Arrays.copyOf(reads, 2 * count);
            exact = Arrays.copyOf(exact, 2 * count);
        }
        owners[count] = owner;
        banks[count] = bank;
        pairs[count] = pair;
        exact[count] = false;
        reads[count++] = read;
    }

    /** Clears the buffer that names a pair of filters. */
    public void remove(FilterPairs bank, int pair) {
        for (int i = 0; i < count; i++) {
            if (banks[i] == bank && pairs[i] == pair) {
                int owner = owners[i];
                boolean read = reads[i];
                count--;
                owners[i] = owners[count];
                banks[i] = banks[count];
                pairs[i] = pairs[count];
                reads[i] = reads[count];
                exact[i] = exact[count];
                loaded -= !read && hasBuffer(owner) ? 0 : 1;
                return;
            }
        }
        throw new IllegalStateException("a lock is removed that is not there");
    }
}
