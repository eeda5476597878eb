// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * A message taken and given back, 100 at a time: by one thread, and taken by one and given back by another, so that
 * magazines go through the depot. The baseline allocates.
 */
@Measurement(iterations = 5, time = 1)
public class MessagePoolBenchmark extends AverageTime {
    private static final int MESSAGES = 100;

    private final MessageDepot depot = new MessageDepot();
    private final MessagePool pool = new MessagePool(depot);
    private final MessagePool other = new MessagePool(depot);
    private final Message[] held = new Message[MESSAGES];

    /** Back to the pool that it came from. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void sameThread() {
        cycle(pool, pool);
    }

    /** Back to another thread's pool. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void throughTheDepot() {
        cycle(pool, other);
    }

    /** A new message each time. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void baselineAllocating() {
        for (int i = 0; i < MESSAGES; i++) {
            held[i] = RuntimeAccess.get().message(512);
        }
    }

    private void cycle(MessagePool from, MessagePool to) {
        for (int i = 0; i < MESSAGES; i++) {
            held[i] = from.take(200);
        }
        for (int i = 0; i < MESSAGES; i++) {
            to.give(held[i]);
        }
    }
}
