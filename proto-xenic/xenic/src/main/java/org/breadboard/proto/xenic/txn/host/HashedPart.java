// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.AccessMap;
import org.breadboard.proto.xenic.txn.setup.Catalog;

/** What a transaction of a host wants of hashed tables. One thread. */
final class HashedPart {
    private final Catalog catalog;
    private final int node;
    private final HostRecords records;
    private final AccessMap plan;
    private Transaction transaction;

    HashedPart(HostSetup setup, HostRecords records, AccessMap plan) {
        catalog = setup.catalog();
        node = setup.node();
        this.records = records;
        this.plan = plan;
    }

    void begin(Transaction next) {
        transaction = next;
    }

    private boolean isHashed(int access) {
        return !catalog.isOrdered(transaction.table(access));
    }

    /**
     * Whether records are wanted that the NIC has to fetch, or must have locked before anything is validated.
     *
     * @param from the first access that is not read
     * @param all whether the NIC has to fetch all, and not only those of other nodes
     */
    boolean wantsNic(int from, boolean all) {
        for (int i = from; i < transaction.accesses(); i++) {
            if (isHashed(i) && !transaction.answered(i) && (all || plan.node(i) != node)) {
                return true;
            }
        }
        return false;
    }

    /** Reads what is wanted from an access on; how many are read then. */
    int read(Step step, int from) {
        int access = from;
        for (; access < transaction.accesses(); access++) {
            if (!transaction.answered(access)) {
                records.read(step, transaction, access, plan.partition(access));
            }
        }
        return access;
    }

    /** Whether a record is wanted by one of the accesses before {@code to}. */
    boolean isRead(int to) {
        for (int i = 0; i < to; i++) {
            if (isHashed(i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a record is written. */
    boolean isWritten() {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isHashed(i) && transaction.written(i)) {
                return true;
            }
        }
        return false;
    }

    /** Sets the versions that its writes get. */
    void installed() {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isHashed(i) && transaction.written(i)) {
                transaction.installed(i, transaction.readVersion(i) + 1);
            }
        }
    }
}
