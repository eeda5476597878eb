package org.breadboard.proto.hades.table;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.txn.Transaction;

/**
 * Where the accesses of one attempt at a transaction are: partition, primary and address, and which stand for others to the same record. One
 * thread; used again without allocation.
 */
public class Footprint {
    // An access is two words next to each other: its place, and its record's address.
    private static final int STRIDE = 2;
    private static final int ADDRESS = 1;

    private static final int NODE_SHIFT = 16;
    private static final int LEADER_SHIFT = 32;
    private static final int SHORT = 0xffff;

    private long[] words = new long[16 * STRIDE];
    private int placed;

    /** Of no access yet. */
    public Footprint() {
        // Nothing is placed.
    }

    /** Forgets the accesses of the last attempt. */
    public final void clear() {
        placed = 0;
    }

    /** Places the accesses that are new since the last call. */
    public void place(Transaction transaction, Placement placement) {
        int accesses = transaction.accesses();
        if (accesses * STRIDE > words.length) {
            words = Arrays.copyOf(words, Math.max(accesses * STRIDE, words.length * 2));
        }
        for (; placed < accesses; placed++) {
            int partition = placement.partition(transaction.table(placed), transaction.key(placed));
            long node = placement.node(partition, 0);
            words[placed * STRIDE] =
                    partition | node << NODE_SHIFT | (long) firstLike(transaction, placed) << LEADER_SHIFT;
            words[placed * STRIDE + ADDRESS] = 0;
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

    /** How many accesses are placed. */
    public final int placed() {
        return placed;
    }

    /** The partition of an access that is placed, as all below ask for. */
    public final int partition(int access) {
        return (int) words[access * STRIDE] & SHORT;
    }

    /** The primary of an access. */
    public final int node(int access) {
        return (int) (words[access * STRIDE] >>> NODE_SHIFT) & SHORT;
    }

    /** The first access to the same record. */
    public final int leader(int access) {
        return (int) (words[access * STRIDE] >>> LEADER_SHIFT) & SHORT;
    }

    /** Whether an access is the first to its record. */
    public final boolean isLeader(int access) {
        return leader(access) == access;
    }

    /** Says where the record of an access stands, or that it has {@link RecordIndex#NO_PLACE}. */
    public final void stands(int access, long address) {
        words[leader(access) * STRIDE + ADDRESS] = address;
    }

    /** Where the record of an access stands; 0 until it was said. */
    public final long address(int access) {
        return words[leader(access) * STRIDE + ADDRESS];
    }

    /** Whether the record of an access has a place at all. */
    public final boolean hasPlace(int access) {
        return address(access) != RecordIndex.NO_PLACE;
    }

    /** Whether this write is the one of its record that stays: the last one. */
    public final boolean isLastWrite(Transaction transaction, int access) {
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
}
