// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.PooledTransit;

/**
 * A logical process: stages and resources with a clock of their own, the events that are to happen to them, and the
 * messages that they take. A machine is one, or the switches, or all of a cluster whose events happen one by one. What
 * happens in it touches nothing of another one, whose stages and resources it refuses; only what has passed a link
 * arrives there. One thread at a time.
 */
final class SimProcess extends PooledTransit {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private final String name;
    private final int place;
    private final RandomStream random;
    private final Outsiders outsiders;
    private final Scheduler scheduler = new Scheduler();
    private final TimerHeap timers = new TimerHeap();
    private final Arrivals arrivals;
    /** Those of the same lane run on one thread. */
    private final int lane;

    private SimStage[] stageOfSource = new SimStage[64];
    private SimStage inside;
    private long nowNs;
    private long lastNs;
    private boolean evenArrivals;
    /** Whether nothing leaves any more of what the present hop sends. */
    private boolean muted;

    private long crossesFirstNs = Long.MAX_VALUE;
    private long events;
    private long stale;
    private Engine.Failure failure;

    /**
     * One to which nothing belongs yet.
     *
     * @param name as in "the process of ..."
     * @param place the number of its machine, or of the switches
     * @param random what its hops draw from
     * @param lane of {@code lanes}; what comes from another one waits until the window after
     */
    SimProcess(
            String name, int place, MessageDepot depot, RandomStream random, Outsiders outsiders, int lane, int lanes) {
        super(new MessagePool(depot));
        this.name = name;
        this.place = place;
        this.random = random;
        this.outsiders = outsiders;
        this.lane = lane;
        arrivals = new Arrivals(lanes);
    }

    // Building.

    int addSource() {
        return scheduler.addSource();
    }

    /** A source whose events are a stage's. */
    int addSource(SimStage stage) {
        int source = addSource();
        if (source >= stageOfSource.length) {
            stageOfSource = Arrays.copyOf(stageOfSource, Math.max(source + 1, stageOfSource.length * 2));
        }
        stageOfSource[source] = stage;
        return source;
    }

    /** Sets its clock: while it stands still. */
    void beginAt(long ns) {
        nowNs = ns;
    }

    // Running.

    /** When its next event is, of those that have arrived. */
    long nextNs() {
        return Math.min(
                timers.nextTimeNs(),
                scheduler.nextSource() == Scheduler.NONE ? Long.MAX_VALUE : scheduler.nextTimeNs());
    }

    /**
     * Runs alone through an instant.
     *
     * @param even whether what it sends to other lanes waits with what was sent in even windows
     */
    void runThrough(long throughNs, boolean even) {
        lastNs = throughNs;
        evenArrivals = even;
        crossesFirstNs = Long.MAX_VALUE;
        arrivals.drain(!even, scheduler);
        run(Integer.MAX_VALUE, throughNs);
    }

    /**
     * Has events happen, in the order of time.
     *
     * @return null after so many, or if something failed
     */
    Engine.Progress run(int most, long untilNs) {
        for (int i = 0; i < most; i++) {
            int source = scheduler.nextSource();
            long timerNs = timers.nextTimeNs();
            boolean timer = source == Scheduler.NONE || timerNs < scheduler.nextTimeNs();
            if (timer && timers.isEmpty()) {
                return Engine.Progress.IDLE;
            }
            long atNs = timer ? timerNs : scheduler.nextTimeNs();
            if (atNs > untilNs) {
                return Engine.Progress.REACHED;
            }
            nowNs = atNs;
            if (!happen(timer, source)) {
                return null;
            }
        }
        return null;
    }

    private boolean happen(boolean timer, int source) {
        SimStage stage = null;
        SimObserver observer = outsiders.observer;
        try {
            events++;
            if (timer) {
                if (observer != null) {
                    observer.atHop(null);
                }
                timers.fire(this);
            } else {
                scheduler.take(source);
                stage = source < stageOfSource.length ? stageOfSource[source] : null;
                inside = stage;
                if (stage != null) {
                    stage.onEvent(nowNs);
                } else {
                    if (observer != null) {
                        observer.atHop(scheduler.message());
                    }
                    pass(scheduler.hop(), scheduler.message());
                }
            }
            return true;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            failure = stage == null
                    ? new Engine.Failure(-1, timer ? "a timer" : onItsWay(scheduler.message()), e)
                    : new Engine.Failure(stage.node(), "stage " + stage.name(), e);
            return false;
        }
    }

    private void pass(Hop hop, Message message) {
        Instants instants = outsiders.instants;
        if (instants == null) {
            hop.arrive(this, message);
            return;
        }
        instants.atArrival(place, nowNs);
        if (instants.isDown(place)) {
            if (message != null) {
                release(message);
            }
            return;
        }
        muted = instants.begins();
        hop.arrive(this, message);
        muted = false;
        instants.ends(place, nowNs);
    }

    /** Where a message was that some hop of a device's has thrown at. */
    private static String onItsWay(Message message) {
        return message == null
                ? "a device"
                : "a device, at a message from node " + message.sourceNode() + " to node " + message.targetNode();
    }

    /** What went wrong in it, or null; then nothing happens in it any more. */
    Engine.Failure failure() {
        return failure;
    }

    /** The stage whose event was the last one, or null. Any thread, roughly. */
    SimStage inside() {
        return inside;
    }

    /** When the first message goes on that was sent to another lane in this window. */
    long crossesFirstNs() {
        return crossesFirstNs;
    }

    int lane() {
        return lane;
    }

    int place() {
        return place;
    }

    long events() {
        return events;
    }

    long stale() {
        return stale;
    }

    /** Messages taken here less those given back here. */
    long messagesOut() {
        return pool().out();
    }

    // What hops can do.

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void forward(Resource resource, Message message, Hop next) {
        SimResource at = (SimResource) resource;
        if (at.process() != this) {
            throw elsewhere("resource " + at.name(), at.node(), at.process());
        }
        if (at.isDead() || muted) {
            release(message);
            return;
        }
        long atNs = at.serve(nowNs, message, outsiders.observer);
        Way way = at.way();
        if (way == null) {
            scheduler.schedule(at.source(), atNs, next, message);
        } else {
            cross(way, atNs, next, message);
        }
    }

    private void cross(Way way, long atNs, Hop next, Message message) {
        int end = way.end(message);
        SimProcess to = way.process(end);
        if (to != this && atNs <= lastNs) {
            throw new IllegalStateException("a message of the process of " + name + " is at that of " + to.name
                    + " at " + atNs + " ns, within a window that lasts until " + lastNs
                    + " ns: a link took less than its"
                    + " least time");
        }
        if (to.lane == lane) {
            to.scheduler.schedule(way.source(end), atNs, next, message);
        } else {
            crossesFirstNs = Math.min(crossesFirstNs, atNs);
            to.arrivals.add(evenArrivals, lane, way.source(end), atNs, next, message);
        }
    }

    private IllegalStateException elsewhere(String what, int node, SimProcess of) {
        return new IllegalStateException("a hop or step in the process of " + name + " touches " + what + " of node "
                + node + ", which is in that of " + of.name
                + ": from a machine to another a message goes through the machine's port only");
    }

    @Override
    protected void arrive(Stage stage, int kind, Message message, Task task, long attempt) {
        SimStage at = (SimStage) stage;
        if (at.process() != this) {
            throw elsewhere("stage " + at.name(), at.node(), at.process());
        }
        if (outsiders.observer != null) {
            outsiders.observer.arrives(stage, nowNs, message, task);
        }
        at.arrive(kind, message, task, attempt);
    }

    @Override
    public Message take(int capacityBytes) {
        Message message = super.take(capacityBytes);
        if (outsiders.observer != null) {
            outsiders.observer.taken(message);
        }
        return message;
    }

    @Override
    public void release(Message message) {
        if (outsiders.observer != null) {
            outsiders.observer.released(message);
        }
        super.release(message);
    }

    @Override
    public RandomStream random() {
        return random;
    }

    // For stages.

    Scheduler scheduler() {
        return scheduler;
    }

    TimerHeap timers() {
        return timers;
    }

    void releaseUnlessKept(Message message) {
        if (!ACCESS.takeKept(message)) {
            release(message);
        }
    }

    void stale(Message message) {
        stale++;
        if (message != null) {
            release(message);
        }
    }

    /** Who looks at a run, and who strikes it; each null for nobody. Set while it stands still. */
    static final class Outsiders {
        SimObserver observer;
        Nemesis nemesis;
        Instants instants;

        /** Whether it was struck at an instant since this was last asked, so that whoever drives it has to know. */
        boolean wereHurried() {
            return instants != null && instants.hasStruck();
        }
    }
}
