// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Step;

/**
 * How many request messages of one thread may be on their way to each node (FaSST 4.4). A batch gets all that it needs
 * or waits, and who waits is served in order: so nobody starves, and since only responses are waited for, nobody
 * deadlocks.
 */
final class Budget {
    private final int perNode;
    private final int[] used;
    private final RpcWorker[] waiting = new RpcWorker[RpcWire.MAX_COROUTINES];
    private int head;
    private int count;

    Budget(int nodes, int perNode) {
        this.perNode = perNode;
        this.used = new int[nodes];
    }

    /** Takes what a batch needs; otherwise notes that the worker waits. */
    boolean take(RpcWorker worker, RpcBatch batch) {
        boolean first = count > 0 && waiting[head] == worker;
        if (count > 0 && !first || !covers(batch)) {
            if (!first) {
                waiting[(head + count++) % waiting.length] = worker;
            }
            return false;
        }
        if (first) {
            waiting[head] = null;
            head = (head + 1) % waiting.length;
            count--;
        }
        for (int slot = 0; slot < batch.messages(); slot++) {
            used[batch.node(slot)]++;
        }
        return true;
    }

    /** A message is answered, or given up: whoever waits first may try again. */
    void release(Step step, int node) {
        used[node]--;
        wake(step);
    }

    /** Wakes the first that waits if its batch could go now. */
    void wake(Step step) {
        if (count > 0 && covers(waiting[head].batch())) {
            step.ready(waiting[head]);
        }
    }

    private boolean covers(RpcBatch batch) {
        for (int slot = 0; slot < batch.messages(); slot++) {
            if (used[batch.node(slot)] >= perNode) {
                return false;
            }
        }
        return true;
    }
}
