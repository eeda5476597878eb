// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTransaction;

/**
 * A transaction's part in ordered tables, in FaSST's order: what may be written is locked before it is read (FaSST 5,
 * phase 1).
 */
final class LocalPart {
    private final HostThread thread;
    private final Footprint footprint;
    private final LocalTransaction local;

    LocalPart(HostThread thread, Footprint footprint, int context) {
        this.thread = thread;
        this.footprint = footprint;
        local = new LocalTransaction(thread.locals(), thread.inserts(context));
    }

    LocalTransaction transaction() {
        return local;
    }

    /**
     * Locks and fetches the accesses from {@code first} to {@code end}, excluded; answers why the attempt has to abort,
     * or null.
     */
    AbortReason execute(Step step, Transaction transaction, int first, int end) {
        AbortReason failure = null;
        for (int i = first; i < end && failure == null; i++) {
            if (footprint.isLocal(transaction, i)) {
                failure = execute(step, transaction, i);
            }
        }
        return failure;
    }

    private AbortReason execute(Step step, Transaction transaction, int access) {
        if (!thread.isHere(footprint.node(access))) {
            throw thread.locals().table(transaction.table(access)).elsewhere(thread.node(), footprint.node(access));
        }
        int partition = footprint.partition(access);
        AbortReason failure = transaction.mode(access).writes() ? local.lock(step, access, partition) : null;
        return failure == null ? local.fetch(step, access, partition) : failure;
    }

    /** Puts inserts in place, then validates; answers why the attempt has to abort, or null. */
    AbortReason prepare(Step step) {
        local.installed();
        AbortReason failure = local.insert(step);
        if (failure == null && thread.validates()) {
            failure = local.validateRecords(step);
            failure = failure == null ? local.validateRanges(step) : failure;
        }
        return failure;
    }
}
