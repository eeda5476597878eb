// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.Arrays;
import org.breadboard.api.memory.Region;

/**
 * Who holds the locks over a node's headers, and who waits for them, in an order that the protocol gives: by age
 * (wound-wait, Rosenkrantz et al., TODS 1978, section 4), or by place in a sequence (Calvin, Thomson et al., SIGMOD
 * 2012, section 3.2). A request is granted when nobody else holds what conflicts with it, and nobody of a lower order
 * waits for what does. Shared locks conflict with exclusive ones only.
 *
 * <p>An object of this class is one thread's view; all of a node share the region, whose buckets are latched for each
 * call. Nobody waits inside: who is not granted a lock asks again.
 */
public final class LockTable {
    /** What became of a request. */
    public enum Grant {
        /** It is granted. */
        HELD,
        /** It has to wait. */
        WAITS,
        /** There is none. */
        ABSENT
    }

    // In front of the heads of chains: the first free entry (with a tag above it), and how many entries were ever used.
    private static final int USED = 8;
    private static final int HEADS = Region.LINE_BYTES;

    // An entry.
    private static final int PLACE = 0;
    private static final int HEADER = 8;
    private static final int WHO = 16;
    private static final int ORDER = 24;
    private static final int STATE = 32;
    private static final int NEXT = 40;
    private static final int ENTRY_BYTES = Region.LINE_BYTES;

    // States.
    private static final long HOLDS_SHARED = 1;
    private static final long HOLDS_EXCLUSIVE = 2;
    private static final long HOLDS = HOLDS_SHARED | HOLDS_EXCLUSIVE;
    private static final long WANTS_SHARED = 4;
    private static final long WANTS_EXCLUSIVE = 8;
    private static final long WANTS = WANTS_SHARED | WANTS_EXCLUSIVE;
    /** It stands in somebody's way, and who asked was told. */
    private static final long NAMED = 16;

    private static final long LATCH = 1L << (Long.SIZE - 1);
    private static final long INDEX = (1L << Integer.SIZE) - 1;

    private final Region region;
    private final long begin;
    private final int slots;
    private long[] victims = new long[4];
    private int victimCount;
    private int steps;

    /**
     * A view of {@link #regionBytes}, for the same number, of a node's region.
     *
     * @param begin where they begin; all zero at first
     */
    public LockTable(Region region, long begin, int slots) {
        this.region = region;
        this.begin = begin;
        this.slots = slots;
    }

    /**
     * How large a region is.
     *
     * @param slots how many requests it has room for
     */
    public static long regionBytes(int slots) {
        return HEADS + (long) slots * (Long.BYTES + ENTRY_BYTES);
    }

    // Calls.

    /**
     * Adds a request, which waits at first; or makes one that is there exclusive, which then waits, if it is not, and
     * holds on to what it has.
     *
     * @param header where the header stands in the region of its partition
     * @param who whose request it is; a transaction has one for each header
     * @param order of all requests that conflict the one with the lowest is first; each has one of its own
     * @return false if there is no room
     */
    public boolean add(int table, int partition, long header, long who, long order, boolean exclusive) {
        long place = place(table, partition);
        long head = head(place, header);
        long first = latch(head);
        long entry = find(first, place, header, who);
        long newFirst = first;
        if (entry == 0) {
            entry = allocate();
            if (entry == 0) {
                unlatch(head, first);
                return false;
            }
            newFirst = entry;
            region.putLong(at(entry) + PLACE, place);
            region.putLong(at(entry) + HEADER, header);
            region.putLong(at(entry) + WHO, who);
            region.putLong(at(entry) + ORDER, order);
            region.putLong(at(entry) + STATE, 0);
            region.putLong(at(entry) + NEXT, first);
        }
        long state = region.getLong(at(entry) + STATE);
        if ((state & HOLDS_EXCLUSIVE) == 0 && (exclusive || (state & HOLDS) == 0)) {
            region.putLong(at(entry) + STATE, state | (exclusive ? WANTS_EXCLUSIVE : WANTS_SHARED));
        }
        unlatch(head, newFirst);
        return true;
    }

    /**
     * Grants a request, if it may be. If it has to wait, {@link #victim} names those who hold what it waits for though
     * their order is higher; each holder is named once for each lock that it has.
     */
    public Grant hold(int table, int partition, long header, long who) {
        victimCount = 0;
        long place = place(table, partition);
        long head = head(place, header);
        long first = latch(head);
        long entry = find(first, place, header, who);
        Grant grant = entry == 0 ? Grant.ABSENT : grant(first, entry, place, header);
        unlatch(head, first);
        return grant;
    }

    private Grant grant(long first, long entry, long place, long header) {
        long state = region.getLong(at(entry) + STATE);
        if ((state & WANTS) == 0) {
            return Grant.HELD;
        }
        boolean exclusive = (state & WANTS_EXCLUSIVE) != 0;
        long order = region.getLong(at(entry) + ORDER);
        boolean free = true;
        for (long other = first; other != 0; other = region.getLong(at(other) + NEXT)) {
            steps++;
            if (other == entry || !isOf(other, place, header)) {
                continue;
            }
            long its = region.getLong(at(other) + STATE);
            boolean before = region.getLong(at(other) + ORDER) < order;
            if ((its & (exclusive ? HOLDS : HOLDS_EXCLUSIVE)) != 0) {
                free = false;
                if (!before && (its & NAMED) == 0) {
                    region.putLong(at(other) + STATE, its | NAMED);
                    name(region.getLong(at(other) + WHO));
                }
            } else if (before && (its & (exclusive ? WANTS : WANTS_EXCLUSIVE)) != 0) {
                free = false;
            }
        }
        if (!free) {
            return Grant.WAITS;
        }
        region.putLong(at(entry) + STATE, state & NAMED | (exclusive ? HOLDS_EXCLUSIVE : HOLDS_SHARED));
        return Grant.HELD;
    }

    private void name(long who) {
        if (victimCount == victims.length) {
            victims = Arrays.copyOf(victims, 2 * victimCount);
        }
        victims[victimCount++] = who;
    }

    /** How many the last {@link #hold} has named. */
    public int victims() {
        return victimCount;
    }

    /** Whom it has named, from 0 on. */
    public long victim(int index) {
        return victims[index];
    }

    /** Removes a request with all that it holds; false if there is none. */
    public boolean remove(int table, int partition, long header, long who) {
        long place = place(table, partition);
        long head = head(place, header);
        long first = latch(head);
        long previous = 0;
        long entry = first;
        while (entry != 0 && !(isOf(entry, place, header) && region.getLong(at(entry) + WHO) == who)) {
            previous = entry;
            entry = region.getLong(at(entry) + NEXT);
        }
        long next = entry == 0 ? 0 : region.getLong(at(entry) + NEXT);
        if (entry != 0 && previous != 0) {
            region.putLong(at(previous) + NEXT, next);
        }
        unlatch(head, entry != 0 && previous == 0 ? next : first);
        if (entry != 0) {
            free(entry);
        }
        return entry != 0;
    }

    /** How many requests the last {@link #add} or {@link #hold} has passed. */
    public int steps() {
        return steps;
    }

    // Chains.

    private static long place(int table, int partition) {
        return (long) table << Integer.SIZE | partition;
    }

    private long head(long place, long header) {
        long mixed = (header ^ place * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return begin + HEADS + Math.floorMod(mixed ^ mixed >>> 32, slots) * (long) Long.BYTES;
    }

    private long at(long entry) {
        return begin + HEADS + (long) slots * Long.BYTES + (entry - 1) * ENTRY_BYTES;
    }

    private boolean isOf(long entry, long place, long header) {
        return region.getLong(at(entry) + PLACE) == place && region.getLong(at(entry) + HEADER) == header;
    }

    private long find(long first, long place, long header, long who) {
        steps = 0;
        long entry = first;
        while (entry != 0 && !(isOf(entry, place, header) && region.getLong(at(entry) + WHO) == who)) {
            steps++;
            entry = region.getLong(at(entry) + NEXT);
        }
        return entry;
    }

    private long latch(long head) {
        while (true) {
            long first = region.getLongAcquire(head) & ~LATCH;
            if (region.compareAndSetLong(head, first, first | LATCH)) {
                return first;
            }
            Thread.onSpinWait();
        }
    }

    private void unlatch(long head, long first) {
        region.putLongRelease(head, first);
    }

    // Entries, counted from 1; 0 is none.

    private long allocate() {
        long word = region.getLongAcquire(begin);
        while ((word & INDEX) != 0) {
            long rest = region.getLong(at(word & INDEX) + NEXT) | tagAfter(word);
            if (region.compareAndSetLong(begin, word, rest)) {
                return word & INDEX;
            }
            word = region.getLongAcquire(begin);
        }
        long used = region.getLongAcquire(begin + USED);
        while (used < slots) {
            if (region.compareAndSetLong(begin + USED, used, used + 1)) {
                return used + 1;
            }
            used = region.getLongAcquire(begin + USED);
        }
        return 0;
    }

    private void free(long entry) {
        long word;
        do {
            word = region.getLongAcquire(begin);
            region.putLong(at(entry) + NEXT, word & INDEX);
        } while (!region.compareAndSetLong(begin, word, entry | tagAfter(word)));
    }

    /** Another tag than a word's, so that nobody takes it for the one that it has seen. */
    private static long tagAfter(long word) {
        return (word & ~INDEX) + INDEX + 1;
    }
}
