package org.breadboard.proto.hades.sw;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * A phase of a transaction: it does, or asks for, access after access, and is over when all that it waits for is there. It serves one
 * context, for transaction after transaction.
 */
abstract class Phase {
    private final Attempt attempt;

    Phase(Attempt attempt) {
        this.attempt = attempt;
    }

    final Attempt attempt() {
        return attempt;
    }

    final SwThread thread() {
        return attempt.thread();
    }

    final CpuTime cpu() {
        return attempt.thread().cpu();
    }

    final SoftwareCosts costs() {
        return attempt.thread().costs();
    }

    /** A step whose time is counted for a category. */
    final Step metered(Step step, CpuCategory category) {
        return cpu().metered(step, category);
    }

    /** What its doorbells and polls are counted for. */
    CpuCategory category() {
        return CpuCategory.CONFLICT_DETECTION;
    }

    /** Begins the phase: does its part in ordered tables. */
    void begin(Step step) {
        // Some phases have none.
    }

    /** The first item. */
    int first() {
        return 0;
    }

    /** How many items there are, those before the first included; an item is an access. */
    int items() {
        return attempt.transaction().accesses();
    }

    /** Does one item, or asks for it; false if it has to be tried again. */
    abstract boolean post(Step step, int item);

    /** A verb about an access is complete. */
    void completed(int access, Message message) {
        // What was written is written.
    }
}
