package org.breadboard.platform.live;

import java.util.Arrays;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.Transit;

/**
 * The hops that messages take on one thread. They are called one after another, first in, first out, and never from within
 * one another: a hop that forwards to itself finds its state settled. One message that goes round and round does not hold up
 * the thread, since a step makes only so many hops and leaves the rest to the next one.
 */
final class LiveTransit implements Transit {
    private static final int HOPS_PER_STEP = 4096;

    private final LiveThread thread;
    private final MessagePool pool;

    // The first message in the queue, if the queue had been empty: most steps send one message, hop by hop.
    private Hop firstHop;
    private Message firstMessage;
    private Hop[] hops = new Hop[256];
    private Message[] messages = new Message[256];
    private int head;
    private int tail;
    private long[] served = new long[64];

    LiveTransit(LiveThread thread, MessagePool pool) {
        this.thread = thread;
        this.pool = pool;
    }

    /** Adds a message that is on its way to {@code hop}. */
    void enqueue(Hop hop, Message message) {
        if (firstHop == null && head == tail) {
            firstHop = hop;
            firstMessage = message;
            return;
        }
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
        return firstHop == null && head == tail;
    }

    /** Lets messages pass their hops until none is left, or enough was done for one step. */
    void run() {
        for (int i = 0; i < HOPS_PER_STEP; i++) {
            Hop hop = firstHop;
            if (hop != null) {
                firstHop = null;
                hop.arrive(this, firstMessage);
            } else if (head != tail) {
                int at = head;
                hop = hops[at];
                Message message = messages[at];
                hops[at] = null;
                messages[at] = null;
                head = (at + 1) & (hops.length - 1);
                hop.arrive(this, message);
            } else {
                return;
            }
        }
    }

    /** How many messages this thread forwarded to a resource. */
    long served(int resource) {
        return resource < served.length ? served[resource] : 0;
    }

    @Override
    public long nowNs() {
        return thread.nowNs();
    }

    @Override
    public void forward(Resource resource, Message message, Hop next) {
        int index = ((LiveResource) resource).index();
        if (index >= served.length) {
            served = Arrays.copyOf(served, Math.max(index + 1, served.length * 2));
        }
        served[index]++;
        enqueue(next, message);
    }

    @Override
    public void deliver(Stage stage, Message message) {
        publish((LiveStage) stage, Arrival.MESSAGE, message, null, 0);
    }

    @Override
    public void complete(Stage stage, Message message) {
        publish((LiveStage) stage, Arrival.COMPLETION, message, message.task(), message.attempt());
    }

    @Override
    public void wake(Stage stage, Task task, long attempt) {
        publish((LiveStage) stage, Arrival.WAKE, null, task, attempt);
    }

    @Override
    public void squash(Stage stage, Task task, long attempt) {
        publish((LiveStage) stage, Arrival.SQUASH, null, task, attempt);
    }

    private void publish(LiveStage stage, int kind, Message message, Task task, long attempt) {
        if (stage.isDead()) {
            if (message != null) {
                pool.give(message);
            }
            return;
        }
        if (!stage.inbox().offer(kind, message, task, attempt)) {
            throw new IllegalStateException(stage.overflow());
        }
        LiveThread reader = stage.thread();
        if (reader != thread) {
            reader.rouse();
        }
    }

    @Override
    public void drop(Message message, Counter reason) {
        reason.add(1);
        pool.give(message);
    }

    @Override
    public Message copy(Message message) {
        Message copy = pool.take(message.capacityBytes());
        copy.copyOf(message);
        return copy;
    }

    @Override
    public Message take(int capacityBytes) {
        return pool.take(capacityBytes);
    }

    @Override
    public void release(Message message) {
        pool.give(message);
    }

    @Override
    public RandomStream random() {
        return thread.stage().random();
    }
}
