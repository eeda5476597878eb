// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.function.Consumer;
import org.breadboard.platform.history.HistoryChunk;

/**
 * The Disruptor ring in which chunks leave the stages. Any number of threads may {@link #offer}; somebody has to
 * {@link #drain} it now and then, one at a time.
 */
public final class HistoryRing implements HistorySink {
    private static final int SLOTS = 1 << 12;

    private final RingBuffer<Slot> ring = RingBuffer.createMultiProducer(Slot::new, SLOTS, new BusySpinWaitStrategy());
    private final EventPoller<Slot> poller = ring.newPoller();

    /** An empty ring. */
    public HistoryRing() {
        ring.addGatingSequences(poller.getSequence());
    }

    @Override
    public boolean offer(HistoryChunk chunk) {
        long sequence;
        try {
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            return false;
        }
        ring.get(sequence).chunk = chunk;
        ring.publish(sequence);
        return true;
    }

    /** Hands over all chunks that are in it. */
    public synchronized void drain(Consumer<HistoryChunk> to) {
        try {
            poller.poll((slot, sequence, endOfBatch) -> {
                to.accept(slot.chunk);
                slot.chunk = null;
                return true;
            });
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class Slot {
        private HistoryChunk chunk;
    }
}
