// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.store.Store;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.kit.table.LocalRecords;

/**
 * Where the accesses of one attempt are, and what it holds of the headers over their records. Keys that share a bucket
 * share its header, so what is held of it is held for all accesses under it. One thread; used again without allocation.
 */
public final class HeaderMap {
    // Words beside the first access under a header.
    private static final int HELD = 0;
    private static final int VERSION = 1;
    /** How many calls are under way. */
    private static final int CALLS = 2;
    /** The one access that they are about. */
    private static final int CALLED = 3;
    /** The protocol's own words, from here on. */
    private static final int OWN = 4;

    private final Store[] stores;
    private final Placement placement;
    private final Places places;
    /** Null where none are. */
    private final LocalRecords ordered;

    private Transaction transaction;

    /**
     * With so many words of the protocol's own beside each header, 0 at first.
     *
     * @param ordered the tables that may have ranges; null if none may
     */
    HeaderMap(Store[] stores, Placement placement, LocalRecords ordered, int words) {
        this.ordered = ordered;
        this.stores = stores;
        this.placement = placement;
        places = new Places(words);
    }

    /** The accesses by their headers, each of which is led by the first access under it. */
    private final class Places extends AccessMap {
        Places(int words) {
            super(new long[OWN + words]);
        }

        @Override
        protected long unit(Transaction ofAttempt, int access) {
            int table = ofAttempt.table(access);
            boolean ranges = ofAttempt.mode(access).ranges();
            if (ranges && ordered != null && ordered.isLocal(table)) {
                return -1L - access; // under no header, so like no other access
            }
            if (ranges) {
                throw new IllegalStateException("a range of table " + table + " is asked for, which is not ordered");
            }
            return stores[table].headerAddress(ofAttempt.key(access));
        }

        long ofHeader(int access, int index) {
            return word(leader(access), index);
        }

        void ofHeader(int access, int index, long value) {
            word(leader(access), index, value);
        }
    }

    /** Forgets the accesses of the last attempt. */
    void clear() {
        places.clear();
    }

    /** Places the accesses that are new since the last call. */
    void place(Transaction ofAttempt) {
        transaction = ofAttempt;
        places.place(ofAttempt, placement);
    }

    int placed() {
        return places.placed();
    }

    /** The partition of an access. */
    int partition(int access) {
        return places.partition(access);
    }

    // What the transaction holds.

    /** What it holds of the header over an access, in the protocol's numbering; 0 at first, which is nothing. */
    public int held(int access) {
        return (int) places.ofHeader(access, HELD);
    }

    /** The version of the header over an access, when the transaction got hold of it. */
    public long version(int access) {
        return places.ofHeader(access, VERSION);
    }

    /** The transaction has got hold of the header over an access. */
    public void hold(int access, int what, long version) {
        places.ofHeader(access, HELD, what);
        places.ofHeader(access, VERSION, version);
    }

    /** One of the protocol's own words beside the header over an access, from 0 on. */
    public long word(int access, int index) {
        return places.ofHeader(access, OWN + index);
    }

    /** Sets one of the protocol's own words. */
    public void word(int access, int index, long value) {
        places.ofHeader(access, OWN + index, value);
    }

    /** Whether an access is the first one under its header: what is done once for a header is done for this one. */
    public boolean isFirst(int access) {
        return places.leads(access);
    }

    /** Whether a record under the header over an access is written. */
    public boolean isWritten(int access) {
        return places.lastWrite(transaction, places.leader(access)) >= 0;
    }

    /** Whether an access is the last one under its header. */
    public boolean isLast(int access) {
        for (int i = access + 1; i < placed(); i++) {
            if (places.leader(i) == places.leader(access)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an access writes its record, and no later one does: what it writes is what the transaction leaves. */
    public boolean isLastWrite(int access) {
        for (int i = access + 1; i < placed(); i++) {
            boolean same =
                    transaction.table(i) == transaction.table(access) && transaction.key(i) == transaction.key(access);
            if (same && transaction.written(i)) {
                return false;
            }
        }
        return transaction.written(access);
    }

    /** The version that the header gets with the transaction's commit: the next one if a record under it is written. */
    public long versionAfter(int access) {
        return version(access) + (isWritten(access) ? 1 : 0);
    }

    // What is under way.

    boolean mayCall(int access) {
        return places.ofHeader(access, CALLS) == 0 || places.ofHeader(access, CALLED) == access;
    }

    void called(int access) {
        places.ofHeader(access, CALLS, places.ofHeader(access, CALLS) + 1);
        places.ofHeader(access, CALLED, access);
    }

    void answered(int access) {
        places.ofHeader(access, CALLS, places.ofHeader(access, CALLS) - 1);
    }
}
