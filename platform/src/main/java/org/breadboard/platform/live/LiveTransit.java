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
 * The hops that messages take on one thread. A message goes from hop to hop for a while before the next one has its turn; hops are
 * never called from within one another, so one that forwards to itself finds its state settled. A message that goes round and
 * round waits behind the others again and again, and does not hold up the thread: a step makes only so many hops and leaves the
 * rest to the next one.
 */
final class LiveTransit implements Transit {
    private static final int HOPS_PER_STEP = 4096;
    private static final int HOPS_PER_TURN = 32;

    private final LiveThread thread;
    private final MessagePool pool;

    // The message whose turn it is, when its last hop has forwarded it.
    private Hop nextHop;
    private Message nextMessage;
    private Hop[] hops = new Hop[256];
    private Message[] messages = new Message[256];
    private int head;
    private int tail;
    private long[] served = new long[64];

    LiveTransit(LiveThread thread, MessagePool pool) {
        this.thread = thread;
        this.pool = pool;
    }

    /** Adds a message that is on its way to {@code hop}, behind all others. */
    void enqueue(Hop hop, Message message) {
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

    /** Lets messages pass their hops until none is left, or enough was done for one step. */
    void run() {
        int hopsLeft = HOPS_PER_STEP;
        while (head != tail && hopsLeft > 0) {
            int at = head;
            Hop hop = hops[at];
            Message message = messages[at];
            hops[at] = null;
            messages[at] = null;
            head = (at + 1) & (hops.length - 1);
            hopsLeft -= turn(hop, message);
        }
    }

    private int turn(Hop hop, Message message) {
        hop.arrive(this, message);
        for (int made = 1; made < HOPS_PER_TURN; made++) {
            Hop next = nextHop;
            if (next == null) {
                return made;
            }
            nextHop = null;
            next.arrive(this, nextMessage);
        }
        if (nextHop != null) {
            enqueue(nextHop, nextMessage);
            nextHop = null;
        }
        return HOPS_PER_TURN;
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
        LiveResource live = (LiveResource) resource;
        int index = live.index();
        if (index >= served.length) {
            served = Arrays.copyOf(served, Math.max(index + 1, served.length * 2));
        }
        served[index]++;
        Crossing crossing = thread.wayTo(live.node());
        if (crossing != null) {
            crossing.put(next, message);
        } else if (nextHop == null) {
            nextHop = next;
            nextMessage = message;
        } else {
            enqueue(next, message);
        }
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
        if (stage.thread() == thread) {
            if (!stage.inbox().offer(kind, message, task, attempt)) {
                throw new IllegalStateException(stage.overflow());
            }
            return;
        }
        Message carrier = message;
        if (carrier == null) {
            carrier = pool.take(0);
            carrier.completeTo(task, attempt);
        }
        thread.crossingTo(stage.thread()).put(stage.threshold(kind), carrier);
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
        return thread.random();
    }
}
