package org.breadboard.platform.runtime;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/**
 * The ring of one stage: what has arrived. One thread fills and empties it, the simulator's or the stage's own live
 * one, so it needs no barrier and no library's; what comes from other threads has crossed over to this one before.
 */
public final class Inbox {
    private final Arrival[] slots;
    private final int mask;
    private long put;
    private long taken;

    /** A ring with room for at least {@code reservedSlots}. */
    public Inbox(int reservedSlots) {
        int size = Integer.highestOneBit(Math.max(1, reservedSlots - 1)) << 1;
        slots = new Arrival[size];
        Arrays.setAll(slots, i -> new Arrival());
        mask = size - 1;
    }

    /** How much it has room for. */
    public int slots() {
        return slots.length;
    }

    /** Adds an arrival; false if the ring is full. */
    public boolean offer(int kind, Message message, Task task, long attempt) {
        if (put - taken == slots.length) {
            return false;
        }
        slots[(int) put & mask].set(kind, message, task, attempt);
        put++;
        return true;
    }

    /** How many arrivals can be read now. */
    public int available() {
        return (int) (put - taken);
    }

    /** The next arrival, which {@link #available} counted. Call {@link #free} once its fields are copied. */
    public Arrival next() {
        return slots[(int) taken & mask];
    }

    /** Forgets the arrival that {@link #next} gave and lets its slot be used again. */
    public void free(Arrival arrival) {
        arrival.clear();
        taken++;
    }
}
