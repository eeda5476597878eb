package org.breadboard.proto.xenic.drtm;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;

/** Where the accesses of a transaction are: their partitions, primaries and addresses, and which of them hold a lock. */
final class Footprint {
    // An access is three words next to one another: its place and flags, and the addresses of its header and value.
    private static final int STRIDE = 3;
    private static final int HEADER = 1;
    private static final int VALUE = 2;

    private static final int NODE_SHIFT = 16;
    private static final int LEADER_SHIFT = 32;
    private static final int SHORT = 0xffff;
    private static final long HELD = 1L << 62;
    private static final long NOWHERE = -1;

    private long[] words = new long[8 * STRIDE];
    private int placed;
    private byte[] record = {};

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
            words[placed * STRIDE + HEADER] = NOWHERE;
        }
    }

    private static int firstLike(Transaction transaction, int access) {
        for (int i = 0; i < access; i++) {
            if (isLike(transaction, i, access)) {
                return i;
            }
        }
        return access;
    }

    private static boolean isLike(Transaction transaction, int one, int other) {
        return transaction.key(one) == transaction.key(other) && transaction.table(one) == transaction.table(other);
    }

    int partition(int access) {
        return (int) words[access * STRIDE] & SHORT;
    }

    /** The primary of an access. */
    int node(int access) {
        return (int) (words[access * STRIDE] >>> NODE_SHIFT) & SHORT;
    }

    /** The first access to the same record, which holds the lock for all of them. */
    int leader(int access) {
        return (int) (words[access * STRIDE] >>> LEADER_SHIFT) & SHORT;
    }

    // Addresses.

    /** The record of an access was found there. */
    void stands(int access, long headerAddress, long valueAddress) {
        words[access * STRIDE + HEADER] = headerAddress;
        words[access * STRIDE + VALUE] = valueAddress;
    }

    /** Whether the record's address is not known yet. */
    boolean isWalking(int access) {
        return words[access * STRIDE + HEADER] == NOWHERE;
    }

    long headerAddress(int access) {
        return words[access * STRIDE + HEADER];
    }

    long valueAddress(int access) {
        return words[access * STRIDE + VALUE];
    }

    /** How far behind its header the value of the record begins. */
    int valueOffset(int access) {
        return (int) (valueAddress(access) - headerAddress(access));
    }

    /** From the header to the end of the value. */
    int recordBytes(int access, int valueBytes) {
        return valueOffset(access) + valueBytes;
    }

    /** Room for a header word and a value. */
    byte[] record(int valueBytes) {
        if (record.length < Long.BYTES + valueBytes) {
            record = new byte[Long.BYTES + valueBytes];
        }
        return record;
    }

    // Locks and writes.

    /** Whether this access is the one that locks its record: the first of those to a record that is written. */
    boolean leads(Transaction transaction, int access) {
        if (leader(access) != access) {
            return false;
        }
        for (int i = access; i < transaction.accesses(); i++) {
            if (transaction.written(i) && leader(i) == access) {
                return true;
            }
        }
        return false;
    }

    void hold(int leader) {
        words[leader * STRIDE] |= HELD;
    }

    /** Whether the access holds a lock, for itself and all that follow it. */
    boolean isHeld(int access) {
        return (words[access * STRIDE] & HELD) != 0;
    }

    /** Whether this write is the one that stays. */
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

    /** Whether a node is a backup of the record of an access. */
    boolean backs(Placement placement, int access, int node) {
        return placement.isBackup(partition(access), node);
    }

    /** Whether a node is a backup of something that is written. */
    boolean isBackup(Transaction transaction, Placement placement, int node) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && backs(placement, i, node)) {
                return true;
            }
        }
        return false;
    }
}
