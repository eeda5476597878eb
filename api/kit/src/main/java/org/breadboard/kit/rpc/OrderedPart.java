// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.SpreadRanges;

/**
 * What the transactions of one context do in ordered tables. What they may write is locked before it is read; a lock
 * that somebody else has ends the attempt. Its {@link RpcTransaction} makes the calls.
 */
final class OrderedPart {
    private final OrderedServer server;
    private final RpcThread thread;
    private final HeaderMap headers;
    private final LocalTransaction local;
    private final SpreadRanges ranges;
    private final byte[] request = new byte[SpreadRanges.REQUEST_BYTES];
    private Transaction transaction;
    private int declared;
    private int asked;
    private boolean prepared;

    OrderedPart(OrderedServer server, RpcThread thread, HeaderMap headers) {
        this.server = server;
        this.thread = thread;
        this.headers = headers;
        local = new LocalTransaction(server.records());
        ranges = new SpreadRanges(server.specs(), thread.placement(), thread.node(), thread.mostAnswerBytes(), local);
    }

    void begin(Transaction next) {
        transaction = next;
        declared = 0;
        asked = 0;
        prepared = false;
        local.begin(next);
        ranges.begin(next);
    }

    /** There are so many accesses now. */
    void declared(int accesses) {
        if (accesses > declared) {
            ranges.open(declared);
            declared = accesses;
        }
    }

    /** Whether an access is to an ordered table. */
    boolean has(int access) {
        return server.records().isLocal(transaction.table(access));
    }

    /** Locks and fetches an access, unless it is a range over all partitions. */
    AbortReason fetch(Step step, int access) {
        if (ranges.isSpread(access)) {
            return null;
        }
        int partition = headers.partition(access);
        int primary = thread.placement().node(partition, 0);
        if (primary != thread.node()) {
            throw server.records().table(transaction.table(access)).elsewhere(thread.node(), primary);
        }
        AbortReason failure = transaction.mode(access).writes() ? local.lock(step, access, partition) : null;
        return failure == null ? local.fetch(step, access, partition) : failure;
    }

    // Ranges over all partitions, part by part.

    int parts() {
        return ranges.parts();
    }

    /** How many parts nobody has asked for yet. */
    int toAsk() {
        return ranges.parts() - asked;
    }

    int nextPart() {
        return asked;
    }

    void asked() {
        asked++;
    }

    boolean isHere(int part) {
        return ranges.isHere(part);
    }

    int node(int part) {
        return ranges.node(part);
    }

    AbortReason fetchPart(Step step, int part) {
        return ranges.fetchHere(step, part);
    }

    /** The call about a part of another node: for its rows, or whether they are still the same. */
    RecordCall request(int part, boolean checks) {
        if (checks) {
            ranges.check(part, request, 0);
        } else {
            ranges.request(part, request, 0);
        }
        return thread.made()
                .ofNode(OrderedServer.RANGE, 0)
                .with(request, 0, request.length)
                .ofOrdered();
    }

    AbortReason answered(int part, boolean checks, Message answer) {
        return checks
                ? ranges.checked(answer.bytes(), RecordAnswer.HEADER_BYTES)
                : ranges.answered(part, answer.bytes(), RecordAnswer.HEADER_BYTES);
    }

    /**
     * All parts are here: adds those that are still missing, or the rows to the transaction; whether there are more.
     */
    boolean more() {
        return ranges.more();
    }

    // Ending.

    /** Puts inserts in place and validates; answers why the attempt has to abort, or null. */
    AbortReason prepare(Step step) {
        prepared = true;
        local.installed();
        AbortReason failure = local.insert(step);
        return failure == null ? local.validate(step) : failure;
    }

    /** Whether backups have to be told of an access. */
    boolean isStored(int access) {
        return local.isStored(access);
    }

    int operation(int access) {
        return local.isLast(access) ? OrderedServer.APPLY_LAST : OrderedServer.APPLY;
    }

    void end(Step step, boolean commits) {
        if (commits && !prepared) {
            throw new IllegalStateException("a transaction commits that has not been through RpcTransaction.ordered,"
                    + " and its protocol says that it runs ordered tables");
        }
        if (commits) {
            local.install(step);
        } else {
            local.release(step);
        }
    }
}
