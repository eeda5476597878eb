package org.breadboard.proto.nocc.client;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** Sends again what the clients of a core have waited for too long; the timer runs while one of them waits. */
final class Resender extends Task {
    private final ClientThread thread;
    private final double timeoutNs;
    private boolean armed;

    Resender(ClientThread thread, double timeoutNs) {
        this.thread = thread;
        this.timeoutNs = timeoutNs;
    }

    /** A client waits from now on. */
    void arm(Step step) {
        if (!armed) {
            armed = true;
            step.timer(this, timeoutNs);
        }
    }

    @Override
    protected Next step(Step step) {
        if (!armed) {
            return Next.AWAIT;
        }
        armed = false;
        double soonestNs = Double.POSITIVE_INFINITY;
        for (NoccClient client : thread.clients()) {
            soonestNs = Math.min(soonestNs, client.resendLate(step, timeoutNs));
        }
        if (soonestNs < Double.POSITIVE_INFINITY) {
            armed = true;
            step.timer(this, Math.max(1, soonestNs - step.nowNs()));
        }
        return Next.AWAIT;
    }
}
