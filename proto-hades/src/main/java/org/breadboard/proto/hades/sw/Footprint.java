package org.breadboard.proto.hades.sw;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.table.RecordIndex;

/** Read and write set of a transaction: where its accesses are, which stand for others to the same record, and which hold a lock. */
final class Footprint {
    // An access is three words next to one another: its place and flags, its record's address and its incarnation.
    private static final int STRIDE = 3;
    private static final int ADDRESS = 1;
    private static final int INCARNATION = 2;

    private static final int NODE_SHIFT = 16;
    private static final int LEADER_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final long HELD = 1L << 62;

    private long[] words = new long[16 * STRIDE];
    private int placed;

    /** Forgets the accesses of the last attempt. */
    void clear() {
        placed = 0;
    }

    /** Places the accesses that are new since the last call. */
    void place(Transaction transaction, Placement placement) {
        int accesses = transaction.accesses();
        if (accesses * STRIDE > words.length) {
            words = Arrays.copyOf(words, Math.max(accesses * STRIDE, words.length * 2));
        }
        for (; placed < accesses; placed++) {
            int partition = placement.partition(transaction.table(placed), transaction.key(placed));
            long node = placement.node(partition, 0);
            words[placed * STRIDE] =
                    partition | node << NODE_SHIFT | (long) firstLike(transaction, placed) << LEADER_SHIFT;
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

    int partition(int access) {
        return (int) words[access * STRIDE] & SHORT;
    }

    /** The primary of an access. */
    int node(int access) {
        return (int) (words[access * STRIDE] >>> NODE_SHIFT) & SHORT;
    }

    /** The first access to the same record, which is read and locked for all of them. */
    int leader(int access) {
        return (int) (words[access * STRIDE] >>> LEADER_SHIFT) & SHORT;
    }

    boolean isLeader(int access) {
        return leader(access) == access;
    }

    /** The record of a leader stands there. */
    void stands(int leader, long address) {
        words[leader * STRIDE + ADDRESS] = address;
    }

    long address(int access) {
        return words[leader(access) * STRIDE + ADDRESS];
    }

    /** Whether the record of an access has a place at all. */
    boolean hasPlace(int access) {
        return address(access) != RecordIndex.NO_PLACE;
    }

    /** The incarnation word that was read. */
    void incarnation(int leader, long word) {
        words[leader * STRIDE + INCARNATION] = word;
    }

    long incarnation(int access) {
        return words[leader(access) * STRIDE + INCARNATION];
    }

    /** Whether this access is the first of those to a record that is written. */
    boolean locks(Transaction transaction, int access) {
        if (!isLeader(access)) {
            return false;
        }
        for (int i = access; i < transaction.accesses(); i++) {
            if (transaction.written(i) && leader(i) == access) {
                return true;
            }
        }
        return false;
    }

    /** Whether this write is the one of its record that stays. */
    boolean isLastWrite(Transaction transaction, int access) {
        if (!transaction.written(access)) {
            return false;
        }
        for (int i = access + 1; i < transaction.accesses(); i++) {
            if (transaction.written(i) && leader(i) == leader(access)) {
                return false;
            }
        }
        return true;
    }

    void hold(int leader) {
        words[leader * STRIDE] |= HELD;
    }

    /** Whether an access holds the lock of its record; accesses that are not placed hold none. */
    boolean isHeld(int access) {
        return access < placed && (words[access * STRIDE] & HELD) != 0;
    }
}
