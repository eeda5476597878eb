// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Step;
import org.breadboard.proto.drtm.rpc.Rpc;

/**
 * Sends what was logged once more to the same nodes, by RPC, and waits for the replies (DrTM+H's source:
 * {@code occ.cc}, {@code log_remote}; {@code logger.hpp}, {@code log_ack}). Its items are nodes.
 *
 * <p>The source's handler applies the writes. Here backups do that in the background, from their logs (Xenic 2.2.1,
 * phase 3), with or without this; so a log's record is given up when it is applied, and never before.
 */
final class LogAckPhase extends DrtmPhase {
    /** Of the node at hand: the first write that it has not been sent again. */
    private int next;

    LogAckPhase(DrtmAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        next = 0;
    }

    @Override
    protected int items() {
        return setup().nodes;
    }

    @Override
    protected boolean post(Step step, int node) {
        LogPlan plan = attempt().logPlan();
        if (node == setup().node || !plan.isAt(node)) {
            return true;
        }
        next = attempt().requests().addLog(step, Rpc.LOG_ACK, attempt(), node, next);
        if (next < plan.writes()) {
            return false;
        }
        next = 0;
        return true;
    }
}
