// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A phase of a {@link PhasedTransaction}: it does, or asks for, one item after another, and is over when all that it
 * waits for is there. The phase defines what an item is, usually an access. It serves one context, for transaction
 * after transaction.
 */
@ConsumerType
public abstract class Phase {
    /** For subclasses. */
    protected Phase() {}

    /** Begins: called once before the first item. */
    protected void begin(Step step) {
        // Some phases have nothing to prepare.
    }

    /** The first item; asked after {@link #begin}. */
    protected int first() {
        return 0;
    }

    /** How many items there are, those before the first included; asked before items are posted. */
    protected abstract int items();

    /**
     * Does one item, or asks for it; false if it has to be tried again, because a queue has no room or because it has
     * to wait for something.
     */
    protected abstract boolean post(Step step, int item);

    /**
     * Does an item: what a {@link PhasedTransaction} calls. A kind of phase that does some of its items itself
     * overrides this, and calls {@link #post} for the others; for what it answers see there.
     */
    protected boolean take(Step step, int item) {
        return post(step, item);
    }

    /** All items are done, and nothing is under way: whether there are more now, behind them. */
    protected boolean hasMore() {
        return false;
    }

    /** Whether time passes before the next item, so that others may come in between; asked after each. */
    protected boolean isOneByOne() {
        return false;
    }

    /** A verb about an item is complete; the message's bytes live until this returns. */
    protected void completed(Step step, int item, Message message) {
        // Many a verb needs no answer.
    }
}
