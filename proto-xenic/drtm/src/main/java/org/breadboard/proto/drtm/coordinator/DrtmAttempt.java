// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.log.WriteWord;
import org.breadboard.proto.drtm.setup.CommitAcks;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.OwnRecords;

/**
 * One attempt at a transaction, as its phases share it: where its records are, what went wrong, what it asks of other
 * nodes.
 */
final class DrtmAttempt extends Attempt {
    private final CoordinatorSetup setup;
    private final int context;
    private final Footprint footprint = new Footprint();
    private final LocalTransaction local;
    private final SpreadRanges ranges;
    private final DrtmVerbs verbs;
    private final Requests requests;
    private final LogPlan logPlan;

    DrtmAttempt(CoordinatorSetup setup, Task coordinator, TransactionSource source, int context) {
        super(source, context);
        this.setup = setup;
        this.context = context;
        local = new LocalTransaction(setup.locals, setup.inserts(context));
        ranges = setup.ranges(local);
        verbs = new DrtmVerbs(setup, coordinator, context);
        requests = new Requests(setup, context, coordinator.attempt());
        logPlan = new LogPlan(setup);
    }

    @Override
    protected void begin() {
        super.begin();
        footprint.clear();
        local.begin(transaction());
        ranges.begin(transaction());
    }

    Footprint footprint() {
        return footprint;
    }

    /** Its part in ordered tables. */
    LocalTransaction local() {
        return local;
    }

    /** Its ranges over the keys of all partitions. */
    SpreadRanges ranges() {
        return ranges;
    }

    /** Whether an access is to an ordered table, and so no matter of verbs and RPCs. */
    boolean isLocal(int access) {
        return setup.locals.isLocal(transaction().table(access));
    }

    /** Whether the write of an access is the one of its record that stays. */
    boolean isStored(int access) {
        return isLocal(access) ? local.isStored(access) : footprint.isLastWrite(transaction(), access);
    }

    /** The number of its context in its thread. */
    int context() {
        return context;
    }

    CoordinatorSetup setup() {
        return setup;
    }

    DrtmOptions options() {
        return setup.options;
    }

    DrtmVerbs verbs() {
        return verbs;
    }

    Requests requests() {
        return requests;
    }

    /** What is logged of it, once its log has begun. */
    LogPlan logPlan() {
        return logPlan;
    }

    /** What an access writes, as logs and requests say it. */
    long writeWord(int access) {
        boolean more = isLocal(access) && !local.isLast(access);
        boolean deletes = transaction().mode(access) == AccessMode.DELETE;
        int valueBytes = transaction().newBytes(access);
        return WriteWord.of(transaction().table(access), footprint.partition(access), valueBytes, more, deletes);
    }

    /** Sends the requests of its commit. */
    void sendCommits(Step step) {
        if (options().commitAcks == CommitAcks.PASSIVE) {
            requests.sendUnawaited(step);
        } else {
            requests.send(step);
        }
    }

    /** How many answers of other nodes are awaited. */
    int awaited() {
        return verbs.underWay() + requests.underWay();
    }

    /** Whether the primary of an access is this node. */
    boolean isHere(int access) {
        return footprint.node(access) == setup.node;
    }

    /** Whether the record of an access, of a hash table, is the CPU's to read and write. */
    boolean isNear(int access) {
        return options().ownRecords == OwnRecords.CPU && isHere(access);
    }
}
