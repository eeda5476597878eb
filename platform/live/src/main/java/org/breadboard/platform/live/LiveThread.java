// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;

/**
 * One thread of the live runtime: it turns round its stages, one burst each, and waits by degrees when nothing is to be
 * done. Between runs it stands still.
 */
final class LiveThread implements Runnable {
    private static final VarHandle BURSTS;

    static {
        try {
            BURSTS = MethodHandles.lookup().findVarHandle(LiveThread.class, "bursts", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LiveControl control;
    private final Thread thread;
    private final Waiting waiting;
    private final Returns returns;
    private final Turn turn;
    private final MessagePool pool;
    private final Timers timers = new Timers();
    private final HopQueue queue = new HopQueue();
    private final LaterHops later = new LaterHops();
    private final LiveTransit transit;
    private final Burst burst;
    private Crossing[] in = {};
    private Crossing[] out = {};
    private LiveStage[] stages = {};
    private boolean full;
    /** Whether a stage had no turn in the last round. */
    private boolean overlooked;

    private Nemesis nemesis;
    private IntToLongFunction lease;

    private volatile boolean running;
    private boolean abandoned;
    private long progressBefore;
    private long bursts;

    /**
     * A thread that has not started.
     *
     * @param index of it among {@code threads}
     * @param random for what no stage does
     */
    LiveThread(int index, int threads, int cores, LiveControl control, MessageDepot depot, RandomStream random) {
        this.control = control;
        thread = new Thread(this, "breadboard-live-" + index);
        thread.setDaemon(true);
        waiting = Waiting.of(thread, threads, cores);
        returns = new Returns(waiting);
        turn = new Turn(random);
        pool = new MessagePool(depot);
        transit = new LiveTransit(index, turn, queue, later, pool);
        burst = new Burst(new LiveStep(turn, queue, transit, pool, timers));
    }

    /**
     * The rings from and to each thread, in the order of threads; null for itself. The control thread, before it
     * starts.
     */
    void connect(Crossing[] from, Crossing[] to) {
        in = from;
        out = to;
        transit.connect(to);
    }

    /** Has its stages struck. The control thread, before it starts. */
    void strike(Nemesis by) {
        nemesis = by;
    }

    /** Has its stages do nothing while the leases of their nodes are over. The control thread, before it starts. */
    void lease(IntToLongFunction untilNs) {
        lease = untilNs;
    }

    /**
     * Which stages it runs. The control thread, while this one stands still.
     *
     * @param ways for each node the ring that leads there, or null for a node that this thread serves itself
     * @param homes for each node the thread of its timers
     */
    void assign(LiveStage[] all, Crossing[] ways, int[] homes) {
        stages = all;
        transit.route(ways, homes);
    }

    @Override
    public void run() {
        while (true) {
            running = true;
            // Checked after saying so, and the control thread looks at it after changing the state: one of them sees
            // the other.
            LiveControl.State state = control.state();
            if (state == LiveControl.State.RUNNING) {
                turn.origin(control.originNs());
                turnRound();
                state = control.state();
            }
            running = false;
            if (state == LiveControl.State.CLOSED) {
                return;
            }
            LockSupport.park(this);
        }
    }

    private void turnRound() {
        try {
            waiting.begin();
            while (control.state() == LiveControl.State.RUNNING) {
                if (round()) {
                    waiting.worked();
                    continue;
                }
                depart();
                if (!waiting.stayAwake()) {
                    waiting.nap(Math.min(timers.nextNs(), later.nextNs()) - turn.clockNs(), full);
                }
            }
        } catch (Throwable t) {
            control.failed(turn.stage(), t);
        }
    }

    private boolean round() {
        full = false;
        overlooked = false;
        boolean worked = arrive();
        if (timers.nextNs() != Long.MAX_VALUE) {
            timers.fire(turn.clockNs());
        }
        LiveStage[] all = stages;
        for (int i = 0; i < all.length; i++) {
            LiveStage stage = all[i];
            if (!isHeldUp(stage)) {
                turn.begin(stage);
                if (burst.run(stage)) {
                    worked = true;
                    depart();
                }
                full |= stage.isFull();
            }
            BURSTS.setOpaque(this, bursts + 1);
        }
        return worked;
    }

    /** Whether a stage gets no turn; then its thread looks again soon. */
    private boolean isHeldUp(LiveStage stage) {
        boolean heldUp = nemesis != null && isPaused(stage) || lease != null && isOver(stage);
        full |= heldUp;
        overlooked |= heldUp;
        return heldUp;
    }

    private boolean isPaused(LiveStage stage) {
        long nowNs = turn.clockNs();
        return nemesis.wakesAt(stage.node(), nowNs) > nowNs;
    }

    private boolean isOver(LiveStage stage) {
        return System.nanoTime() > lease.applyAsLong(stage.node());
    }

    /** Lets messages from other threads, and what earlier steps left over, pass their hops. */
    private boolean arrive() {
        turn.begin(null);
        for (Crossing crossing : in) {
            if (crossing != null) {
                crossing.drain(queue);
            }
        }
        if (later.nextNs() != Long.MAX_VALUE) {
            later.due(turn.clockNs(), queue);
        }
        boolean returned = returns.take();
        if (queue.isEmpty()) {
            return returned;
        }
        transit.run();
        depart();
        return true;
    }

    /** Shows other threads what is for them. */
    private void depart() {
        for (Crossing crossing : out) {
            if (crossing != null) {
                crossing.flush();
                full |= crossing.isWaiting();
            }
        }
    }

    // For the control thread.

    Thread thread() {
        return thread;
    }

    /** Where others rouse it. */
    Waiting waiting() {
        return waiting;
    }

    /** Where calls come back to it. Any thread. */
    Returns returns() {
        return returns;
    }

    /** The stage whose burst it is in, or was in last; null while hops of messages from other threads run. */
    LiveStage stage() {
        return turn.stage();
    }

    boolean isRunning() {
        return running;
    }

    /** A plug-in holds this thread for good: nobody waits for it any more. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Grows while the thread gets on with its work. */
    long progress() {
        return (long) BURSTS.getOpaque(this);
    }

    /** Whether a message waits for a time to pass. */
    boolean isWaiting() {
        return later.nextNs() != Long.MAX_VALUE;
    }

    /** Whether no message waits for a hop or a time here, nor on its way from here to another thread. */
    boolean isQuiet() {
        boolean quiet = queue.isEmpty() && !isWaiting() && !overlooked && returns.isEmpty();
        for (Crossing crossing : out) {
            quiet &= crossing == null || crossing.isEmpty();
        }
        return quiet;
    }

    /** Whether each of its stages has had a turn. */
    boolean hasTurned() {
        return progress() >= stages.length;
    }

    /** It is about to be let go, and stands still yet. */
    void goesOn() {
        progressBefore = progress();
    }

    /** Whether each of its stages has had a turn since it was let go. */
    boolean hasTurnedSinceItWentOn() {
        return progress() - progressBefore >= stages.length;
    }

    MessagePool pool() {
        return pool;
    }

    long served(int resource) {
        return transit.served(resource);
    }
}
