// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.fasst.table.TableRequest;

/**
 * A transaction's part in ordered tables, in FaSST's order: what may be written is locked before it is read (FaSST 5,
 * phase 1).
 */
final class LocalPart {
    private final HostThread thread;
    private final Footprint footprint;
    private final LocalTransaction local;
    private final SpreadRanges ranges;

    LocalPart(HostThread thread, Footprint footprint, int context) {
        this.thread = thread;
        this.footprint = footprint;
        local = new LocalTransaction(thread.locals(), thread.inserts(context));
        ranges = thread.ranges(local);
    }

    void begin(Transaction transaction) {
        local.begin(transaction);
        ranges.begin(transaction);
    }

    LocalTransaction transaction() {
        return local;
    }

    /** Ranges over the keys of all partitions. */
    SpreadRanges ranges() {
        return ranges;
    }

    /**
     * Locks and fetches the accesses from {@code first} to {@code end}, excluded; answers why the attempt has to abort,
     * or null.
     */
    AbortReason execute(Step step, Transaction transaction, int first, int end) {
        AbortReason failure = null;
        for (int i = first; i < end && failure == null; i++) {
            if (footprint.isLocal(transaction, i) && !ranges.isSpread(i)) {
                failure = execute(step, transaction, i);
            }
        }
        return failure;
    }

    /**
     * Fetches the parts of ranges on this node that nobody has asked for yet, and adds those of other nodes to a phase;
     * answers why the attempt has to abort, or null.
     */
    AbortReason executeRanges(Step step, WorkList work) {
        AbortReason failure = null;
        for (int part = ranges.asked(); part < ranges.parts() && failure == null; part++) {
            if (ranges.isHere(part)) {
                failure = ranges.fetchHere(step, part);
            } else {
                work.add(part, TableRequest.RANGE, 0, 0, ranges.node(part));
            }
        }
        return ranges.parts() > WorkList.MAX_ACCESSES ? AbortReason.EXHAUSTED : failure;
    }

    /** Adds the parts of ranges on other nodes to the phase that validates. */
    void planValidate(WorkList work) {
        for (int part = 0; part < ranges.parts(); part++) {
            if (!ranges.isHere(part)) {
                work.add(part, TableRequest.CHECK_RANGE, 0, 0, ranges.node(part));
            }
        }
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
