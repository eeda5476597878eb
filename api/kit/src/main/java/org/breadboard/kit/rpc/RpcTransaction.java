// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.occ.PhasedTransaction;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A context whose phases call other threads about its accesses. Calls about several accesses under one header are made
 * one access after another, so that a server gets them in their order; those about one access may be under way at one
 * time, each to another copy. A phase's {@code completed} is told of the access of each answer; what is on the own node
 * is answered at once, unless the call has to wait. A phase may ask devices, too ({@link #awaitDevice}).
 */
@ConsumerType
public abstract class RpcTransaction extends PhasedTransaction {
    /** In an answer, the item of a call about no record. */
    private static final int NO_ACCESS = -1;
    /** The same of a call about part 0 of a range; that of part 1 is one less, and so on. */
    private static final int FIRST_PART = -2;

    /** More cannot be told apart: a leader is a number of 16 bits ({@link org.breadboard.kit.occ.AccessMap}). */
    private static final int MOST_ACCESSES = 1 << 16;

    private static final byte[] NOTHING = {};

    private final RpcThread thread;
    private final Attempt attempt;
    private final HeaderMap headers;
    private final OrderedPart ordered;
    private final int context;
    private int underWay;

    /** Context number {@code context} of a thread. */
    protected RpcTransaction(RpcThread thread, TransactionSource source, int context) {
        this(thread, source, context, 0);
    }

    /** The same, with so many words of its own beside each header ({@link HeaderMap#word}). */
    protected RpcTransaction(RpcThread thread, TransactionSource source, int context, int words) {
        this.thread = thread;
        this.context = context;
        OrderedServer server = thread.ordered();
        headers = new HeaderMap(thread.stores(), thread.placement(), server == null ? null : server.records(), words);
        attempt = new Attempt(source, context) {
            @Override
            protected void ending(Step step, boolean commits) {
                ordered.end(step, commits);
            }
        };
        ordered = new OrderedPart(
                attempt, server, thread.placement(), thread.node(), thread.mostAnswerBytes(), headers, this::callPart);
    }

    /** Which of its thread's contexts it is, from 0 on. */
    protected final int context() {
        return context;
    }

    @Override
    protected final Attempt current() {
        return attempt;
    }

    /** Its accesses, and what it holds of their headers. */
    protected final HeaderMap headers() {
        return headers;
    }

    @Override
    protected final void resumed(Step step) {
        step.busy(thread.switchNs());
    }

    @Override
    protected final void begun(Step step) {
        headers.clear();
        ordered.begin(attempt.transaction());
    }

    @Override
    protected final void declared() {
        int accesses = attempt.transaction().accesses();
        if (accesses > MOST_ACCESSES) {
            attempt.fail(AbortReason.EXHAUSTED);
            return;
        }
        headers.place(attempt.transaction());
        ordered.declared(accesses);
    }

    /** Nothing to do: what was called leaves at the end of the burst. */
    @Override
    protected final void flush(Step step) {
        // See RpcThread.transmit.
    }

    @Override
    protected final boolean isWaiting() {
        return underWay > 0;
    }

    /**
     * A phase whose items are the accesses that are not fetched yet, and {@link #more}. Those of ordered tables it
     * fetches itself.
     */
    @ConsumerType
    protected abstract class FetchPhase extends Phase {
        private int taken;

        /** For subclasses. */
        protected FetchPhase() {}

        @Override
        protected final int first() {
            taken = 0;
            return attempt.fetched();
        }

        /** Rows of ranges are none: they come with their values. */
        @Override
        protected final int items() {
            return ordered.declared() + ordered.partsSince() + more();
        }

        @Override
        protected final boolean take(Step step, int item) {
            if (item < ordered.declared() && isOrdered(item)) {
                ordered.fetch(step, item);
                return true;
            }
            if (item < ordered.declared()) {
                return post(step, item);
            }
            if (ordered.isToAsk()) {
                return ordered.askNext(step);
            }
            boolean posted = post(step, attempt.transaction().accesses() + taken);
            taken += posted ? 1 : 0;
            return posted;
        }

        /** Behind the parts of a range that are here there may be others to ask for. */
        @Override
        protected final boolean hasMore() {
            return ordered.more();
        }

        /**
         * How many items stand behind all accesses, such as what hardware could not answer; by default none. The first
         * is posted with the number {@code current().transaction().accesses()}.
         */
        protected int more() {
            return 0;
        }

        /** Answers an access with the value in an answer, or with none if there is no such record. */
        protected final void fetched(int access, Message answer, boolean found) {
            Transaction transaction = attempt.transaction();
            long version = RecordAnswer.number(answer);
            if (found) {
                int bytes = RecordAnswer.valueBytes(answer);
                transaction.fetched(access, version, answer.bytes(), RecordAnswer.HEADER_BYTES, bytes);
            } else {
                transaction.missing(access, version);
            }
        }
    }

    /** A phase whose items are the accesses, all of which are placed, without those of ordered tables. */
    @ConsumerType
    protected abstract class AccessPhase extends Phase {
        /** For subclasses. */
        protected AccessPhase() {}

        @Override
        protected final boolean take(Step step, int item) {
            return isOrdered(item) || post(step, item);
        }

        @Override
        protected final int items() {
            return headers.placed();
        }
    }

    /**
     * A phase whose items are the backups of each access, all of which are placed. Those of ordered tables it tells
     * itself.
     */
    @ConsumerType
    protected abstract class BackupPhase extends Phase {
        private final int backups = thread.placement().replicas() - 1;

        /** For subclasses. */
        protected BackupPhase() {}

        /** Does an item, as {@link Phase#post}: copy {@code copy}, from 1 on, of an access. */
        protected abstract boolean post(Step step, int access, int copy);

        @Override
        protected final int items() {
            return headers.placed() * backups;
        }

        @Override
        protected final boolean post(Step step, int item) {
            int access = item / backups;
            int copy = 1 + item % backups;
            if (copy >= thread.placement().copies(headers.partition(access))) {
                return true;
            }
            return isOrdered(access) ? tellOrdered(step, access, copy) : post(step, access, copy);
        }
    }

    /** Whether an access is to an ordered table, and so no matter of the protocol's own phases. */
    protected final boolean isOrdered(int access) {
        return ordered.has(access);
    }

    /**
     * A phase that puts inserts into ordered tables in place, and looks whether all that was read there is as it was.
     * {@link #after} returns it when the transaction holds all its locks, which stay until its end, before it validates
     * anything that it has read elsewhere, and before a {@link BackupPhase}, which tells the backups of ordered tables,
     * too: the transaction takes effect while this phase begins. What it writes there is stored when
     * {@link Attempt#committed} is called. Where the protocol runs no ordered tables, it does nothing.
     */
    protected final Phase ordered() {
        return ordered;
    }

    private boolean callPart(Step step, byte[] request, int node, int part) {
        if (underWay >= RpcThread.WINDOW) {
            return false;
        }
        RecordCall call = thread.made()
                .ofNode(OrderedServer.RANGE, 0)
                .with(request, 0, request.length)
                .ofOrdered();
        underWay += thread.call(step, call, node, this, FIRST_PART - part) ? 1 : 0;
        return true;
    }

    private boolean tellOrdered(Step step, int access, int copy) {
        if (!ordered.isStored(access)) {
            return true;
        }
        int operation = ordered.operation(access);
        long version = attempt.transaction().installedVersion(access);
        return mayCall(access)
                && call(step, newCallWithValue(operation, access, version).ofOrdered(), access, copy);
    }

    /**
     * Calls the primary of an access.
     *
     * @param operation what is asked for, from 0 to 255, in the protocol's numbering
     * @param number goes with it
     * @return false if that has to wait: the item is to be tried again
     */
    protected final boolean call(Step step, int operation, int access, long number) {
        return mayCall(access) && call(step, newCall(operation, access, number), access, 0);
    }

    /** The same with a second number. */
    protected final boolean call(Step step, int operation, int access, long number, long second) {
        return mayCall(access) && call(step, newCall(operation, access, number).and(second), access, 0);
    }

    /**
     * Calls a copy of an access with the value that its record gets; without one if the record is removed.
     *
     * @param copy 0 for the primary, from 1 on for the backups
     * @return as {@link #call}
     */
    protected final boolean callWithValue(Step step, int operation, int access, int copy, long number) {
        return mayCall(access) && call(step, newCallWithValue(operation, access, number), access, copy);
    }

    /** The same with a second number. */
    protected final boolean callWithValue(Step step, int operation, int access, int copy, long number, long second) {
        return mayCall(access)
                && call(step, newCallWithValue(operation, access, number).and(second), access, copy);
    }

    /**
     * Calls a node about no record, for example to ask it for a timestamp. {@link #answeredByNode} is told of the
     * answer; the phase goes on with it as with others.
     *
     * @return as {@link #call}
     */
    protected final boolean callNode(Step step, int operation, int node, long number) {
        return callNode(step, operation, node, number, NOTHING, 0);
    }

    /** The same with some bytes, which are copied. */
    protected final boolean callNode(Step step, int operation, int node, long number, byte[] bytes, int lengthBytes) {
        if (underWay >= RpcThread.WINDOW) {
            return false;
        }
        RecordCall call = thread.made().ofNode(operation, number).with(bytes, 0, lengthBytes);
        underWay += thread.call(step, call, node, this, NO_ACCESS) ? 1 : 0;
        return true;
    }

    /** A node has answered a call about no record. By default, that is an error. */
    protected void answeredByNode(Step step, Message answer) {
        throw new IllegalStateException("a node answers, and nobody takes it");
    }

    /**
     * Somebody has sent it a notice ({@link RpcThread#tellContext}), whatever it does just then, and perhaps one that
     * was meant for an earlier attempt. By default, that is an error.
     *
     * @param notice valid until this returns
     */
    protected void told(Step step, RecordCall notice) {
        throw new IllegalStateException("a context gets a notice, and does not take any");
    }

    /** The node of an access's primary. */
    protected final int primary(int access) {
        return thread.placement().node(headers.partition(access), 0);
    }

    private boolean mayCall(int access) {
        return underWay < RpcThread.WINDOW && headers.mayCall(access);
    }

    private RecordCall newCall(int operation, int access, long number) {
        Transaction transaction = attempt.transaction();
        return thread.made()
                .of(operation, transaction.table(access), headers.partition(access), transaction.key(access), number);
    }

    private RecordCall newCallWithValue(int operation, int access, long number) {
        Transaction transaction = attempt.transaction();
        return newCall(operation, access, number)
                .with(transaction.values(), transaction.newAt(access), transaction.newBytes(access));
    }

    private boolean call(Step step, RecordCall call, int access, int copy) {
        if (thread.call(step, call, thread.placement().node(headers.partition(access), copy), this, access)) {
            underWay++;
            headers.called(access);
        }
        return true;
    }

    /**
     * The phase has asked a device about an access, and waits for it as for an answer: the device completes once to
     * this task, with the access as {@link Message#kind}, and {@link #deviceCompleted} is told.
     */
    protected final void awaitDevice() {
        underWay++;
    }

    /** What a device says that was asked; the message's bytes live until this returns. */
    protected void deviceCompleted(Step step, int access, Message message) {
        throw new IllegalStateException("a device answers about access " + access + ", and nobody has asked it");
    }

    @Override
    protected final boolean completed(Step step, Message message) {
        underWay--;
        deviceCompleted(step, message.kind(), message);
        return underWay == 0;
    }

    void answered(Step step, Message answer) {
        int access = RecordCall.item(answer);
        underWay--;
        if (access >= 0) {
            headers.answered(access);
        }
        answeredAtHome(step, access, answer);
        if (underWay == 0) {
            step.ready(this);
        }
    }

    void answeredAtHome(Step step, int access, Message answer) {
        if (RecordCall.isOrdered(answer)) {
            if (access <= FIRST_PART) {
                ordered.answered(FIRST_PART - access, phase() == ordered, answer);
            }
        } else if (access == NO_ACCESS) {
            answeredByNode(step, answer);
        } else {
            completed(step, access, answer);
        }
    }
}
