package org.breadboard.kit.rpc;

import java.util.Arrays;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;

/**
 * Where the accesses of one attempt are, and what it holds of the headers over their records. Keys that share a bucket
 * share its header, so the first access under a header leads all others under it: it stands for the header. Where
 * {@link AccessMap} speaks of a record, read header: what is locked, leads or is written last is so of all its keys.
 */
public final class HeaderMap extends AccessMap {
    // The words beside an access that leads.
    private static final int HELD = 0;
    private static final int VERSION = 1;
    private static final int LAST = 2;
    /** How many calls are under way, all about one access, and above it that access. */
    private static final int CALLS = 3;

    private static final int ACCESS_SHIFT = 32;

    private final Store[] stores;
    private final Placement placement;
    private long[] headers = new long[16];
    private Transaction transaction;

    HeaderMap(Store[] stores, Placement placement) {
        super(0, 0, 0, 0);
        this.stores = stores;
        this.placement = placement;
    }

    void place(Transaction ofAttempt) {
        transaction = ofAttempt;
        int from = placed();
        place(ofAttempt, placement);
        for (int access = from; access < placed(); access++) {
            if (ofAttempt.mode(access).ranges()) {
                throw new IllegalStateException(
                        "a range of table " + ofAttempt.table(access) + " is asked for, which is not ordered");
            }
            word(leader(access), LAST, access);
        }
    }

    @Override
    protected int firstLike(Transaction ofAttempt, int access, int partition) {
        int table = ofAttempt.table(access);
        long header = stores[table].headerAddress(ofAttempt.key(access));
        if (access >= headers.length) {
            headers = Arrays.copyOf(headers, headers.length * 2);
        }
        headers[access] = header;
        for (int i = 0; i < access; i++) {
            if (headers[i] == header && ofAttempt.table(i) == table && partition(i) == partition) {
                return i;
            }
        }
        return access;
    }

    // What the transaction holds.

    /** What it holds of the header of an access, in the protocol's numbering; 0 at first, which is nothing. */
    public int held(int access) {
        return (int) word(leader(access), HELD);
    }

    /** The version of the header of an access, when the transaction got hold of it. */
    public long version(int access) {
        return word(leader(access), VERSION);
    }

    /** The transaction has got hold of the header of an access. */
    public void hold(int access, int what, long version) {
        word(leader(access), HELD, what);
        word(leader(access), VERSION, version);
    }

    /** Whether an access is the last one under its header. */
    public boolean isLast(int access) {
        return word(leader(access), LAST) == access;
    }

    /** The version that its header gets with the transaction's commit: the next one if a record under it is written. */
    public long versionAfter(int access) {
        return version(access) + (lastWrite(transaction, leader(access)) >= 0 ? 1 : 0);
    }

    // What is under way.

    boolean mayCall(int access) {
        long calls = word(leader(access), CALLS);
        return (int) calls == 0 || calls >>> ACCESS_SHIFT == access;
    }

    void called(int access) {
        int calls = (int) word(leader(access), CALLS);
        word(leader(access), CALLS, (long) access << ACCESS_SHIFT | calls + 1);
    }

    void answered(int access) {
        word(leader(access), CALLS, word(leader(access), CALLS) - 1);
    }
}
