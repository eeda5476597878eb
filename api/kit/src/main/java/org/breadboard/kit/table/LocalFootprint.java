// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.Arrays;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.Transaction;

/** Where the local accesses of a transaction are, the headers that it has locked, and the guards of its ranges. */
final class LocalFootprint {
    static final int NONE = -1;

    /** The access is a local one. */
    static final long LOCAL = 1;
    /** Its write is the last one of its key. */
    static final long STORED = 2;
    /** Its write is the last stored one under its header. */
    static final long LAST = 4;
    /** Its record was put into the store and is not committed yet. */
    static final long INSERTED = 8;

    private static final int PARTITION_SHIFT = 32;

    // An access is three words next to one another.
    private static final int STRIDE = 3;
    private static final int HEADER = 1;
    private static final int VALUE = 2;

    private long[] accesses = new long[16 * STRIDE];
    private int known;

    // A lock is three words: table and partition, the header's address, and the word that stood there.
    private long[] locks = new long[8 * STRIDE];
    private int lockCount;

    // A guard is three words: the range's access and the partition, its address and its version.
    private long[] guards = new long[8 * STRIDE];
    private int guardCount;

    // A part of a range is one word: the range's access and the partition.
    private long[] parts = new long[8];
    private int partCount;

    void clear() {
        Arrays.fill(accesses, 0, known * STRIDE, 0);
        known = 0;
        lockCount = 0;
        guardCount = 0;
        partCount = 0;
    }

    // Accesses.

    void place(int access, int partition, long header) {
        known = Math.max(known, access + 1);
        if (known * STRIDE > accesses.length) {
            accesses = Arrays.copyOf(accesses, Math.max(known * STRIDE, 2 * accesses.length));
        }
        accesses[access * STRIDE] |= LOCAL | (long) partition << PARTITION_SHIFT;
        accesses[access * STRIDE + HEADER] = header;
    }

    /** Accesses from this one on are not local. */
    int known() {
        return known;
    }

    boolean is(int access, long flag) {
        return access < known && (accesses[access * STRIDE] & flag) != 0;
    }

    void set(int access, long flag) {
        accesses[access * STRIDE] |= flag;
    }

    int partition(int access) {
        return (int) (accesses[access * STRIDE] >>> PARTITION_SHIFT);
    }

    long header(int access) {
        return accesses[access * STRIDE + HEADER];
    }

    long value(int access) {
        return accesses[access * STRIDE + VALUE];
    }

    void value(int access, long address) {
        accesses[access * STRIDE + VALUE] = address;
    }

    /** Finds the last write of each key, and the last one under each header. */
    void order(Transaction transaction) {
        for (int i = known - 1; i >= 0; i--) {
            if (!is(i, LOCAL) || !transaction.written(i)) {
                continue;
            }
            long flags = STORED | LAST;
            for (int later = i + 1; later < known; later++) {
                if (is(later, STORED)
                        && header(later) == header(i)
                        && transaction.table(later) == transaction.table(i)
                        && partition(later) == partition(i)) {
                    flags &= ~LAST;
                    flags &= transaction.key(later) == transaction.key(i) ? ~STORED : -1;
                }
            }
            set(i, flags);
        }
    }

    // Locks.

    void lock(int table, int partition, long header, long word) {
        if ((lockCount + 1) * STRIDE > locks.length) {
            locks = Arrays.copyOf(locks, 2 * locks.length);
        }
        int at = lockCount++ * STRIDE;
        locks[at] = where(table, partition);
        locks[at + HEADER] = header;
        locks[at + VALUE] = word;
    }

    int locks() {
        return lockCount;
    }

    int findLock(int table, int partition, long header) {
        long where = where(table, partition);
        for (int i = 0, at = 0; i < lockCount; i++, at += STRIDE) {
            if (locks[at + HEADER] == header && locks[at] == where) {
                return i;
            }
        }
        return NONE;
    }

    int lockTable(int lock) {
        return (int) locks[lock * STRIDE];
    }

    int lockPartition(int lock) {
        return (int) (locks[lock * STRIDE] >>> PARTITION_SHIFT);
    }

    long lockHeader(int lock) {
        return locks[lock * STRIDE + HEADER];
    }

    long lockWord(int lock) {
        return locks[lock * STRIDE + VALUE];
    }

    private static long where(int table, int partition) {
        return table | (long) partition << PARTITION_SHIFT;
    }

    // Ranges.

    /** Notes that a partition's part of a range is searched, once. */
    void part(int range, int partition) {
        long part = where(range, partition);
        for (int i = 0; i < partCount; i++) {
            if (parts[i] == part) {
                return;
            }
        }
        if (partCount == parts.length) {
            parts = Arrays.copyOf(parts, 2 * parts.length);
        }
        parts[partCount++] = part;
    }

    int parts() {
        return partCount;
    }

    int partRange(int part) {
        return (int) parts[part];
    }

    int partPartition(int part) {
        return (int) (parts[part] >>> PARTITION_SHIFT);
    }

    /** Notes the guards that a lookup of a part of a range has passed. */
    void guard(int range, int partition, Cursor cursor) {
        for (int i = 0; i < cursor.guards(); i++) {
            if ((guardCount + 1) * STRIDE > guards.length) {
                guards = Arrays.copyOf(guards, 2 * guards.length);
            }
            int at = guardCount++ * STRIDE;
            guards[at] = where(range, partition);
            guards[at + HEADER] = cursor.guardAddress(i);
            guards[at + VALUE] = cursor.guardVersion(i);
        }
    }

    /** Forgets the guards of a part of a range. */
    void unguard(int range, int partition) {
        int kept = 0;
        for (int at = 0; at < guardCount * STRIDE; at += STRIDE) {
            if (guards[at] != where(range, partition)) {
                System.arraycopy(guards, at, guards, kept++ * STRIDE, STRIDE);
            }
        }
        guardCount = kept;
    }

    int guards() {
        return guardCount;
    }

    int guardRange(int guard) {
        return (int) guards[guard * STRIDE];
    }

    int guardPartition(int guard) {
        return (int) (guards[guard * STRIDE] >>> PARTITION_SHIFT);
    }

    long guardAddress(int guard) {
        return guards[guard * STRIDE + HEADER];
    }

    long guardVersion(int guard) {
        return guards[guard * STRIDE + VALUE];
    }
}
