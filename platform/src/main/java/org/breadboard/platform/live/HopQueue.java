package org.breadboard.platform.live;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/** Messages that are on their way, each with the hop where it arrives next, first in, first out; it grows. One thread. */
final class HopQueue {
    private Hop[] hops = new Hop[256];
    private Message[] messages = new Message[256];
    private int head;
    private int tail;

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
