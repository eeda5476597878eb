// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.CpuTime;

/**
 * Polls for what no transaction waits for: unlocks that were written to other nodes (HADES III, optimisation 3). Those
 * to one node complete in the order of posting. One thread; any may ask whether it is at rest.
 */
final class Unlocks extends Task {
    private final QueuePair[] queuePairs;
    private final CpuTime cpu;
    private final AtomicInteger underWay = new AtomicInteger();
    private final int[] ofContext;
    // Of each node, the contexts of what is under way there, in a ring: what was posted first is at the place of done.
    private final int[][] contexts;
    private final int[] posted;
    private final int[] done;

    /** Of a thread with so many contexts, whose queue pairs have so many slots. */
    Unlocks(QueuePair[] queuePairs, CpuTime cpu, int slots, int contexts) {
        this.queuePairs = queuePairs;
        this.cpu = cpu;
        ofContext = new int[contexts];
        this.contexts = new int[queuePairs.length][slots];
        posted = new int[queuePairs.length];
        done = new int[queuePairs.length];
    }

    void posted(int node, int context) {
        underWay.incrementAndGet();
        ofContext[context]++;
        contexts[node][posted[node]] = context;
        posted[node] = (posted[node] + 1) % contexts[node].length;
    }

    /** Whether some that a context has posted are not known to be done. */
    boolean areUnderWay(int context) {
        return ofContext[context] > 0;
    }

    boolean isAtRest() {
        return underWay.get() == 0;
    }

    @Override
    protected Next step(Step step) {
        return Next.AWAIT;
    }

    @Override
    protected boolean completed(Step step, Message message) {
        queuePairs[message.sourceNode()].polled(cpu.metered(step, CpuCategory.CONFLICT_DETECTION), message);
        int node = message.sourceNode();
        ofContext[contexts[node][done[node]]]--;
        done[node] = (done[node] + 1) % contexts[node].length;
        underWay.decrementAndGet();
        return false;
    }
}
