package org.breadboard.platform.live;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/**
 * What has arrived at one stage, in two lanes of equal length. Other threads publish into a multi-producer ring; the stage's own
 * thread, which needs no barrier to tell itself something, puts its arrivals into a plain one. What one thread publishes comes in its
 * order; and whoever was told of an earlier arrival by another thread finds it, since the other threads' lane is drained first.
 */
final class Inbox {
    private final MultiProducerSequencer sequencer;
    private final Sequence consumed = new Sequence();
    private final Arrival[] slots;
    private final Arrival[] ownSlots;
    private final int mask;
    private long taken = -1;
    private long ownTaken;
    private long ownPut;

    /** Lanes with room for at least {@code reservedSlots} each. */
    Inbox(int reservedSlots) {
        int size = Integer.highestOneBit(Math.max(1, reservedSlots - 1)) << 1;
        // Nobody ever waits on the sequencer: its wait strategy is the one that does nothing on publishing.
        sequencer = new MultiProducerSequencer(size, new BusySpinWaitStrategy());
        sequencer.addGatingSequences(consumed);
        slots = new Arrival[size];
        ownSlots = new Arrival[size];
        Arrays.setAll(slots, i -> new Arrival());
        Arrays.setAll(ownSlots, i -> new Arrival());
        mask = size - 1;
    }

    int slots() {
        return slots.length;
    }

    /** Publishes an arrival; false if the ring is full. Any thread but the reader. */
    boolean offer(int kind, Message message, Task task, long attempt) {
        long sequence;
        try {
            sequence = sequencer.tryNext();
        } catch (InsufficientCapacityException full) {
            return false;
        }
        slots[(int) sequence & mask].set(kind, message, task, attempt);
        sequencer.publish(sequence);
        return true;
    }

    /** The same for the reader's own thread. */
    boolean offerOwn(int kind, Message message, Task task, long attempt) {
        long put = ownPut;
        if (put - ownTaken == ownSlots.length) {
            return false;
        }
        ownSlots[(int) put & mask].set(kind, message, task, attempt);
        ownPut = put + 1;
        return true;
    }

    /** How many arrivals of its own thread can be read. Ask before {@link #available}. The reader. */
    int availableOwn() {
        return (int) (ownPut - ownTaken);
    }

    /** How many arrivals of other threads can be read now. The reader. */
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
        arrival.clear();
        consumed.set(++taken);
    }

    /** The next arrival, which {@link #availableOwn} counted. Call {@link #freeOwn} once its fields are copied. The reader. */
    Arrival nextOwn() {
        return ownSlots[(int) ownTaken & mask];
    }

    /** Forgets the arrival that {@link #nextOwn} gave and lets its slot be used again. The reader. */
    void freeOwn(Arrival arrival) {
        arrival.clear();
        ownTaken++;
    }
}
