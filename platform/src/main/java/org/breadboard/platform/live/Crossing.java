package org.breadboard.platform.live;

import com.lmax.disruptor.Sequence;
import java.util.ArrayDeque;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/**
 * The ring from one thread to another: messages, each with the hop where it arrives. One writer and one reader, whose sequences are
 * the Disruptor's: nobody competes for a slot, so a write that misses its cache line waits in the store buffer instead of holding
 * up the thread. What does not fit waits on the writer's side; the ring itself never says that it is full.
 */
final class Crossing {
    private static final int SLOTS = 4096;
    private static final int MASK = SLOTS - 1;
    private static final int SECOND_LINE = 64;

    private final Waiting reader;
    private final Sequence published = new Sequence(0);
    private final Sequence consumed = new Sequence(0);
    private final Hop[] hops = new Hop[SLOTS];
    private final Message[] messages = new Message[SLOTS];

    // The writer's.
    private final ArrayDeque<Hop> waitingHops = new ArrayDeque<>();
    private final ArrayDeque<Message> waitingMessages = new ArrayDeque<>();
    private long put;
    private long flushed;
    private long limit = SLOTS;

    // The reader's.
    private long taken;
    private int touched;

    /** {@code reader} is where the reading thread waits. */
    Crossing(Waiting reader) {
        this.reader = reader;
    }

    /** Adds a message, which its reader sees after the next {@link #flush}. The writer. */
    void put(Hop hop, Message message) {
        if (!waitingHops.isEmpty() || !hasRoom()) {
            waitingHops.add(hop);
            waitingMessages.add(message);
        } else {
            write(hop, message);
        }
    }

    private boolean hasRoom() {
        if (put < limit) {
            return true;
        }
        limit = consumed.get() + SLOTS;
        return put < limit;
    }

    private void write(Hop hop, Message message) {
        int slot = (int) put & MASK;
        hops[slot] = hop;
        messages[slot] = message;
        put++;
    }

    /** Shows the reader what was put. The writer. */
    void flush() {
        while (!waitingHops.isEmpty() && hasRoom()) {
            write(waitingHops.poll(), waitingMessages.poll());
        }
        if (put != flushed) {
            flushed = put;
            published.set(put);
            reader.rouse();
        }
    }

    /** Whether something is put that the reader cannot see yet, even after a flush. The writer. */
    boolean isWaiting() {
        return !waitingHops.isEmpty();
    }

    /** Hands all that is published over to {@code queue}; says whether that was something. The reader. */
    boolean drain(HopQueue queue) {
        long end = published.get();
        if (end == taken) {
            return false;
        }
        touch(end);
        while (taken < end) {
            int slot = (int) taken & MASK;
            queue.add(hops[slot], messages[slot]);
            hops[slot] = null;
            messages[slot] = null;
            taken++;
        }
        consumed.set(taken);
        return true;
    }

    /**
     * Looks at each message once. Their lines are in the writer's cache; the loads here do not depend on one another, so the misses
     * overlap, where the hops would take them one by one.
     */
    private void touch(long end) {
        int sum = 0;
        for (long at = taken; at < end; at++) {
            Message message = messages[(int) at & MASK];
            sum += message.lengthBytes() + (int) message.attempt();
        }
        for (long at = taken; at < end; at++) {
            byte[] bytes = messages[(int) at & MASK].bytes();
            if (bytes.length > SECOND_LINE) {
                sum += bytes[0] + bytes[SECOND_LINE];
            }
        }
        touched = sum;
    }

    /** Keeps {@link #touch} from being compiled away. */
    int touched() {
        return touched;
    }
}
