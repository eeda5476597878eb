// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.kit.table.SpreadRanges;

/**
 * What the transactions of one context do in ordered tables; nothing where the protocol runs none. What they may write
 * is locked before it is read; a lock that somebody else has ends the attempt. Its {@link RpcTransaction} makes the
 * calls. As a phase it is {@link RpcTransaction#ordered}, whose items are the parts of ranges.
 */
final class OrderedPart extends Phase {
    private final Attempt attempt;
    private final OrderedServer server;
    private final Placement placement;
    private final int node;
    private final HeaderMap headers;
    private final Caller caller;
    private final LocalTransaction local;
    private final SpreadRanges ranges;
    private final byte[] request = new byte[SpreadRanges.REQUEST_BYTES];
    private Transaction transaction;
    private int declared;
    private int asked;
    private int askedBefore;
    private boolean prepared;

    /** Calls the node that has a part of a range; false if it has to be tried again. */
    @FunctionalInterface
    interface Caller {
        boolean call(Step step, byte[] request, int node, int part);
    }

    /**
     * Of a context on a node.
     *
     * @param attempt at the transactions, which are not begun yet
     * @param server null where the protocol runs no ordered tables
     * @param mostAnswerBytes how much the answer to a call has room for
     */
    OrderedPart(
            Attempt attempt,
            OrderedServer server,
            Placement placement,
            int node,
            int mostAnswerBytes,
            HeaderMap headers,
            Caller caller) {
        this.attempt = attempt;
        this.caller = caller;
        this.server = server;
        this.placement = placement;
        this.node = node;
        this.headers = headers;
        local = server == null ? null : new LocalTransaction(server.records());
        ranges = server == null ? null : new SpreadRanges(server.specs(), placement, node, mostAnswerBytes, local);
    }

    void begin(Transaction next) {
        transaction = next;
        declared = 0;
        asked = 0;
        prepared = false;
        if (server != null) {
            local.begin(next);
            ranges.begin(next);
        }
    }

    /** There are so many accesses now, before a phase sees them. */
    void declared(int accesses) {
        if (server != null && accesses > declared) {
            ranges.open(declared);
        }
        declared = accesses;
        askedBefore = asked;
    }

    /** How many accesses there were then; rows of ranges have come since. */
    int declared() {
        return declared;
    }

    /** How many parts there are that nobody had asked for then. */
    int partsSince() {
        return items() - askedBefore;
    }

    /** Whether an access is to an ordered table. */
    boolean has(int access) {
        return server != null && server.records().isLocal(transaction.table(access));
    }

    /** Locks and fetches an access, unless it is a range over all partitions. */
    void fetch(Step step, int access) {
        if (ranges.isSpread(access)) {
            return;
        }
        int partition = headers.partition(access);
        int primary = placement.node(partition, 0);
        if (primary != node) {
            throw server.records().table(transaction.table(access)).elsewhere(node, primary);
        }
        AbortReason failure = transaction.mode(access).writes() ? local.lock(step, access, partition) : null;
        attempt.fail(failure == null ? local.fetch(step, access, partition) : failure);
    }

    // Ranges over all partitions, part by part.

    /** Whether there are parts that nobody has asked for yet. */
    boolean isToAsk() {
        return asked < items();
    }

    /** Fetches the next part, or asks for it; false if that has to be tried again. */
    boolean askNext(Step step) {
        if (ranges.isHere(asked)) {
            attempt.fail(ranges.fetchHere(step, asked));
        } else {
            ranges.request(asked, request, 0);
            if (!caller.call(step, request, ranges.node(asked), asked)) {
                return false;
            }
        }
        asked++;
        return true;
    }

    void answered(int part, boolean checks, Message answer) {
        attempt.fail(
                checks
                        ? ranges.checked(answer.bytes(), RecordAnswer.HEADER_BYTES)
                        : ranges.answered(part, answer.bytes(), RecordAnswer.HEADER_BYTES));
    }

    /**
     * All parts are here: adds those that are still missing, or the rows to the transaction; whether there are more.
     */
    boolean more() {
        return server != null && ranges.more();
    }

    // Ending.

    /** Puts inserts in place and validates. */
    @Override
    protected void begin(Step step) {
        prepared = true;
        if (server != null) {
            local.installed();
            AbortReason failure = local.insert(step);
            attempt.fail(failure == null ? local.validate(step) : failure);
        }
    }

    @Override
    protected int items() {
        return server == null ? 0 : ranges.parts();
    }

    @Override
    protected boolean post(Step step, int part) {
        if (ranges.isHere(part)) {
            return true;
        }
        ranges.check(part, request, 0);
        return caller.call(step, request, ranges.node(part), part);
    }

    /** Whether backups have to be told of an access. */
    boolean isStored(int access) {
        return local.isStored(access);
    }

    int operation(int access) {
        return local.isLast(access) ? OrderedServer.APPLY_LAST : OrderedServer.APPLY;
    }

    void end(Step step, boolean commits) {
        if (server == null) {
            return;
        }
        if (commits && !prepared) {
            throw new IllegalStateException("a transaction commits that has not been through RpcTransaction.ordered,"
                    + " and its protocol says that it runs ordered tables");
        }
        if (commits) {
            local.install(step);
        } else {
            transaction.withdrawn();
            local.release(step);
        }
    }
}
