// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.Watchdog;

/**
 * The master's watch over its workers (FaSST 4.3): a worker that waits and has had no response for the whole timeout
 * has lost a packet.
 *
 * <p>FaSST then kills the process on this machine and leaves the transaction to a reconfiguration that it does not have
 * (FaSST 5.1). Here as much of that happens as goes without recovery: the worker stops for good, its transaction's
 * outcome is unknown, and the locks that it holds stay locked. The thread's other workers go on.
 */
final class LossDetector extends Watchdog {
    private final RpcEndpoint endpoint;
    private final double timeoutNs;
    private final long[] seen;
    private final long[] seenAtNs;

    LossDetector(RpcEndpoint endpoint, double timeoutNs) {
        this.endpoint = endpoint;
        this.timeoutNs = timeoutNs;
        this.seen = new long[endpoint.workers()];
        this.seenAtNs = new long[endpoint.workers()];
    }

    /** A worker waits from now on. */
    void arm(Step step) {
        arm(step, timeoutNs);
    }

    @Override
    protected double look(Step step) {
        double soonestNs = Double.POSITIVE_INFINITY;
        RpcWorker[] workers = endpoint.coroutines();
        for (int i = 0; i < workers.length; i++) {
            RpcWorker worker = workers[i];
            if (worker.isRetired() || !worker.isWaitingForResponses()) {
                continue;
            }
            if (worker.progress() != seen[i]) {
                seen[i] = worker.progress();
                seenAtNs[i] = step.nowNs();
            }
            double dueNs = seenAtNs[i] + timeoutNs;
            if (dueNs <= step.nowNs()) {
                worker.retire(step);
            } else {
                soonestNs = Math.min(soonestNs, dueNs);
            }
        }
        return soonestNs;
    }
}
