// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/**
 * The way from one thread to another: a Disruptor ring of messages, each with the hop where it arrives. One writer,
 * which publishes what it put in one go, and one reader, which polls all that is published. What does not fit waits on
 * the writer's side; the ring itself never says that it is full.
 */
final class Crossing {
    private final Waiting reader;
    private final RingBuffer<Slot> ring;
    private final EventPoller<Slot> poller;

    // The writer's.
    private final HopQueue waiting = new HopQueue();
    private long put = -1;
    private long flushed = -1;

    /**
     * An empty one.
     *
     * @param reader where the reading thread waits
     * @param slots a power of two
     */
    Crossing(Waiting reader, int slots) {
        this.reader = reader;
        ring = RingBuffer.createSingleProducer(Slot::new, slots, new BusySpinWaitStrategy());
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
    }

    /** Adds a message, which its reader sees after the next {@link #flush}. The writer. */
    void put(Hop hop, Message message) {
        if (!waiting.isEmpty() || !write(hop, message)) {
            waiting.add(hop, message);
        }
    }

    private boolean write(Hop hop, Message message) {
        try {
            put = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            return false;
        }
        Slot slot = ring.get(put);
        slot.hop = hop;
        slot.message = message;
        return true;
    }

    /** Shows the reader what was put. The writer. */
    void flush() {
        while (!waiting.isEmpty() && write(waiting.firstHop(), waiting.firstMessage())) {
            waiting.removeFirst();
        }
        if (put != flushed) {
            ring.publish(flushed + 1, put);
            flushed = put;
            reader.rouse();
        }
    }

    /** Whether something is put that the reader cannot see yet, even after a flush. The writer. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Whether nothing is put that was not drained. While both threads stand still. */
    boolean isEmpty() {
        return waiting.isEmpty() && put == poller.getSequence().get();
    }

    /** Hands all that is published over to a queue. The reader. */
    void drain(HopQueue queue) {
        try {
            poller.poll(queue);
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** What the ring is made of. */
    static final class Slot {
        private Hop hop;
        private Message message;

        /** Moves its content to a queue. */
        void moveTo(HopQueue queue) {
            queue.add(hop, message);
            hop = null;
            message = null;
        }
    }
}
