package org.breadboard.platform.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.breadboard.api.runtime.RandomStream;

/**
 * One thread of the live runtime: it turns round its stages, one burst each, and waits by degrees when nothing is to be done.
 * Between runs it stands still.
 */
final class LiveThread implements Runnable {
    private static final long UNREAD = -1;
    private static final VarHandle BURSTS;
    private static final VarHandle DROWSY;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            BURSTS = lookup.findVarHandle(LiveThread.class, "bursts", long.class);
            DROWSY = lookup.findVarHandle(LiveThread.class, "drowsy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LiveControl control;
    private final Waiting waiting;
    private final MessagePool pool;
    private final Timers timers = new Timers();
    private final LiveTransit transit;
    private final LiveStep step;
    private final Thread thread;
    private final int index;
    private final RandomStream random;
    private Crossing[] in = {};
    private Crossing[] out = {};
    private Crossing[] wayTo = {};
    private LiveStage[] stages = {};
    private LiveStage stage;
    private boolean full;
    private long originNs;
    private long burstNs = UNREAD;

    private volatile boolean running;
    private boolean abandoned;
    private long bursts;

    @SuppressWarnings("UnusedVariable") // Read and written through DROWSY.
    private boolean drowsy;

    LiveThread(int index, LiveControl control, Waiting waiting, MessageDepot depot, RandomStream random) {
        this.index = index;
        this.random = random;
        this.control = control;
        this.waiting = waiting;
        this.pool = new MessagePool(depot);
        this.transit = new LiveTransit(this, pool);
        this.step = new LiveStep(this, transit, pool, timers);
        this.thread = new Thread(this, "breadboard-live-" + index);
        thread.setDaemon(true);
    }

    /** The rings from and to each thread, in the order of threads; null for itself. The control thread, before it starts. */
    void connect(Crossing[] from, Crossing[] to) {
        in = from;
        out = to;
    }

    /**
     * Which stages it runs. The control thread, while this one stands still.
     *
     * @param way for each node the ring that leads there, or null for a node that this thread serves itself
     */
    void assign(LiveStage[] all, Crossing[] way) {
        stages = all;
        wayTo = way;
    }

    int index() {
        return index;
    }

    /** The ring to a node whose resources this thread does not serve, or null. */
    Crossing wayTo(int node) {
        return node >= 0 && node < wayTo.length ? wayTo[node] : null;
    }

    Crossing crossingTo(LiveThread other) {
        return out[other.index];
    }

    /** The stream of the stage whose step it is, or its own for what comes from other threads. */
    RandomStream random() {
        return stage == null ? random : stage.random();
    }

    Thread thread() {
        return thread;
    }

    /** The stage whose burst it is in, or was in last; null while hops of messages from other threads run. */
    LiveStage stage() {
        return stage;
    }

    /** The instant of the present burst: when it first asked. */
    long nowNs() {
        if (burstNs == UNREAD) {
            burstNs = clockNs();
        }
        return burstNs;
    }

    /** The clock. */
    long clockNs() {
        return System.nanoTime() - originNs;
    }

    @Override
    public void run() {
        while (true) {
            running = true;
            // Checked after saying so, and the control thread looks at it after changing the state: one of them sees
            // the other.
            LiveControl.State state = control.state();
            if (state == LiveControl.State.RUNNING) {
                originNs = control.originNs();
                turn();
                state = control.state();
            }
            running = false;
            if (state == LiveControl.State.CLOSED) {
                return;
            }
            LockSupport.park(this);
        }
    }

    private void turn() {
        try {
            int roundsWithoutWork = 0;
            while (control.state() == LiveControl.State.RUNNING) {
                if (!round()) {
                    depart();
                    idle(++roundsWithoutWork);
                } else if (roundsWithoutWork > 0) {
                    roundsWithoutWork = 0;
                    DROWSY.setOpaque(this, false);
                }
            }
        } catch (Throwable t) {
            control.failed(stage, t);
        }
    }

    private void idle(int roundsWithoutWork) {
        if (!waiting.parks(roundsWithoutWork)) {
            waiting.stayAwake(roundsWithoutWork);
        } else if (!waiting.parks(roundsWithoutWork - 1)) {
            // One more round follows before the first nap, so that nothing is slept over that was published before
            // others
            // could see that this thread must be roused.
            DROWSY.setVolatile(this, true);
        } else {
            waiting.nap(roundsWithoutWork, timers.nextNs() - clockNs(), full);
        }
    }

    private boolean round() {
        full = false;
        boolean worked = arrive();
        if (timers.nextNs() != Long.MAX_VALUE) {
            timers.fire(clockNs());
        }
        LiveStage[] all = stages;
        for (int i = 0; i < all.length; i++) {
            stage = all[i];
            burstNs = UNREAD;
            if (stage.burst(step)) {
                worked = true;
                depart();
            }
            full |= stage.isFull();
            BURSTS.setOpaque(this, bursts + 1);
        }
        return worked;
    }

    /** Lets messages from other threads, and what earlier steps left over, pass their hops. */
    private boolean arrive() {
        stage = null;
        burstNs = UNREAD;
        for (Crossing crossing : in) {
            if (crossing != null) {
                crossing.drain(transit);
            }
        }
        if (transit.isEmpty()) {
            return false;
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

    /** Another thread has published something for this one. */
    void rouse() {
        if ((boolean) DROWSY.getOpaque(this)) {
            LockSupport.unpark(thread);
        }
    }

    // For the control thread.

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

    MessagePool pool() {
        return pool;
    }

    long served(int resource) {
        return transit.served(resource);
    }
}
