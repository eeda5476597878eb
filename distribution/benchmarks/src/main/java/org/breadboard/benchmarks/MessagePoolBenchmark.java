package org.breadboard.benchmarks;

import java.util.concurrent.TimeUnit;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A message taken and given back, 100 at a time: by one thread, and taken by one and given back by another, so that magazines go
 * through the depot. The baseline allocates.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MessagePoolBenchmark {
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
