// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.runtime.Inbox;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * What a message costs that goes into the ring of a stage and out of it again on one thread, in bursts of 16. The
 * baselines are the Disruptor's rings for one and for many producers. The goal is 10 ns.
 */
@Measurement(iterations = 5, time = 1)
public class InboxBenchmark extends AverageTime {
    private static final int BURST = 16;
    private static final int SLOTS = 1024;

    private final Message message = RuntimeAccess.get().message(64);
    private final Inbox inbox = new Inbox(SLOTS);
    private final Ring single = new Ring(RingBuffer.createSingleProducer(Slot::new, SLOTS));
    private final Ring multi = new Ring(RingBuffer.createMultiProducer(Slot::new, SLOTS));
    private long sum;

    /** The ring of a stage. */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public long inbox() {
        for (int i = 0; i < BURST; i++) {
            inbox.offer(0, message, null, i);
        }
        for (int left = inbox.available(); left > 0; left--) {
            sum += inbox.attempt();
            sum += inbox.message().lengthBytes();
            inbox.free();
        }
        return sum;
    }

    /** The Disruptor's ring for one producer. */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public long baselineSingleProducer() {
        return single.burst(message);
    }

    /** The Disruptor's ring for many producers. */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public long baselineMultiProducer() {
        return multi.burst(message);
    }

    private static final class Slot {
        private Message message;
        private long attempt;
    }

    private static final class Ring {
        private final RingBuffer<Slot> ring;
        private final Sequence consumed = new Sequence();
        private long taken = -1;
        private long sum;

        Ring(RingBuffer<Slot> ring) {
            this.ring = ring;
            ring.addGatingSequences(consumed);
        }

        long burst(Message message) {
            for (int i = 0; i < BURST; i++) {
                long sequence = ring.next();
                Slot slot = ring.get(sequence);
                slot.message = message;
                slot.attempt = i;
                ring.publish(sequence);
            }
            for (long end = ring.getCursor(); taken < end; ) {
                Slot slot = ring.get(++taken);
                sum += slot.attempt;
                sum += slot.message.lengthBytes();
                slot.message = null;
                consumed.set(taken);
            }
            return sum;
        }
    }
}
