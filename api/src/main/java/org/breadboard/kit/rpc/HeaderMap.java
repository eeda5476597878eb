package org.breadboard.kit.rpc;

import java.util.Arrays;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;

/**
 * Where the accesses of one attempt are, and what it holds of the headers over their records. Keys that share a bucket
 * share its header, so what is held of it is held for all accesses under it. One thread; used again without allocation.
 */
public final class HeaderMap {
    /** An access is so many words next to each other. */
    private static final int STRIDE = 8;

    private static final int ADDRESS = 0;
    private static final int PARTITION = 1;
    /** The first access under the same header. */
    private static final int FIRST = 2;

    /** What is held; the words from here on are the header's, and used beside its first access alone. */
    private static final int HELD = 3;

    private static final int VERSION = 4;
    private static final int LAST = 5;
    /** How many calls are under way. */
    private static final int CALLS = 6;
    /** The one access that they are about. */
    private static final int CALLED = 7;

    private final Store[] stores;
    private final Placement placement;
    private long[] words = new long[16 * STRIDE];
    private int placed;
    private Transaction transaction;

    HeaderMap(Store[] stores, Placement placement) {
        this.stores = stores;
        this.placement = placement;
    }

    /** Forgets the accesses of the last attempt. */
    void clear() {
        placed = 0;
    }

    /** Places the accesses that are new since the last call. */
    void place(Transaction ofAttempt) {
        transaction = ofAttempt;
        if (ofAttempt.accesses() * STRIDE > words.length) {
            words = Arrays.copyOf(words, Math.max(ofAttempt.accesses() * STRIDE, 2 * words.length));
        }
        for (; placed < ofAttempt.accesses(); placed++) {
            int table = ofAttempt.table(placed);
            if (ofAttempt.mode(placed).ranges()) {
                throw new IllegalStateException("a range of table " + table + " is asked for, which is not ordered");
            }
            long key = ofAttempt.key(placed);
            int at = placed * STRIDE;
            Arrays.fill(words, at, at + STRIDE, 0);
            words[at + ADDRESS] = stores[table].headerAddress(key);
            words[at + PARTITION] = placement.partition(table, key);
            words[at + FIRST] = firstUnderHeader(placed);
            word(placed, LAST, placed);
        }
    }

    private int firstUnderHeader(int access) {
        int at = access * STRIDE;
        for (int i = 0; i < access; i++) {
            if (words[i * STRIDE + ADDRESS] == words[at + ADDRESS]
                    && words[i * STRIDE + PARTITION] == words[at + PARTITION]
                    && transaction.table(i) == transaction.table(access)) {
                return i;
            }
        }
        return access;
    }

    private int first(int access) {
        return (int) words[access * STRIDE + FIRST];
    }

    /** A word of the header over an access. */
    private long word(int access, int index) {
        return words[first(access) * STRIDE + index];
    }

    private void word(int access, int index, long value) {
        words[first(access) * STRIDE + index] = value;
    }

    int placed() {
        return placed;
    }

    /** The partition of an access. */
    int partition(int access) {
        return (int) words[access * STRIDE + PARTITION];
    }

    // What the transaction holds.

    /** What it holds of the header over an access, in the protocol's numbering; 0 at first, which is nothing. */
    public int held(int access) {
        return (int) word(access, HELD);
    }

    /** The version of the header over an access, when the transaction got hold of it. */
    public long version(int access) {
        return word(access, VERSION);
    }

    /** The transaction has got hold of the header over an access. */
    public void hold(int access, int what, long version) {
        word(access, HELD, what);
        word(access, VERSION, version);
    }

    /** Whether an access is the last one under its header. */
    public boolean isLast(int access) {
        return word(access, LAST) == access;
    }

    /** The version that the header gets with the transaction's commit: the next one if a record under it is written. */
    public long versionAfter(int access) {
        for (int i = first(access); i <= word(access, LAST); i++) {
            if (first(i) == first(access) && transaction.written(i)) {
                return version(access) + 1;
            }
        }
        return version(access);
    }

    // What is under way.

    boolean mayCall(int access) {
        return word(access, CALLS) == 0 || word(access, CALLED) == access;
    }

    void called(int access) {
        word(access, CALLS, word(access, CALLS) + 1);
        word(access, CALLED, access);
    }

    void answered(int access) {
        word(access, CALLS, word(access, CALLS) - 1);
    }
}
