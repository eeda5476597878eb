// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.platform.runtime.StepEnds;

/**
 * Tells clients of a stage whose steps take time what a step reports when that step ends, as all that it sends leaves
 * then: so the time that the step takes is part of a latency, and of the interval in a history. A context that asks for
 * its next transaction in the same step is ready for it when the step ends, and is given it in a later one, since what
 * a step does to memory happens at its beginning. What a step reports that a crash interrupts nobody is told. The
 * stage's thread.
 */
public final class OutcomesAtStepEnd extends WatchedClients implements StepEnds.Listener {
    /** Less than the clock's unit: a timer of it is due when the step ends. */
    private static final double UNTIL_STEP_ENDS_NS = 0.5;

    private enum Outcome {
        COMMITTED,
        ABORTED,
        UNKNOWN
    }

    private final StepEnds stage;
    private final StageClients clients;
    /** By context; null where nothing is reported in the step that goes on. */
    private final Outcome[] reported;

    private final AbortReason[] reasons;
    /** By context: whether it has asked for its next transaction since. */
    private final boolean[] asked;
    /** Contexts of which something is reported, in its order. */
    private final int[] contexts;

    private int count;

    /** In front of clients of {@code stage}. */
    public OutcomesAtStepEnd(StepEnds stage, StageClients clients) {
        super(clients);
        this.stage = stage;
        this.clients = clients;
        reported = new Outcome[clients.contexts()];
        reasons = new AbortReason[reported.length];
        asked = new boolean[reported.length];
        contexts = new int[reported.length];
    }

    @Override
    public double next(Step step, int context) {
        if (reported[context] == null) {
            return super.next(step, context);
        }
        asked[context] = true;
        return UNTIL_STEP_ENDS_NS;
    }

    @Override
    public void committed(Step step, int context) {
        report(context, Outcome.COMMITTED, null);
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        report(context, Outcome.ABORTED, reason);
    }

    @Override
    public void unknown(Step step, int context) {
        report(context, Outcome.UNKNOWN, null);
    }

    private void report(int context, Outcome outcome, AbortReason reason) {
        if (reported[context] != null) {
            throw new IllegalStateException("context " + context + " has two outcomes in one step");
        }
        if (count == 0) {
            stage.atEnd(this);
        }
        reported[context] = outcome;
        reasons[context] = reason;
        contexts[count++] = context;
    }

    @Override
    public void stepEnded(Step step) {
        for (int i = 0; i < count; i++) {
            int context = contexts[i];
            switch (reported[context]) {
                case COMMITTED -> super.committed(step, context);
                case ABORTED -> super.aborted(step, context, reasons[context]);
                case UNKNOWN -> super.unknown(step, context);
            }
            reported[context] = null;
            if (asked[context]) {
                asked[context] = false;
                clients.isFree(step, context);
            }
        }
        count = 0;
    }
}
