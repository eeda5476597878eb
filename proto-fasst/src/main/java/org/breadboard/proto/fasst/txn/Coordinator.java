// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.fasst.rpc.RpcBatch;
import org.breadboard.proto.fasst.rpc.RpcHandler;
import org.breadboard.proto.fasst.rpc.RpcWorker;
import org.breadboard.proto.fasst.table.CommitLog;
import org.breadboard.proto.fasst.table.TableRequest;

/**
 * A worker coroutine that runs transactions and coordinates their commits (FaSST 5, Fig. 6): read and lock, validate,
 * log, commit backups, commit primaries. Each phase is a batch of RPCs, or several if one message per node does not
 * hold it; what concerns this node's own log is a call and goes first; its own tables are asked through RPCs like any
 * other's, as in FaSST's public source, unless {@code localBypass} is set.
 */
final class Coordinator extends RpcWorker {
    private enum Phase {
        NEXT,
        EXECUTE,
        VALIDATE,
        LOG,
        BACKUPS,
        PRIMARIES,
        RELEASE,
        ABORT
    }

    private final HostThread thread;
    private final Attempt attempt;
    private final Footprint footprint;
    private final LocalPart local;
    private final Answers answers;
    private final WorkList work = new WorkList();

    private Phase phase = Phase.NEXT;
    private Transaction transaction;
    /** Items of the phase before these two are done, and under way. */
    private int collected;

    private int sent;
    private boolean localDone;

    /** Where the parts of the transaction's commit record end, and how many there are; none if it writes nothing. */
    private final int[] partEnds = new int[CommitLog.MAX_PARTS];

    private int parts;
    private long records;

    Coordinator(HostThread thread, TransactionSource source, int context) {
        super(thread.endpoint());
        this.thread = thread;
        attempt = new Attempt(source, context);
        this.footprint = new Footprint(thread.placement(), thread.tables());
        this.local = new LocalPart(thread, footprint, context);
        this.answers = new Answers(footprint, local.ranges());
        this.records = thread.log().count(thread.node(), thread.number(), coroutine());
    }

    /** How many records it has logged. */
    long records() {
        return records;
    }

    @Override
    protected Next resume(Step step) {
        if (phase == Phase.NEXT) {
            return begin(step);
        }
        boolean answered = batch().entries() > 0;
        collect();
        batch().clear(step);
        Next next = goesOn() && sent < work.count() ? send(step) : phaseDone(step);
        // A transaction that spoke to nobody lets time pass before the next one.
        return phase == Phase.NEXT && answered ? begin(step) : next;
    }

    @Override
    protected void lost(Step step) {
        attempt.unknown(step);
    }

    // What a transaction goes through.

    private Next begin(Step step) {
        Next wait = attempt.next(step, this);
        if (wait != null) {
            return wait;
        }
        transaction = attempt.transaction();
        footprint.begin();
        answers.begin(transaction);
        local.begin(transaction);
        return runLogic(step);
    }

    private Next runLogic(Step step) {
        if (attempt.run(step) == Decision.ABORT) {
            return abort(step, AbortReason.APPLICATION);
        }
        if (attempt.isDecided() && attempt.hasFetchedAll()) {
            return commit(step);
        }
        if (transaction.accesses() > WorkList.MAX_ACCESSES) {
            return abort(step, AbortReason.EXHAUSTED);
        }
        enter(Phase.EXECUTE);
        footprint.planExecute(transaction, attempt.fetched(), work);
        local.ranges().open(attempt.fetched());
        answers.fail(local.execute(step, transaction, attempt.fetched(), transaction.accesses()));
        return executeRanges(step);
    }

    /** Asks for parts of ranges beside all else, or behind it. */
    private Next executeRanges(Step step) {
        answers.fail(local.executeRanges(step, work));
        attempt.fetchedAll();
        return answers.failure() == null ? send(step) : abort(step, answers.failure());
    }

    private Next commit(Step step) {
        if (!splitRecord()) {
            return abort(step, AbortReason.EXHAUSTED);
        }
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !footprint.isLocal(transaction, i)) {
                transaction.installed(i, footprint.locks().version(footprint.lockOver(i)) + 1);
            }
        }
        AbortReason unfit = local.prepare(step);
        if (unfit != null) {
            return abort(step, unfit);
        }
        enter(Phase.VALIDATE);
        boolean oneRead = transaction.accesses() == 1 && !transaction.mode(0).writes();
        if (!oneRead && thread.validates() && !footprint.planValidate(transaction, work)) {
            return abort(step, AbortReason.VALIDATION);
        }
        if (thread.validates()) {
            local.planValidate(work);
        }
        return send(step);
    }

    /** Splits the commit record into parts that messages have room for; false if there would be too many. */
    private boolean splitRecord() {
        int accesses = transaction.accesses();
        parts = 0;
        if (CommitLog.partBytes(transaction, 0, accesses) == CommitLog.RECORD_HEADER_BYTES) {
            return true;
        }
        for (int from = 0; from < accesses && parts < partEnds.length; parts++) {
            from = CommitLog.partEnd(transaction, from, thread.longestPartBytes());
            partEnds[parts] = from;
        }
        return partEnds[parts - 1] == accesses;
    }

    private Next validated(Step step) {
        if (parts == 0) {
            enter(Phase.RELEASE);
            local.transaction().install(step);
            footprint.planUnlocks(work);
            return send(step);
        }
        enter(Phase.LOG);
        records++;
        for (int copy = 0; copy < thread.logCopies(); copy++) {
            int node = thread.logReplicas().node(thread.node(), copy);
            for (int part = 0; part < parts; part++) {
                work.add(part, TableRequest.LOG, 0, 0, node);
            }
        }
        return send(step);
    }

    private Next abort(Step step, AbortReason reason) {
        enter(Phase.ABORT);
        answers.fail(reason);
        transaction.withdrawn();
        local.transaction().release(step);
        if (!thread.keepsLocks()) {
            footprint.planUnlocks(work);
        }
        return send(step);
    }

    private Next executed(Step step) {
        if (local.ranges().more()) {
            enter(Phase.EXECUTE);
            return executeRanges(step);
        }
        attempt.fetchedAll();
        return attempt.isDecided() ? commit(step) : runLogic(step);
    }

    private Next phaseDone(Step step) {
        if (!goesOn()) {
            return abort(step, answers.failure());
        }
        return switch (phase) {
            case EXECUTE -> executed(step);
            case VALIDATE -> validated(step);
            case LOG -> {
                enter(Phase.BACKUPS);
                footprint.planBackups(transaction, local.transaction(), work);
                yield send(step);
            }
            case BACKUPS -> {
                enter(Phase.PRIMARIES);
                local.transaction().install(step);
                footprint.planPrimaries(transaction, work);
                yield send(step);
            }
            case PRIMARIES, RELEASE -> {
                attempt.committed(step);
                phase = Phase.NEXT;
                yield Next.AGAIN;
            }
            case ABORT -> {
                phase = Phase.NEXT;
                attempt.aborted(step, answers.failure());
                yield Next.AGAIN;
            }
            case NEXT -> throw new IllegalStateException("a coordinator without a transaction ends no phase");
        };
    }

    // What a phase does.

    private void enter(Phase next) {
        phase = next;
        work.clear();
        collected = 0;
        sent = 0;
        localDone = false;
    }

    /** Does what is left of the phase at home, and sends as much of the rest as goes in one batch. */
    private Next send(Step step) {
        if (work.count() == 0) {
            return phaseDone(step);
        }
        if (!localDone) {
            localDone = true;
            serveLocally(step);
        }
        for (boolean room = goesOn(); room && sent < work.count(); ) {
            room = isCall(sent) || put(step, sent);
            sent += room ? 1 : 0;
        }
        return batch().entries() == 0 ? Next.AGAIN : call(step);
    }

    /**
     * Whether the rest of the phase is wanted: not if the attempt has failed, but for what the abort itself has to do.
     */
    private boolean goesOn() {
        return answers.failure() == null || phase == Phase.ABORT;
    }

    /** Whether an item is a call on this node: its own log always, its own tables where a mix says so. */
    private boolean isCall(int item) {
        return thread.isHere(work.node(item)) && (work.op(item) == TableRequest.LOG || thread.bypasses());
    }

    private void serveLocally(Step step) {
        for (int item = 0; item < work.count(); item++) {
            if (!goesOn()) {
                return;
            }
            if (!isCall(item)) {
                continue;
            }
            if (work.op(item) == TableRequest.LOG) {
                int part = work.access(item);
                thread.append(step, coroutine(), transaction, records, part, partBegin(part), partEnds[part]);
            } else {
                TableRequest request = thread.request();
                work.fill(request, transaction, footprint, item);
                byte[] answer = thread.scratch();
                int reply = thread.tables()[transaction.table(work.access(item))].serve(step, request, answer, 0);
                take(item, RpcHandler.status(reply), answer, 0, RpcHandler.lengthBytes(reply));
            }
        }
    }

    /** Adds an item to the batch; false if the batch has no room for it. */
    private boolean put(Step step, int item) {
        int node = work.node(item);
        int op = work.op(item);
        int at;
        if (op == TableRequest.LOG) {
            int part = work.access(item);
            int from = partBegin(part);
            int to = partEnds[part];
            at = batch().add(step, node, HostThread.LOG_TYPE, CommitLog.partBytes(transaction, from, to), 0);
            if (at == RpcBatch.FULL) {
                return false;
            }
            CommitLog.encode(transaction, records, part, from, to, batch().requestBytes(node), at);
        } else if (op == TableRequest.RANGE || op == TableRequest.CHECK_RANGE) {
            return putRange(step, node, op == TableRequest.CHECK_RANGE, work.access(item));
        } else {
            TableRequest request = thread.request();
            work.fill(request, transaction, footprint, item);
            int table = transaction.table(work.access(item));
            at = batch().add(step, node, table, request.lengthBytes(), thread.responseBytes(table, op));
            if (at == RpcBatch.FULL) {
                return false;
            }
            request.encode(batch().requestBytes(node), at);
        }
        return true;
    }

    private boolean putRange(Step step, int node, boolean checks, int part) {
        SpreadRanges ranges = local.ranges();
        int answerBytes = checks ? SpreadRanges.CHECK_ANSWER_BYTES : ranges.answerBytes(part);
        int at = batch().add(step, node, HostThread.RANGE_TYPE, SpreadRanges.REQUEST_BYTES, answerBytes);
        if (at == RpcBatch.FULL) {
            return false;
        }
        if (checks) {
            ranges.check(part, batch().requestBytes(node), at);
        } else {
            ranges.request(part, batch().requestBytes(node), at);
        }
        return true;
    }

    /** The access with which a part of the commit record begins. */
    private int partBegin(int part) {
        return part == 0 ? 0 : partEnds[part - 1];
    }

    // What came back.

    private void collect() {
        RpcBatch answers = batch();
        for (int entry = 0; entry < answers.entries(); collected++) {
            if (!isCall(collected)) {
                take(
                        collected,
                        answers.status(entry),
                        answers.responseBytes(entry),
                        answers.responseAt(entry),
                        answers.responseLength(entry));
                entry++;
            }
        }
    }

    private void take(int item, int status, byte[] bytes, int at, int lengthBytes) {
        answers.take(work.access(item), work.op(item), status, bytes, at, lengthBytes);
    }
}
