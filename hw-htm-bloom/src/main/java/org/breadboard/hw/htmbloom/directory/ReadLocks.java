// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

/**
 * The partial locks of other nodes' reads of more than one line, while their lines are fetched (HADES V.B, Table I:
 * "partially lock the directory while reading multiple lines"). Each has a locking buffer with exactly the lines of its
 * read, as read: other transactions' stores to them are denied, and what a commit writes there stalls until the read is
 * over; the commit's locks and checks do not wait for it. It is gone when the last line has come, whatever has become
 * of the transaction, so nobody waits for it for long; and it denies reads nothing. A core's own loads need none: all
 * lines of one load are taken at one instant here. One thread.
 */
public final class ReadLocks {
    /** No number. */
    public static final int NONE = FilterPairs.NONE;

    private final PartialLocks locks;
    private final FilterPairs lines;
    private final long[] addresses;

    /** For {@code size} reads at a time. */
    ReadLocks(PartialLocks locks, FilterPairs lines, int size) {
        this.locks = locks;
        this.lines = lines;
        addresses = new long[size];
    }

    /** Locks lines for a read that begins at an address; answers its number, or {@link #NONE} if no buffer is free. */
    public int take(int reader, long first, long last, long address) {
        int read = lines.take(reader);
        if (read == NONE) {
            return NONE;
        }
        if (!locks.addRead(reader, lines, read)) {
            lines.release(read);
            return NONE;
        }
        for (long line = first; line <= last; line++) {
            lines.read(read, line);
        }
        addresses[read] = address;
        return read;
    }

    /** Where the read begins, in its region. */
    public long address(int read) {
        return addresses[read];
    }

    /** All its lines have come; whoever waits for that has to {@link DeniedRequests#tryAgain}. */
    public void release(int read) {
        locks.remove(lines, read);
        lines.release(read);
    }
}
