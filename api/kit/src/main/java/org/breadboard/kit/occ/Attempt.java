// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * The attempts of one context at its transactions, one after another: it asks the client for the next one, runs the
 * rounds of its logic, remembers why it cannot commit, and tells the client how it ended. Protocols add their own state
 * of an attempt in a subclass. One stage's thread; used again without allocation.
 *
 * <p>Order of calls: {@link #next} until it returns null, {@link #run} for each round, then exactly one of
 * {@link #committed}, {@link #aborted}, {@link #corrected} and {@link #unknown}.
 */
public class Attempt {
    private final TransactionSource source;
    private final int context;
    private Transaction transaction;
    private int round;
    private boolean decided;
    private int fetched;
    private AbortReason failure;

    /** For context number {@code context} of a stage's client. */
    public Attempt(TransactionSource source, int context) {
        this.source = source;
        this.context = context;
    }

    /**
     * Asks the client for an attempt, and begins it.
     *
     * @param task whose step this is; it runs again when the client wants it to wait
     * @return null if an attempt has begun; otherwise what the task's step has to return
     */
    public final Task.Next next(Step step, Task task) {
        double waitNs = source.next(step, context);
        if (waitNs == TransactionSource.STOP) {
            return Task.Next.DONE;
        }
        if (waitNs >= 1) {
            step.timer(task, waitNs);
            return Task.Next.AWAIT;
        }
        if (waitNs != TransactionSource.NOW) {
            // Less than the clock's unit: as soon as this step has ended.
            return Task.Next.AGAIN;
        }
        transaction = source.transaction(context);
        begin();
        return null;
    }

    /**
     * Begins with the logic's first round. Called by {@link #next} and {@link #again}; a subclass that overrides it
     * calls it first.
     */
    protected void begin() {
        round = 0;
        decided = false;
        fetched = 0;
        failure = null;
    }

    /**
     * Forgets what was done, and runs the logic again from its first round, with the same input, without asking the
     * client.
     */
    public final void again() {
        transaction.reset();
        begin();
    }

    /** It ends: called before the client is told. */
    protected void ending(Step step, boolean commits) {
        // Most protocols have left nothing behind by then.
    }

    /** The transaction; null before the first. */
    public final Transaction transaction() {
        return transaction;
    }

    /**
     * Runs the logic's next round, on what was fetched, and keeps the stage busy for as long as the workload says.
     *
     * @param step gets the logic's time
     */
    public final Decision run(Step step) {
        step.busy(transaction.logic().computeNs());
        return rerun();
    }

    /** As {@link #run}, without time: to find out afterwards what an attempt did. */
    public final Decision rerun() {
        Decision decision = transaction.run(round++);
        decided = decision == Decision.COMMIT;
        return decision;
    }

    /** How many rounds have run. */
    public final int rounds() {
        return round;
    }

    /** Whether the last round wants to commit: there will be no other. */
    public final boolean isDecided() {
        return decided;
    }

    /** How many accesses are fetched: those with a lower index. */
    public final int fetched() {
        return fetched;
    }

    /** Whether all accesses that are declared are fetched. */
    public final boolean hasFetchedAll() {
        return fetched == transaction.accesses();
    }

    /** Marks all accesses declared so far as fetched. */
    public final void fetchedAll() {
        fetched = transaction.accesses();
    }

    /** Notes why it cannot commit. The first reason counts; null is no reason. */
    public final void fail(AbortReason reason) {
        failure = failure == null ? reason : failure;
    }

    /** Why it cannot commit, or null. */
    public final AbortReason failure() {
        return failure;
    }

    /** Tells the client that it committed; {@link Transaction#installed} has been called for each write. */
    public final void committed(Step step) {
        ending(step, true);
        source.committed(step, context);
    }

    /** Tells the client that it did not commit and left nothing behind. */
    public final void aborted(Step step, AbortReason reason) {
        ending(step, false);
        source.aborted(step, context, reason);
    }

    /**
     * As {@link #aborted}, for an attempt whose abort brought what the next one needs
     * ({@link TransactionSource#corrected}).
     */
    public final void corrected(Step step, AbortReason reason) {
        ending(step, false);
        source.corrected(step, context, reason);
    }

    /** Tells the client that it is not known whether it committed. */
    public final void unknown(Step step) {
        source.unknown(step, context);
    }
}
