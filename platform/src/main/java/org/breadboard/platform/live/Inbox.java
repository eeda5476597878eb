package org.breadboard.platform.live;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/**
 * The ring of one stage: any thread publishes, the stage's thread reads. What two threads publish comes in either order; what
 * one thread publishes comes in its order.
 */
final class Inbox {
    private final MultiProducerSequencer sequencer;
    private final Sequence consumed = new Sequence();
    private final Arrival[] slots;
    private final int mask;
    private long taken = -1;

    /** A ring with room for at least {@code reservedSlots}. */
    Inbox(int reservedSlots) {
        int size = Integer.highestOneBit(Math.max(1, reservedSlots - 1)) << 1;
        // Nobody ever waits on the sequencer: its wait strategy is the one that does nothing on publishing.
        sequencer = new MultiProducerSequencer(size, new BusySpinWaitStrategy());
        sequencer.addGatingSequences(consumed);
        slots = new Arrival[size];
        Arrays.setAll(slots, i -> new Arrival());
        mask = size - 1;
    }

    int slots() {
        return slots.length;
    }

    /** Publishes an arrival; false if the ring is full. Any thread. */
    boolean offer(int kind, Message message, Task task, long attempt) {
        long sequence;
        try {
            sequence = sequencer.tryNext();
        } catch (InsufficientCapacityException full) {
            return false;
        }
        Arrival slot = slots[(int) sequence & mask];
        slot.kind = kind;
        slot.message = message;
        slot.task = task;
        slot.attempt = attempt;
        sequencer.publish(sequence);
        return true;
    }

    /** Whether something was published or is being published. The reader. */
    boolean isEmpty() {
        return sequencer.getCursor() == taken;
    }

    /** How many arrivals can be read now. The reader. */
    int available() {
        long cursor = sequencer.getCursor();
        return cursor == taken ? 0 : (int) (sequencer.getHighestPublishedSequence(taken + 1, cursor) - taken);
    }

    /** The next arrival, which {@link #available} counted. Call {@link #free} once its fields are copied. The reader. */
    Arrival next() {
        return slots[(int) (taken + 1) & mask];
    }

    /** Forgets the arrival that {@link #next} gave and lets its slot be used again. The reader. */
    void free(Arrival arrival) {
        arrival.message = null;
        arrival.task = null;
        consumed.set(++taken);
    }
}
