// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.MessagePool;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.runtime.Tainted;

/**
 * Runs a cluster on real threads in wall-clock time. Several stages share a thread. Being busy costs nothing and
 * resources grant at once; what is measured is what the protocol costs as software.
 *
 * <p>The threads run only during {@link #runUntil}; between two calls they stand still, everything they did is visible
 * to the caller, and the clock does not move. A stage reads the clock when a burst first asks for it, so a step's
 * instant is up to one burst old; {@link #nowNs} of the engine reads it anew and is never behind what has happened.
 * Timers come at most a round late on a busy thread, and up to some 60 µs late on an idle one.
 */
public final class LiveEngine implements Engine {
    /** How long a step may take before its thread is given up. */
    public static final long DEFAULT_HANG_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long LOOK_NS = 1_000_000;
    private static final long JOIN_MS = 500;
    /** Streams of threads have nothing to do with those of stages, which count upwards from 0. */
    private static final long THREADS = -1;

    private final long seed;
    private final Spread spread;
    private final long hangNs;
    private final LiveControl control = new LiveControl();
    private final LiveThread[] threads;
    private final Routes routes;

    private final LiveCalls calls;
    private final HangDetector hangs;
    private final MessagePool ownPool;
    private final List<LiveStage> stages = new ArrayList<>();
    private final List<LiveResource> resources = new ArrayList<>();
    private boolean started;
    private boolean dealt;

    /**
     * An engine that nothing was built for yet.
     *
     * @param seed decides the random streams of its stages, and nothing else: threads interleave as they will
     * @param threads how many threads the stages share; 0 for one per core
     */
    public LiveEngine(long seed, int threads) {
        this(seed, threads, Spread.BY_NODE, DEFAULT_HANG_NS);
    }

    /** The same, with a clock that begins at an instant. */
    public LiveEngine(long seed, int threads, long fromNs) {
        this(seed, threads);
        control.beginAt(fromNs);
    }

    /**
     * An engine that nothing was built for yet.
     *
     * @param hangNs how long a thread may make no progress before it is given up and the process marked as tainted
     */
    public LiveEngine(long seed, int threads, Spread spread, long hangNs) {
        if (threads < 0) {
            throw new IllegalArgumentException(threads + " live threads");
        }
        this.seed = seed;
        this.spread = spread;
        this.hangNs = hangNs;
        int cores = Runtime.getRuntime().availableProcessors();
        int count = threads == 0 ? cores : threads;
        MessageDepot depot = new MessageDepot();
        ownPool = new MessagePool(depot);
        this.threads = new LiveThread[count];
        Arrays.setAll(
                this.threads,
                i -> new LiveThread(i, count, cores, control, depot, new SeededStream(seed, THREADS - i)));
        calls = new LiveCalls(control, this.threads);
        routes = new Routes(this.threads);
        hangs = new HangDetector(count, hangNs);
    }

    @Override
    public Stage stage(int node, int generation, StageSpec spec, StageProgram program) {
        LiveStage stage = new LiveStage(stages.size(), node, generation, spec, program, seed);
        stages.add(stage);
        dealt = false;
        return stage;
    }

    @Override
    public Resource resource(int node, String name, Resource.Cost cost, double delayNs) {
        return add(new LiveResource(resources.size(), node, name, LiveResource.AT_ONCE));
    }

    @Override
    public Resource timer(int node, String name, double delayNs) {
        return add(new LiveResource(resources.size(), node, name, (long) delayNs));
    }

    @Override
    public BlockingCalls blockingCalls() {
        return calls;
    }

    private Resource add(LiveResource resource) {
        resources.add(resource);
        return resource;
    }

    @Override
    public boolean isWaiting() {
        return Arrays.stream(threads).anyMatch(LiveThread::isWaiting);
    }

    @Override
    public void strike(Nemesis nemesis) {
        for (LiveThread thread : threads) {
            thread.strike(nemesis);
        }
    }

    @Override
    public void lease(IntToLongFunction untilNs) {
        for (LiveThread thread : threads) {
            thread.lease(untilNs);
        }
    }

    @Override
    public long nowNs() {
        return control.nowNs();
    }

    @Override
    public void beginAt(long ns) {
        control.beginAt(ns);
    }

    @Override
    public void start() {
        if (started) {
            throw new IllegalStateException("the engine is started twice");
        }
        started = true;
        deal();
        for (LiveThread thread : threads) {
            thread.thread().start();
        }
    }

    /** Gives new stages to threads and makes their tasks runnable. All threads stand still. */
    private void deal() {
        List<List<LiveStage>> lists = spread.deal(stages, threads.length);
        for (int i = 0; i < threads.length; i++) {
            for (LiveStage stage : lists.get(i)) {
                if (!stage.isStarted()) {
                    stage.start(i);
                }
            }
        }
        for (int i = 0; i < threads.length; i++) {
            int thread = i;
            LiveStage[] its = stages.stream()
                    .filter(stage -> stage.thread() == thread && !stage.isDead())
                    .toArray(LiveStage[]::new);
            threads[i].assign(its, routes.from(i, stages), Routes.homes(stages));
        }
        dealt = true;
    }

    @Override
    public Progress runUntil(long untilNs, BooleanSupplier stop) {
        if (!started || control.state() == LiveControl.State.CLOSED) {
            throw new IllegalStateException(started ? "the engine is closed" : "start the engine first");
        }
        if (control.failure() != null) {
            return Progress.FAILED;
        }
        if (!dealt) {
            deal();
        }
        resume();
        Progress progress = watch(untilNs, stop);
        pause();
        return control.failure() == null ? progress : Progress.FAILED;
    }

    private void resume() {
        control.startClock();
        hangs.begin(System.nanoTime());
        for (LiveThread thread : threads) {
            thread.goesOn();
        }
        control.state(LiveControl.State.RUNNING);
        for (LiveThread thread : threads) {
            LockSupport.unpark(thread.thread());
        }
    }

    private Progress watch(long untilNs, BooleanSupplier stop) {
        while (true) {
            long now = System.nanoTime();
            long leftNs = untilNs - control.nowNs();
            if (control.failure() != null || findHung(now)) {
                return Progress.FAILED;
            }
            if (leftNs <= 0) {
                return Progress.REACHED;
            }
            if (stop.getAsBoolean()) {
                return Progress.STOPPED;
            }
            LockSupport.parkNanos(this, Math.min(leftNs, LOOK_NS));
        }
    }

    /** Lets every thread come to the end of its round. */
    private void pause() {
        control.state(LiveControl.State.PAUSED);
        for (LiveThread thread : threads) {
            LockSupport.unpark(thread.thread());
            for (int looks = 0; thread.isRunning() && !thread.isAbandoned(); looks++) {
                if (looks < 1000) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.parkNanos(this, LOOK_NS / 20);
                    findHung(System.nanoTime());
                }
            }
        }
        control.stopClock();
    }

    private boolean findHung(long now) {
        LiveThread found = hangs.look(threads, now);
        if (found != null) {
            found.abandon();
            LiveStage stage = found.stage();
            Hang hang = new Hang(hangNs, found.thread());
            control.failed(stage, hang);
            Tainted.mark(
                    stage == null ? "a device" : "stage " + stage.name() + " of node " + stage.node(),
                    hang.getMessage(),
                    found.thread());
        }
        return found != null;
    }

    @Override
    public void crash(int node) {
        for (LiveStage stage : stages) {
            if (stage.node() == node) {
                crash(stage);
            }
        }
    }

    @Override
    public void crash(Stage stage) {
        LiveStage live = (LiveStage) stage;
        if (!live.isDead()) {
            live.die();
            live.clearInbox(ownPool);
        }
        dealt = false;
    }

    @Override
    public void crash(Resource resource) {
        ((LiveResource) resource).die();
    }

    @Override
    public List<Usage> usage() {
        List<Usage> usage = new ArrayList<>(stages.size() + resources.size());
        for (LiveStage s : stages) {
            usage.add(new Usage(s.node(), s.name(), true, Double.NaN, 0, s.steps(), s.received()));
        }
        for (LiveResource r : resources) {
            long served = 0;
            for (LiveThread thread : threads) {
                served += thread.served(r.index());
            }
            usage.add(new Usage(r.node(), r.name(), false, Double.NaN, 0, served, 0));
        }
        return usage;
    }

    @Override
    public Failure failure() {
        return control.failure();
    }

    /** Tasks may still be runnable, or have timers. */
    @Override
    public boolean isQuiet() {
        for (LiveStage stage : stages) {
            if (!stage.isDead() && stage.isStarted() && stage.inbox().available() > 0) {
                return false;
            }
        }
        return calls.isQuiet()
                && Arrays.stream(threads).allMatch(thread -> thread.isQuiet() && thread.hasTurnedSinceItWentOn());
    }

    /** Whether each stage has had a turn since the start. While the threads stand still. */
    public boolean hasTurned() {
        return Arrays.stream(threads).allMatch(LiveThread::hasTurned);
    }

    /** How many arrivals came too late for their attempt. */
    public long staleArrivals() {
        return stages.stream().mapToLong(LiveStage::stale).sum();
    }

    /** How many messages are taken and not given back: 0 when a cluster has come to rest without losing one. */
    public long messagesOut() {
        long out = ownPool.out();
        for (LiveThread thread : threads) {
            out += thread.pool().out();
        }
        return out;
    }

    /** The ids of its threads, for whoever measures their time or their garbage. */
    public long[] threadIds() {
        return Arrays.stream(threads).mapToLong(t -> t.thread().getId()).toArray();
    }

    @Override
    public void close() {
        control.state(LiveControl.State.CLOSED);
        if (!started) {
            calls.close(0);
            return;
        }
        for (LiveThread thread : threads) {
            LockSupport.unpark(thread.thread());
        }
        boolean interrupted = false;
        for (LiveThread thread : threads) {
            if (!thread.isAbandoned()) {
                try {
                    thread.thread().join(JOIN_MS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        calls.close(JOIN_MS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
