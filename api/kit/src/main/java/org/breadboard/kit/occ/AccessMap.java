// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import java.util.Arrays;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;

/**
 * Where the accesses of one attempt at a transaction are: partition and primary, which of them are to the same record,
 * and which records are locked for it. The first access to a record leads: it represents all of them. Protocols keep
 * words of their own beside each access in a subclass, and say there if several records are one ({@link #unit}). One
 * thread; used again without allocation. All methods but {@link #place} take placed accesses, unless they say
 * otherwise.
 */
public class AccessMap {
    private static final int NODE_SHIFT = 16;
    private static final int LEADER_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final long LOCKED = 1L << 62;
    private static final int UNIT = 1;
    private static final int OWN = 2;

    /** An access is some words next to each other: its place, its unit, and the protocol's own words. */
    private final int stride;

    private final long[] initial;
    private long[] words;
    private int placed;

    /**
     * Has no access yet.
     *
     * @param words the initial values of the protocol's own words beside each access
     */
    public AccessMap(long... words) {
        initial = words.clone();
        stride = OWN + words.length;
        this.words = new long[16 * stride];
    }

    /** Forgets the accesses of the last attempt. */
    public final void clear() {
        placed = 0;
    }

    /** Places the accesses that are new since the last call. */
    public final void place(Transaction transaction, Placement placement) {
        int accesses = transaction.accesses();
        if (accesses * stride > words.length) {
            words = Arrays.copyOf(words, Math.max(accesses * stride, words.length * 2));
        }
        for (; placed < accesses; placed++) {
            int partition = placement.partition(transaction.table(placed), transaction.key(placed));
            long node = placement.node(partition, 0);
            long unit = unit(transaction, placed);
            long leader = firstLike(transaction, partition, unit);
            words[placed * stride] = partition | node << NODE_SHIFT | leader << LEADER_SHIFT;
            words[placed * stride + UNIT] = unit;
            System.arraycopy(initial, 0, words, placed * stride + OWN, initial.length);
        }
    }

    private int firstLike(Transaction transaction, int partition, long unit) {
        int table = transaction.table(placed);
        for (int i = 0; i < placed; i++) {
            if (words[i * stride + UNIT] == unit && partition(i) == partition && transaction.table(i) == table) {
                return i;
            }
        }
        return placed;
    }

    /**
     * What an access is to, as a number within its table and partition; asked once, when the access is placed. Its key,
     * unless a protocol locks several records as one: all that this class says of a record holds for them together.
     */
    protected long unit(Transaction transaction, int access) {
        return transaction.key(access);
    }

    /** How many accesses are placed. */
    public final int placed() {
        return placed;
    }

    /** One of the protocol's own words beside an access. */
    protected final long word(int access, int index) {
        return words[access * stride + OWN + index];
    }

    /** Sets one of the protocol's own words beside an access. */
    protected final void word(int access, int index, long value) {
        words[access * stride + OWN + index] = value;
    }

    // Places.

    /** The partition of an access. */
    public final int partition(int access) {
        return (int) words[access * stride] & SHORT;
    }

    /** The primary of an access. */
    public final int node(int access) {
        return (int) (words[access * stride] >>> NODE_SHIFT) & SHORT;
    }

    /** The first access to the same record. */
    public final int leader(int access) {
        return (int) (words[access * stride] >>> LEADER_SHIFT) & SHORT;
    }

    /** Whether an access is the first to its record. */
    public final boolean leads(int access) {
        return leader(access) == access;
    }

    // Locks.

    /** Marks the record of an access as locked for the transaction. */
    public final void lock(int access) {
        words[leader(access) * stride] |= LOCKED;
    }

    /** Marks the record of an access as unlocked. */
    public final void unlock(int access) {
        words[leader(access) * stride] &= ~LOCKED;
    }

    /** Whether the record of an access is locked for the transaction. */
    public final boolean isLocked(int access) {
        return (words[leader(access) * stride] & LOCKED) != 0;
    }

    /**
     * Whether an access holds a lock, for all accesses to its record: it leads, and the record is locked. One not
     * placed holds none.
     */
    public final boolean holdsLock(int access) {
        return access < placed && (words[access * stride] & LOCKED) != 0;
    }

    // Writes.

    /** Whether an access leads those to a record that is written: it is the one to lock the record. */
    public final boolean leadsWrite(Transaction transaction, int access) {
        return leads(access) && lastWrite(transaction, access) >= 0;
    }

    /** Whether one of the accesses from {@code from} on to a leader's record is declared as one that may write. */
    public final boolean mayWrite(Transaction transaction, int leader, int from) {
        for (int i = Math.max(leader, from); i < placed; i++) {
            if (leader(i) == leader && transaction.mode(i).writes()) {
                return true;
            }
        }
        return false;
    }

    /** The last write to a leader's record, or -1 if the record is not written. */
    public final int lastWrite(Transaction transaction, int leader) {
        for (int i = placed - 1; i >= leader; i--) {
            if (transaction.written(i) && leader(i) == leader) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an access is the last write to its record. */
    public final boolean isLastWrite(Transaction transaction, int access) {
        return transaction.written(access) && lastWrite(transaction, leader(access)) == access;
    }
}
