// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Place;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.live.LiveEngine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A message's whole way in the live runtime: taken from the pool, sent by a step, over one resource, into a stage's
 * ring, received and given back. On one thread, and from one thread to another; the first is the baseline of the
 * second.
 */
@State(Scope.Benchmark)
@Measurement(iterations = 5, time = 1)
public class LiveHopBenchmark extends AverageTime {
    private static final int MESSAGES = 1_000_000;
    private static final int PLACES = 256;

    /** How many threads the two stages share. */
    @Param({"1", "2"})
    public int threads;

    private final AtomicLong received = new AtomicLong();
    private LiveEngine engine;

    /** Sends as long as there are places at the other end. */
    private static final class Source implements StageProgram, Place {
        private final AtomicInteger places = new AtomicInteger(PLACES);
        private final Hop to;

        Source(Hop to) {
            this.to = to;
        }

        @Override
        public void free() {
            places.incrementAndGet();
        }

        @Override
        public void receive(Step step, Message message) {}

        @Override
        public Transmit transmit(Step step) {
            int burst = Math.min(16, places.get());
            if (burst == 0) {
                return Transmit.FULL;
            }
            places.addAndGet(-burst);
            for (int i = 0; i < burst; i++) {
                Message message = step.take(64);
                message.putLong(0, i);
                message.lengthBytes(8);
                message.place(this);
                step.leave(to, message);
            }
            return Transmit.FULL;
        }
    }

    /** Builds two nodes. */
    @Setup(Level.Iteration)
    public void build() {
        engine = new LiveEngine(1, threads);
        Stage sink = engine.stage(
                1,
                0,
                StageSpec.named("sink"),
                (step, message) -> received.lazySet(received.get() + message.lengthBytes() / 8));
        sink.reserve(PLACES);
        Resource link = engine.resource(1, "link", message -> 0, 0);
        Hop last = (transit, message) -> transit.deliver(sink, message);
        Stage source = engine.stage(
                0, 0, StageSpec.named("source"), new Source((transit, m) -> transit.forward(link, m, last)));
        source.add(new Task() {
            @Override
            protected Next step(Step step) {
                return Next.AGAIN;
            }
        });
        engine.start();
    }

    /** Ends the threads. */
    @TearDown(Level.Iteration)
    public void close() {
        engine.close();
    }

    /** One message. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void hop() {
        long until = received.get() + MESSAGES;
        engine.runUntil(Long.MAX_VALUE / 2, () -> received.get() >= until);
    }
}
