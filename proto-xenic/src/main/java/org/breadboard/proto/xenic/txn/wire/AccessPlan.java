package org.breadboard.proto.xenic.txn.wire;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;

/** Where the accesses of a transaction are, which of them are to the same record, and which hold its lock. One thread. */
public final class AccessPlan {
    private static final int NODE_SHIFT = 16;
    private static final int LEADER_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final long HELD = 1L << 62;

    private long[] words = new long[16];
    private int placed;

    /** Forgets all accesses. */
    public void clear() {
        placed = 0;
    }

    /** Places the accesses that are new since the last call. */
    public void place(Transaction transaction, Placement placement) {
        int accesses = transaction.accesses();
        if (accesses > words.length) {
            words = Arrays.copyOf(words, Math.max(accesses, 2 * words.length));
        }
        for (; placed < accesses; placed++) {
            int partition = placement.partition(transaction.table(placed), transaction.key(placed));
            long node = placement.node(partition, 0);
            words[placed] = partition | node << NODE_SHIFT | (long) firstLike(transaction, placed) << LEADER_SHIFT;
        }
    }

    private static int firstLike(Transaction transaction, int access) {
        for (int i = 0; i < access; i++) {
            if (transaction.key(i) == transaction.key(access) && transaction.table(i) == transaction.table(access)) {
                return i;
            }
        }
        return access;
    }

    /** The partition of an access. */
    public int partition(int access) {
        return (int) words[access] & SHORT;
    }

    /** The primary of an access. */
    public int node(int access) {
        return (int) (words[access] >>> NODE_SHIFT) & SHORT;
    }

    /** The first access to the same record. */
    public int leader(int access) {
        return (int) (words[access] >>> LEADER_SHIFT) & SHORT;
    }

    /** The record of an access is locked for the transaction. */
    public void hold(int access) {
        words[leader(access)] |= HELD;
    }

    /** The record of an access is no longer locked for it. */
    public void release(int access) {
        words[leader(access)] &= ~HELD;
    }

    /** Whether the record of an access is locked for the transaction. */
    public boolean isHeld(int access) {
        return (words[leader(access)] & HELD) != 0;
    }

    /** Whether one of the accesses from {@code from} on to a leader's record may write it. */
    public boolean mayWrite(Transaction transaction, int leader, int from) {
        for (int i = Math.max(leader, from); i < placed; i++) {
            if (leader(i) == leader && transaction.mode(i).writes()) {
                return true;
            }
        }
        return false;
    }

    /** Whether an access to a leader's record has written it. */
    public boolean isWritten(Transaction transaction, int leader) {
        return lastWrite(transaction, leader) >= 0;
    }

    /** The write to a leader's record that stays, or -1 if there is none. */
    public int lastWrite(Transaction transaction, int leader) {
        for (int i = placed - 1; i >= leader; i--) {
            if (transaction.written(i) && leader(i) == leader) {
                return i;
            }
        }
        return -1;
    }
}
