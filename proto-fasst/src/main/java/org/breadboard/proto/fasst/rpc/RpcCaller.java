// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

/** Who sent the request that is being served. Reused: valid during the call. */
public final class RpcCaller {
    private int node;
    private int thread;
    private int coroutine;

    RpcCaller() {}

    void set(int fromNode, int fromThread, int fromCoroutine) {
        node = fromNode;
        thread = fromThread;
        coroutine = fromCoroutine;
    }

    /** The node it comes from. */
    public int node() {
        return node;
    }

    /** The thread it comes from: the peer of the one that serves it. */
    public int thread() {
        return thread;
    }

    /** The worker coroutine it comes from, counted from 1 (0 is the master). */
    public int coroutine() {
        return coroutine;
    }
}
