// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A worker coroutine (FaSST 4.1): it builds a batch of requests, calls, and goes on when all responses are here. A call
 * costs two switches, to the master and back.
 */
public abstract class RpcWorker extends Task {
    private final RpcEndpoint endpoint;
    private final RpcBatch batch;
    private final int coroutine;
    private int awaited;
    private long progress;
    private boolean calling;
    private boolean inFlight;
    private boolean retired;

    /** Adds the worker to an endpoint. Only while the node is built. */
    protected RpcWorker(RpcEndpoint endpoint) {
        this.endpoint = endpoint;
        this.batch = endpoint.batch();
        this.coroutine = endpoint.attach(this);
    }

    /** The coroutine's number within its thread, counted from 1. */
    public final int coroutine() {
        return coroutine;
    }

    /** Whether it lost a packet and was stopped for good (FaSST 4.3). */
    public final boolean isRetired() {
        return retired;
    }

    /** The requests to send, or the responses that came. */
    protected final RpcBatch batch() {
        return batch;
    }

    /**
     * Goes on: at the beginning, after a wait of its own making, or with all responses in {@link #batch()}.
     *
     * @return what {@link #call} gave, or what the worker wants instead
     */
    protected abstract Next resume(Step step);

    /** The worker suffered a packet loss and never runs again (FaSST 4.3). */
    protected abstract void lost(Step step);

    /** Sends the batch; the worker goes on with its responses. */
    protected final Next call(Step step) {
        calling = !endpoint.call(step, this);
        return Next.AWAIT;
    }

    @Override
    protected final Next step(Step step) {
        if (retired) {
            return Next.DONE;
        }
        if (calling) {
            step.busy(2 * endpoint.options().cost.switchNs());
            return call(step);
        }
        if (inFlight) {
            step.busy(2 * endpoint.options().cost.switchNs());
            inFlight = false;
            batch.open();
        }
        return resume(step);
    }

    // The master's side.

    final void await(int messages) {
        awaited = messages;
        inFlight = true;
        progress++;
    }

    /** Counts a response; true if it was the last. */
    final boolean answered() {
        progress++;
        awaited--;
        return awaited == 0;
    }

    /** Grows with each call and each response: what the master watches (FaSST 4.3). */
    final long progress() {
        return progress;
    }

    final boolean isWaitingForResponses() {
        return awaited > 0;
    }

    final void retire(Step step) {
        retired = true;
        awaited = 0;
        endpoint.retire(step, this);
        lost(step);
        step.ready(this);
    }
}
