package com.example.woundwait;

import org.breadboard.kit.rpc.RpcThread;

/** The numbers of attempts: node (8 bits), thread (8), context (8), and how many that context has made (32). */
final class Attempts {
    private static final int COUNT_BITS = 32;
    private static final int CONTEXT_BITS = 8;
    private static final int THREAD_BITS = 8;
    private static final int CLIENT_BITS = 24;
    private static final int CONTEXT_MASK = (1 << CONTEXT_BITS) - 1;
    private static final int THREAD_MASK = (1 << THREAD_BITS) - 1;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    /** Of an age's instant: 64 ns, so that it counts for nine hours. */
    private static final int AGE_SHIFT = 6;

    private Attempts() {}

    /** A context's first. */
    static long first(RpcThread thread, int context) {
        long client = ((long) thread.node() << THREAD_BITS | thread.number()) << CONTEXT_BITS | context;
        return client << COUNT_BITS;
    }

    /** When a transaction began, with its client behind it, so that no two are of one age. */
    static long age(long attempt, long nowNs) {
        return nowNs >>> AGE_SHIFT << CLIENT_BITS | attempt >>> COUNT_BITS;
    }

    static int node(long attempt) {
        return (int) (attempt >>> (COUNT_BITS + CONTEXT_BITS + THREAD_BITS));
    }

    static int thread(long attempt) {
        return (int) (attempt >>> (COUNT_BITS + CONTEXT_BITS)) & THREAD_MASK;
    }

    static int context(long attempt) {
        return (int) (attempt >>> COUNT_BITS) & CONTEXT_MASK;
    }

    static long count(long attempt) {
        return attempt & COUNT_MASK;
    }
}
