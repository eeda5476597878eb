// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.PooledTransit;

/**
 * The hops that messages take on one thread. A message goes from hop to hop for a while before the next one has its
 * turn; hops are never called from within one another, so one that forwards to itself finds its state settled. A
 * message that goes round and round waits behind the others again and again, and does not hold up the thread: a step
 * makes only so many hops and leaves the rest to the next one.
 */
final class LiveTransit extends PooledTransit {
    private static final int HOPS_PER_STEP = 4096;
    private static final int HOPS_PER_TURN = 32;

    private final int thread;
    private final Turn turn;
    private final HopQueue queue;
    private final LaterHops later;
    private Crossing[] toThread = {};
    private Crossing[] toNode = {};
    private int[] homes = {};

    // The message whose turn it is, when its last hop has forwarded it.
    private Hop nextHop;
    private Message nextMessage;
    private long[] served = new long[64];

    /**
     * @param thread the index of its thread
     * @param queue where messages wait for their next hop
     * @param later where they wait for a time before that
     */
    LiveTransit(int thread, Turn turn, HopQueue queue, LaterHops later, MessagePool pool) {
        super(pool);
        this.thread = thread;
        this.turn = turn;
        this.queue = queue;
        this.later = later;
    }

    /** The rings to all threads by index, and null for its own. The control thread, before any starts. */
    void connect(Crossing[] rings) {
        toThread = rings;
    }

    /**
     * For each node the ring that leads there, or null for a node that its own thread serves, and the thread whose
     * timers are the node's. While the thread stands still.
     */
    void route(Crossing[] rings, int[] threads) {
        toNode = rings;
        homes = threads;
    }

    /** Lets messages pass their hops until none is left, or enough was done for one step. */
    void run() {
        int hopsLeft = HOPS_PER_STEP;
        while (!queue.isEmpty() && hopsLeft > 0) {
            Hop hop = queue.firstHop();
            Message message = queue.firstMessage();
            queue.removeFirst();
            hopsLeft -= pass(hop, message);
        }
    }

    /** Lets a message pass some hops; says how many. */
    private int pass(Hop hop, Message message) {
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
            queue.add(nextHop, nextMessage);
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
        return turn.nowNs();
    }

    @Override
    public void forward(Resource resource, Message message, Hop next) {
        LiveResource live = (LiveResource) resource;
        if (live.isDead()) {
            release(message);
            return;
        }
        int index = live.index();
        if (index >= served.length) {
            served = Arrays.copyOf(served, Math.max(index + 1, served.length * 2));
        }
        served[index]++;
        if (live.isTimer()) {
            wait(live, message, next);
            return;
        }
        int node = live.node();
        Crossing crossing = node >= 0 && node < toNode.length ? toNode[node] : null;
        if (crossing != null) {
            crossing.put(next, message);
        } else {
            go(message, next);
        }
    }

    /**
     * Waits here if this is the thread of the node's timers, and otherwise there. What waits no time has its turn
     * behind all that is queued: so messages keep their order, and each may go on for as many hops as the first.
     */
    private void wait(LiveResource timer, Message message, Hop next) {
        int node = timer.node();
        int home = node >= 0 && node < homes.length ? homes[node] : -1;
        boolean there = home >= 0 && home != thread;
        if (timer.delayNs() == 0 && there) {
            toThread[home].put(next, message);
        } else if (there) {
            toThread[home].put(timer.waitFor(next), message);
        } else if (timer.delayNs() == 0) {
            queue.add(next, message);
        } else {
            later.add(turn.clockNs() + timer.delayNs(), next, message);
        }
    }

    private void go(Message message, Hop next) {
        if (nextHop == null) {
            nextHop = next;
            nextMessage = message;
        } else {
            queue.add(next, message);
        }
    }

    @Override
    protected void arrive(Stage at, int kind, Message message, Task task, long attempt) {
        LiveStage stage = (LiveStage) at;
        if (stage.isDead()) {
            if (message != null) {
                release(message);
            }
            return;
        }
        if (stage.thread() == thread) {
            stage.offer(kind, message, task, attempt);
            return;
        }
        Message carrier = message;
        if (carrier == null) {
            carrier = take(0);
            carrier.completeTo(task, attempt);
        }
        toThread[stage.thread()].put(stage.threshold(kind), carrier);
    }

    @Override
    public RandomStream random() {
        return turn.random();
    }
}
