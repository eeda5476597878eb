// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import java.util.ArrayDeque;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;

/**
 * What one handle costs that goes into a ring and out of it again on the same thread, as it does between the stages of
 * a simulated node. The baseline is the JDK's {@link ArrayDeque} of boxed handles.
 */
@Measurement(iterations = 5, time = 1)
public class RingHopBenchmark extends AverageTime {
    private static final int RING_SLOTS = 1024;

    private final RingBuffer<Slot> ring = RingBuffer.createSingleProducer(Slot::new, RING_SLOTS);
    private final EventPoller<Slot> poller = ring.newPoller();
    private final ArrayDeque<Long> deque = new ArrayDeque<>(RING_SLOTS);
    private long handle;
    private long received;

    /** Gives the ring the position of its only reader. */
    public RingHopBenchmark() {
        ring.addGatingSequences(poller.getSequence());
    }

    /** Publishes a handle and polls it. */
    @Benchmark
    public long ring() throws Exception {
        long sequence = ring.next();
        ring.get(sequence).handle = handle++;
        ring.publish(sequence);
        poller.poll((slot, at, last) -> {
            received += slot.handle;
            return true;
        });
        return received;
    }

    /** Offers a handle and polls it. */
    @Benchmark
    public long baselineArrayDeque() {
        deque.offer(handle++);
        received += deque.poll();
        return received;
    }

    private static final class Slot {
        private long handle;
    }
}
