// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A context that takes its transactions through phases, one after another: it runs the logic, fetches what the logic
 * asks for, in as many rounds as needed, goes through the protocol's phases of commit, and takes the next transaction.
 * If an attempt fails, it releases what the attempt holds. A phase posts its items, and the context waits for their
 * completions.
 *
 * <p>A protocol gives the {@link #current attempt}, the phases, and their order ({@link #after}); the other hooks are
 * optional.
 */
@ConsumerType
public abstract class PhasedTransaction extends Task {
    /** Null between transactions. */
    private Phase phase;

    private int item;
    private int posting;

    /** For subclasses. */
    protected PhasedTransaction() {}

    // What a protocol gives.

    /** This context's attempts; always the same object. */
    protected abstract Attempt current();

    /** The phase that fetches what the logic asks for; always the same object. */
    protected abstract Phase execution();

    /** The phase that releases what a failed attempt holds; always the same object. */
    protected abstract Phase release();

    /**
     * What follows a phase that has succeeded.
     *
     * @param done {@link #execution} if the logic has decided to commit and all is fetched; otherwise one that this
     *     method has returned
     * @return the next one, or null if the transaction is over and {@link Attempt#committed} has been called
     */
    protected abstract Phase after(Step step, Phase done);

    /** Tells devices of all that was posted. */
    protected abstract void flush(Step step);

    /**
     * Whether something is under way that the phase waits for; asked after each {@link #flush}. What completes it makes
     * the task ready.
     */
    protected abstract boolean isWaiting();

    /** The context has got the CPU: called first in each step. */
    protected void resumed(Step step) {
        // Not every protocol charges for a switch.
    }

    /** An attempt has begun: called before the logic's first round. */
    protected void begun(Step step) {
        // Not every protocol measures.
    }

    /** Accesses were added, by a round of the logic or as rows of ranges: called before a phase sees them. */
    protected abstract void declared();

    /** The step that is charged for the logic. */
    protected Step logicStep(Step step) {
        return step;
    }

    /**
     * An item has to be tried again, and nothing is under way that would make this task ready: called before it is
     * tried again.
     */
    protected void stuck(Step step) {
        // Trying is all that it costs.
    }

    /** Whether time passes between phases, and before the first, so that others may come in between. */
    protected boolean yieldsBetweenPhases() {
        return false;
    }

    // What it does with it.

    @Override
    protected final Next step(Step step) {
        resumed(step);
        if (phase == null) {
            Next wait = current().next(step, this);
            if (wait != null) {
                return wait;
            }
            begun(step);
            runLogic(step);
            if (yieldsBetweenPhases()) {
                return Next.AGAIN;
            }
        }
        return advance(step);
    }

    /** Goes on until something has to be waited for, or time has to pass. */
    private Next advance(Step step) {
        do {
            int items = phase.items();
            posting = item;
            boolean stuck = post(step, items);
            flush(step);
            if (isWaiting()) {
                return Next.AWAIT;
            }
            if (!mayPost()) {
                enter(step, release());
            } else if (item < items) {
                if (stuck) {
                    stuck(step);
                }
                return Next.AGAIN;
            } else if (!phase.hasMore()) {
                end(step);
            }
        } while (phase != null && !yieldsBetweenPhases());
        return Next.AGAIN;
    }

    /** Posts as many items as it may; returns whether one has to be tried again. */
    private boolean post(Step step, int items) {
        while (item < items && mayPost()) {
            if (!phase.take(step, item)) {
                return true;
            }
            item++;
            if (phase.isOneByOne()) {
                return false;
            }
        }
        return false;
    }

    private boolean mayPost() {
        return current().failure() == null || phase == release();
    }

    private void enter(Step step, Phase next) {
        phase = next;
        if (phase != null) {
            phase.begin(step);
            item = phase.first();
        }
    }

    private void runLogic(Step step) {
        Attempt attempt = current();
        if (attempt.run(logicStep(step)) == Decision.ABORT) {
            attempt.fail(AbortReason.APPLICATION);
            enter(step, release());
            return;
        }
        declared();
        if (attempt.isDecided() && attempt.hasFetchedAll()) {
            enter(step, after(step, execution()));
        } else {
            enter(step, execution());
        }
    }

    private void end(Step step) {
        if (phase == release()) {
            phase = null;
            current().aborted(step, current().failure());
        } else if (phase == execution()) {
            declared();
            current().fetchedAll();
            if (current().isDecided()) {
                enter(step, after(step, phase));
            } else {
                runLogic(step);
            }
        } else {
            enter(step, after(step, phase));
        }
    }

    // What subclasses ask.

    /** The phase that it is in, or null between transactions. */
    protected final Phase phase() {
        return phase;
    }

    /** Tells the phase that a verb about an item is complete. */
    protected final void completed(Step step, int ofItem, Message message) {
        phase.completed(step, ofItem, message);
    }

    /** The first item of those that were posted together last. */
    protected final int postedFrom() {
        return posting;
    }

    /** The first item that is not posted. */
    protected final int postedTo() {
        return item;
    }
}
