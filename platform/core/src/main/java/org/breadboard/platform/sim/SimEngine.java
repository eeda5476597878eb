// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.PooledTransit;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.runtime.Tainted;

/**
 * Runs a cluster in virtual time. The same seed and the same calls give the same events in the same order on any
 * machine.
 *
 * <p>In explore mode the seed also draws how fast each stage is, how long each hop takes beyond its profile, and which
 * of simultaneous events comes first, so that many interleavings are tried; latencies then mean nothing.
 */
public final class SimEngine extends PooledTransit implements Engine {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();
    private static final int EVENTS_BETWEEN_STOPS = 4096;
    private static final long DEFAULT_HANG_NS = 20_000_000_000L;
    private static final long NETWORK = -1;
    private static final long JITTER = -2;
    private static final long TIES = -3;

    private final long seed;
    private final boolean explore;
    private final Scheduler scheduler = new Scheduler();
    private final TimerHeap timers = new TimerHeap();
    private final RandomStream network;
    private final RandomStream jitter;
    private final SimParts parts = new SimParts();
    private SimStage[] stageOfSource = new SimStage[64];
    private long nowNs;
    private boolean started;
    private long stale;
    private long events;
    private volatile Failure failure;
    private SimStage inside;
    private SimObserver observer;
    private Nemesis nemesis;
    private final SimThread thread;

    /** An engine that nothing was built for yet. */
    public SimEngine(long seed, boolean explore) {
        this(seed, explore, DEFAULT_HANG_NS);
    }

    /**
     * An engine that nothing was built for yet.
     *
     * @param hangNs how long, of wall-clock time, nothing may happen before the run is given up and the process marked
     *     tainted
     */
    public SimEngine(long seed, boolean explore, long hangNs) {
        super(new MessagePool(new MessageDepot()));
        thread = new SimThread(hangNs);
        this.seed = seed;
        this.explore = explore;
        network = new SeededStream(seed, NETWORK);
        jitter = new SeededStream(seed, JITTER);
    }

    @Override
    public void beginAt(long ns) {
        nowNs = ns;
    }

    // Building.

    /** Has stages and resources be faster, or slower, than those who make them say. Before the first is made. */
    public void speeds(Speeds factors) {
        parts.speeds(factors);
    }

    @Override
    public Stage stage(int node, int generation, StageSpec spec, StageProgram program) {
        int source = scheduler.addSource();
        Crowd crowd = parts.crowd(node, generation, spec);
        SimStage stage = new SimStage(this, parts.stages().size(), node, generation, spec, program, source, crowd);
        parts.stages().add(stage);
        if (source >= stageOfSource.length) {
            stageOfSource = java.util.Arrays.copyOf(stageOfSource, Math.max(source + 1, stageOfSource.length * 2));
        }
        stageOfSource[source] = stage;
        return stage;
    }

    @Override
    public Resource resource(int node, String name, Resource.Cost cost, double delayNs) {
        SimResource resource = parts.resource(scheduler, node, name, cost, delayNs, explore ? jitter : null);
        if (scheduler.sources() > stageOfSource.length) {
            stageOfSource = java.util.Arrays.copyOf(stageOfSource, stageOfSource.length * 2);
        }
        return resource;
    }

    @Override
    public Resource timer(int node, String name, double delayNs) {
        Resource timer = resource(node, name, message -> 0, delayNs);
        parts.waits((SimResource) timer);
        return timer;
    }

    @Override
    public boolean isWaiting() {
        return parts.isWaiting(nowNs);
    }

    @Override
    public void strike(Nemesis by) {
        nemesis = by;
    }

    @Override
    public void start() {
        parts.refuseUnknownSpeeds();
        if (explore) {
            scheduler.rank(permutation(scheduler.sources()));
        }
        started = true;
        for (SimStage stage : parts.stages()) {
            stage.start();
        }
    }

    private int[] permutation(int length) {
        RandomStream ties = new SeededStream(seed, TIES);
        int[] rank = new int[length];
        for (int i = 0; i < length; i++) {
            int j = ties.nextInt(i + 1);
            rank[i] = rank[j];
            rank[j] = i;
        }
        return rank;
    }

    // Running.

    /**
     * Has somebody told of all that happens from now on. While it runs, only between two calls of {@link #runUntil}.
     *
     * @param next null for nobody
     */
    public void observe(SimObserver next) {
        observer = next;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public Progress runUntil(long untilNs, BooleanSupplier stop) {
        if (!started) {
            throw new IllegalStateException("start the engine first");
        }
        if (failure != null) {
            return Progress.FAILED;
        }
        try {
            return thread.run(() -> drive(untilNs, stop), stop);
        } catch (Hang hang) {
            SimStage stage = inside;
            failure = stage == null
                    ? new Failure(-1, "a device", hang)
                    : new Failure(stage.node(), "stage " + stage.name(), hang);
            Tainted.mark(
                    stage == null ? "a device" : "stage " + stage.name() + " of node " + stage.node(),
                    hang.getMessage(),
                    thread.runner());
            return Progress.FAILED;
        }
    }

    private Progress drive(long untilNs, BooleanSupplier stop) {
        while (failure == null) {
            for (int i = 0; i < EVENTS_BETWEEN_STOPS; i++) {
                int source = scheduler.nextSource();
                long timerNs = timers.nextTimeNs();
                boolean timer = source == Scheduler.NONE || timerNs < scheduler.nextTimeNs();
                if (timer && timers.isEmpty()) {
                    return Progress.IDLE;
                }
                long atNs = timer ? timerNs : scheduler.nextTimeNs();
                if (atNs > untilNs) {
                    nowNs = untilNs;
                    return Progress.REACHED;
                }
                nowNs = atNs;
                if (!happen(timer, source)) {
                    break;
                }
            }
            thread.beat();
            if (failure == null && stop.getAsBoolean()) {
                return Progress.STOPPED;
            }
        }
        return Progress.FAILED;
    }

    private boolean happen(boolean timer, int source) {
        SimStage stage = null;
        try {
            events++;
            if (timer) {
                if (observer != null) {
                    observer.atHop(null);
                }
                timers.fire(this);
            } else {
                scheduler.take(source);
                stage = stageOfSource[source];
                if (stage != null) {
                    inside = stage;
                    stage.onEvent(nowNs);
                } else {
                    inside = null;
                    if (observer != null) {
                        observer.atHop(scheduler.message());
                    }
                    scheduler.hop().arrive(this, scheduler.message());
                }
            }
            return true;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            failure = stage == null
                    ? new Failure(-1, "a device", e)
                    : new Failure(stage.node(), "stage " + stage.name(), e);
            return false;
        }
    }

    @Override
    public void crash(int node) {
        for (SimStage stage : parts.stages()) {
            if (stage.node() == node) {
                stage.die();
            }
        }
    }

    @Override
    public void crash(Stage stage) {
        ((SimStage) stage).die();
    }

    @Override
    public void crash(Resource resource) {
        ((SimResource) resource).die();
    }

    @Override
    public List<Usage> usage() {
        return parts.usage(nowNs);
    }

    @Override
    public Failure failure() {
        return failure;
    }

    @Override
    public long events() {
        return events;
    }

    /** How many arrivals came too late for their attempt. */
    public long staleArrivals() {
        return stale;
    }

    /** How many messages are taken and not given back: 0 when a cluster has come to rest without losing one. */
    public long messagesOut() {
        return pool().out();
    }

    @Override
    public void close() {
        thread.close();
    }

    // What hops can do.

    @Override
    public void forward(Resource resource, Message message, Hop next) {
        SimResource at = (SimResource) resource;
        if (at.isDead()) {
            release(message);
        } else {
            at.serve(nowNs, message, next, observer);
        }
    }

    @Override
    protected void arrive(Stage stage, int kind, Message message, Task task, long attempt) {
        if (observer != null) {
            observer.arrives(stage, nowNs, message, task);
        }
        ((SimStage) stage).arrive(kind, message, task, attempt);
    }

    @Override
    public Message take(int capacityBytes) {
        Message message = super.take(capacityBytes);
        if (observer != null) {
            observer.taken(message);
        }
        return message;
    }

    @Override
    public void release(Message message) {
        if (observer != null) {
            observer.released(message);
        }
        super.release(message);
    }

    @Override
    public RandomStream random() {
        return network;
    }

    // For stages.

    /** Who is told of what happens, or null. */
    SimObserver observer() {
        return observer;
    }

    /** Who strikes stages, or null. */
    Nemesis nemesis() {
        return nemesis;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    TimerHeap timers() {
        return timers;
    }

    RandomStream stream(int stage) {
        return new SeededStream(seed, stage);
    }

    double speed(String stage) {
        return parts.speed(stage);
    }

    double drawSpeed() {
        return explore ? 0.25 + 1.5 * jitter.nextDouble() : 1;
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
}
