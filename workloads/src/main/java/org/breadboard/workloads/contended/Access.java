// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.LogicContext;

/** One access of a transaction as a number of its input: kind, table, and key or, of the ordered table, place. */
final class Access {
    static final int READ = 0;
    static final int UPDATE = 1;
    static final int INSERT = 2;
    static final int DELETE = 3;
    static final int MIN = 4;
    static final int MAX = 5;
    static final int RANGE = 6;

    private static final int TABLE_AT = 3;
    private static final int WIDTH_AT = 4;
    private static final int LIMIT_AT = 8;
    private static final int KEY_AT = 12;
    private static final long SMALL = 15;

    private Access() {}

    /** An access to one record. */
    static long record(int kind, int table, long key) {
        return key << KEY_AT | (long) table << TABLE_AT | kind;
    }

    /** An access to a range of keys, of which the highest is {@code width} above the lowest; both at most 15. */
    static long range(int kind, int table, long key, int width, int limit) {
        return record(kind, table, key) | (long) limit << LIMIT_AT | (long) width << WIDTH_AT;
    }

    /**
     * Whether two accesses of one transaction cannot stand side by side: both name the same record, or one may write
     * what the other reads in a range.
     */
    static boolean collide(long a, long b) {
        return table(a) == table(b)
                && key(a) <= end(b)
                && key(b) <= end(a)
                && !(isRange(a) && isRange(b))
                && !(isRange(a) && kind(b) == READ)
                && !(isRange(b) && kind(a) == READ);
    }

    /** The same, where a record may be named more than once if at most one of them may write it. */
    static boolean clash(long a, long b) {
        boolean sameRecord = !isRange(a) && !isRange(b) && (kind(a) == READ || kind(b) == READ);
        return collide(a, b) && !sameRecord;
    }

    /** An access of that kind to the record that another one names; itself if that is a range. */
    static long again(int kind, long access) {
        return isRange(access) ? access : record(kind, table(access), key(access));
    }

    /** The same done to the record of another key of its table; itself if that is a range. */
    static long elsewhere(long access, long key) {
        return isRange(access) ? access : record(kind(access), table(access), key);
    }

    private static int kind(long access) {
        return (int) (access & 7);
    }

    /** Whether it may write. */
    static boolean writes(long access) {
        return kind(access) != READ && !isRange(access);
    }

    /** Whether it is a range, a minimum or a maximum. */
    static boolean isRange(long access) {
        return kind(access) > DELETE;
    }

    /** The table of what it names. */
    static int table(long access) {
        return (int) (access >>> TABLE_AT & 1);
    }

    /** The key that it names, or the lowest one of its range. */
    static long key(long access) {
        return access >>> KEY_AT;
    }

    /** Its key; of a range, one whose record would often be what it finds: the ends of minima and maxima, else any. */
    static long telling(long access, RandomStream random) {
        return switch (kind(access)) {
            case MAX -> end(access);
            case RANGE -> key(access) + random.nextInt(1 + width(access));
            default -> key(access);
        };
    }

    /** How far the highest key of its range is above the lowest; 0 for a record. */
    static int width(long access) {
        return (int) (access >>> WIDTH_AT & SMALL);
    }

    private static long end(long access) {
        return key(access) + width(access);
    }

    /** Whether both update the same record. */
    static boolean updateOne(long a, long b) {
        return kind(a) == UPDATE && kind(b) == UPDATE && table(a) == table(b) && key(a) == key(b);
    }

    /**
     * Declares it.
     *
     * @param sorted the keys of the ordered table
     */
    static void declare(LogicContext transaction, long access, SortedKeys sorted) {
        int table = table(access);
        long key = table == ContendedWorkload.SORTED ? sorted.key(key(access)) : key(access);
        switch (kind(access)) {
            case UPDATE -> transaction.update(table, key);
            case INSERT -> transaction.insert(table, key);
            case DELETE -> transaction.delete(table, key);
            case READ -> transaction.read(table, key);
            default -> declareRange(transaction, access, sorted);
        }
    }

    private static void declareRange(LogicContext transaction, long access, SortedKeys sorted) {
        int table = table(access);
        long low = sorted.low(key(access));
        long high = sorted.high(end(access));
        switch (kind(access)) {
            case MIN -> transaction.min(table, low, high);
            case MAX -> transaction.max(table, low, high);
            default -> transaction.range(table, low, high, (int) (access >>> LIMIT_AT & SMALL));
        }
    }
}
