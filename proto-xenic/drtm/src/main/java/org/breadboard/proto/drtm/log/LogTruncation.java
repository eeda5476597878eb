// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Tells the nodes that have records of one thread, now and then, which of its transactions are over: by a WRITE of a
 * word, for which nobody waits. Only where machines may crash; FaRM truncates its logs in this way.
 */
public final class LogTruncation extends Task {
    private final ReplicaLog log;
    private final LogTails tails;
    private final QueuePair[] queuePairs;
    private final int node;
    private final int thread;
    private final double everyNs;
    private final long[] told;

    /**
     * Of a thread.
     *
     * @param log of its node
     * @param queuePairs to each node
     */
    public LogTruncation(ReplicaLog log, LogTails tails, QueuePair[] queuePairs, int node, int thread, double everyNs) {
        this.log = log;
        this.tails = tails;
        this.queuePairs = queuePairs;
        this.node = node;
        this.thread = thread;
        this.everyNs = everyNs;
        told = new long[queuePairs.length];
    }

    @Override
    protected Next step(Step step) {
        long over = tails.over();
        for (int at = 0; at < told.length; at++) {
            long news = Math.min(over, tails.last(at));
            if (news > told[at] && tell(step, at, news)) {
                told[at] = news;
            }
        }
        step.timer(this, everyNs);
        return Next.AWAIT;
    }

    private boolean tell(Step step, int at, long over) {
        if (at == node) {
            log.over(node, thread, over);
            return true;
        }
        Message word = step.take(Long.BYTES);
        word.putLong(0, over);
        word.lengthBytes(Long.BYTES);
        if (!queuePairs[at].write(step, null, tails.region(), tails.overAddress(), word)) {
            step.release(word);
            return false;
        }
        queuePairs[at].doorbell(step);
        return true;
    }
}
