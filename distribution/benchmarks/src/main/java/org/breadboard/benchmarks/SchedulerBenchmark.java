// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.breadboard.platform.sim.Scheduler;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The scheduler on a closed network of 6 nodes with 8 servers each and 64 jobs at each server: a job that is served
 * goes to a server drawn at random. The baseline does the same with {@link PriorityQueue}. Events per second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchedulerBenchmark {
    private static final int SERVERS = 6 * 8;
    private static final int JOBS = 64;
    private static final int EVENTS = 100_000;

    private Scheduler scheduler;
    private PriorityQueue<Job> queue;
    private long[] freeAtNs;
    private long[] queueFreeAtNs;
    private long random;

    private static final class Job implements Comparable<Job> {
        private long timeNs;

        @Override
        public int compareTo(Job other) {
            return Long.compare(timeNs, other.timeNs);
        }
    }

    /** Fills both networks. */
    @Setup
    public void fill() {
        random = 88_172_645_463_325_252L;
        scheduler = new Scheduler();
        queue = new PriorityQueue<>();
        freeAtNs = new long[SERVERS];
        queueFreeAtNs = new long[SERVERS];
        for (int server = 0; server < SERVERS; server++) {
            scheduler.addSource();
            for (int job = 0; job < JOBS; job++) {
                freeAtNs[server] += draw() & 1023;
                scheduler.schedule(server, freeAtNs[server], null, null);
                Job queued = new Job();
                queued.timeNs = queueFreeAtNs[server] = freeAtNs[server];
                queue.add(queued);
            }
        }
    }

    /** The scheduler of the virtual-time runtime. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long scheduler() {
        long nowNs = 0;
        for (int i = 0; i < EVENTS; i++) {
            int source = scheduler.nextSource();
            nowNs = scheduler.nextTimeNs();
            scheduler.take(source);
            long bits = draw();
            int server = (int) ((bits >>> 33) * SERVERS >>> 31);
            freeAtNs[server] = Math.max(nowNs, freeAtNs[server]) + (bits & 1023);
            scheduler.schedule(server, freeAtNs[server], null, null);
        }
        return nowNs;
    }

    /** The baseline. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long priorityQueue() {
        long nowNs = 0;
        for (int i = 0; i < EVENTS; i++) {
            Job job = queue.remove();
            nowNs = job.timeNs;
            long bits = draw();
            int server = (int) ((bits >>> 33) * SERVERS >>> 31);
            queueFreeAtNs[server] = Math.max(nowNs, queueFreeAtNs[server]) + (bits & 1023);
            job.timeNs = queueFreeAtNs[server];
            queue.add(job);
        }
        return nowNs;
    }

    private long draw() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random;
    }
}
