// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.Watchdog;

/** Sends again what the clients of a core have waited for too long; the timer runs while one of them waits. */
final class Resender extends Watchdog {
    private final ClientThread thread;
    private final double timeoutNs;

    Resender(ClientThread thread, double timeoutNs) {
        this.thread = thread;
        this.timeoutNs = timeoutNs;
    }

    /** A client waits from now on. */
    void arm(Step step) {
        arm(step, timeoutNs);
    }

    @Override
    protected double look(Step step) {
        double soonestNs = Double.POSITIVE_INFINITY;
        for (NoccClient client : thread.clients()) {
            soonestNs = Math.min(soonestNs, client.resendLate(step, timeoutNs));
        }
        return soonestNs;
    }
}
