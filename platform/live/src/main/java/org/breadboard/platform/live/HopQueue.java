// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import com.lmax.disruptor.EventPoller;
import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/**
 * Messages that are on their way, each with the hop where it arrives next, first in, first out; it grows. It takes what
 * a {@link Crossing} brings. One thread.
 */
final class HopQueue implements EventPoller.Handler<Crossing.Slot> {
    private static final int SECOND_LINE = 64;

    private Hop[] hops = new Hop[256];
    private Message[] messages = new Message[256];
    private int head;
    private int tail;
    private int crossed;
    /** Written only: it keeps the loads of {@link #touch} from being compiled away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    @Override
    public boolean onEvent(Crossing.Slot slot, long sequence, boolean endOfBatch) {
        slot.moveTo(this);
        crossed++;
        if (endOfBatch) {
            touch();
        }
        return true;
    }

    /**
     * Looks once at each message that has just crossed. Their lines are in the writer's cache; the loads here do not
     * depend on one another, so the misses overlap, where the hops would take them one by one.
     */
    private void touch() {
        int sum = 0;
        for (int back = crossed; back > 0; back--) {
            Message message = messages[(tail - back) & (messages.length - 1)];
            sum += message.lengthBytes() + (int) message.attempt();
        }
        for (; crossed > 0; crossed--) {
            byte[] bytes = messages[(tail - crossed) & (messages.length - 1)].bytes();
            if (bytes.length > SECOND_LINE) {
                sum += bytes[0] + bytes[SECOND_LINE];
            }
        }
        touched = sum;
    }

    /** Adds a message that is on its way to {@code hop}, behind all others. */
    void add(Hop hop, Message message) {
        int next = (tail + 1) & (hops.length - 1);
        if (next == head) {
            grow();
            next = tail + 1;
        }
        hops[tail] = hop;
        messages[tail] = message;
        tail = next;
    }

    private void grow() {
        int length = hops.length;
        Hop[] moreHops = Arrays.copyOfRange(hops, head, head + 2 * length);
        Message[] moreMessages = Arrays.copyOfRange(messages, head, head + 2 * length);
        System.arraycopy(hops, 0, moreHops, length - head, head);
        System.arraycopy(messages, 0, moreMessages, length - head, head);
        // The ring was full but for one slot.
        Arrays.fill(moreHops, length - 1, 2 * length, null);
        Arrays.fill(moreMessages, length - 1, 2 * length, null);
        hops = moreHops;
        messages = moreMessages;
        head = 0;
        tail = length - 1;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** The hop of the first message, if there is one. */
    Hop firstHop() {
        return hops[head];
    }

    /** The first message, if there is one. */
    Message firstMessage() {
        return messages[head];
    }

    /** Forgets the first message. */
    void removeFirst() {
        hops[head] = null;
        messages[head] = null;
        head = (head + 1) & (hops.length - 1);
    }
}
