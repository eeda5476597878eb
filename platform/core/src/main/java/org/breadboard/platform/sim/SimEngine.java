// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Transit;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.runtime.Tainted;

/**
 * Runs a cluster in virtual time. The same seed and the same calls give the same events in the same order on any
 * machine, on any number of threads.
 *
 * <p>Each machine is a process of its own, and the switches are one if they do more than forward. They run in windows,
 * each alone; unless somebody observes all events in their order, or no two machines can be told apart (
 * {@link #whyOneByOne}).
 *
 * <p>In explore mode the seed also draws how fast each stage is, how long each hop takes beyond its profile, and which
 * of simultaneous events comes first, so that many interleavings are tried; latencies then mean nothing.
 */
public final class SimEngine implements Engine {
    private static final long DEFAULT_HANG_NS = 20_000_000_000L;
    /** Streams of what exploration draws for each stage and resource, downwards. */
    private static final long JITTER = -(1L << 32);

    private final long seed;
    private final boolean explore;
    private final SimParts parts = new SimParts();
    private final SimProcess.Outsiders outsiders = new SimProcess.Outsiders();
    private final List<LongConsumer> windowEnds = new ArrayList<>();
    private final SimThread thread;
    private int threads = 1;
    private long beganNs;
    private boolean started;
    private boolean observed;
    private volatile Failure hung;
    /** Null as long as more may be built. */
    private Layout layout;

    private Order order;

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
        thread = new SimThread(hangNs);
        this.seed = seed;
        this.explore = explore;
    }

    @Override
    public void beginAt(long ns) {
        beganNs = ns;
        if (order != null) {
            order.beginAt(ns);
        } else if (layout != null) {
            layout.processes().forEach(process -> process.beginAt(ns));
        }
    }

    // Building.

    /** Has stages and resources be faster, or slower, than those who make them say. Before the first is made. */
    public void speeds(Speeds factors) {
        parts.speeds(factors);
    }

    /**
     * Has windows run on so many threads, or on as many as there are processes or as {@link #MOST_THREADS}, if those
     * are fewer; which changes nothing but how long they take. Before {@link #start}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public void threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " threads");
        }
        threads = count;
    }

    @Override
    public Stage stage(int node, int generation, StageSpec spec, StageProgram program) {
        int id = parts.stages().size();
        double drawn = explore ? 0.25 + 1.5 * jitter().nextDouble() : 1;
        Pace pace = Pace.of(spec, drawn, parts.speed(spec.name()), parts.crowd(node, generation, spec));
        RandomStream random = new SeededStream(seed, id);
        SimStage stage = new SimStage(id, node, generation, spec.name(), program, pace, random, outsiders);
        parts.add(stage);
        add(stage);
        return stage;
    }

    @Override
    public Resource resource(int node, String name, Resource.Cost cost, double delayNs) {
        SimResource resource = parts.resource(node, name, cost, delayNs, explore ? jitter() : null);
        add(resource);
        return resource;
    }

    /** What exploration draws from for the next stage or resource. */
    private RandomStream jitter() {
        return new SeededStream(seed, JITTER - parts.all().size());
    }

    /** What is built later has its place now. */
    private void add(SimPart part) {
        if (layout != null) {
            layout.add(part);
        }
    }

    @Override
    public Resource timer(int node, String name, double delayNs) {
        Resource timer = resource(node, name, message -> 0, delayNs);
        parts.waits((SimResource) timer);
        return timer;
    }

    @Override
    public void join(int node, Resource up, Resource down, int through) {
        checkBuilding();
        parts.add(new SimParts.Port(node, (SimResource) up, (SimResource) down, through));
    }

    /** Has all events happen one by one, in the order of time, for who {@linkplain #observe observes} them later. */
    public void observed() {
        checkBuilding();
        observed = true;
    }

    @Override
    public void atWindowEnd(LongConsumer listener) {
        checkBuilding();
        windowEnds.add(listener);
    }

    private void checkBuilding() {
        if (layout != null) {
            throw new IllegalStateException("how a cluster is run is said before it is started");
        }
    }

    @Override
    public boolean isWaiting() {
        return parts.isWaiting(nowNs());
    }

    @Override
    public void strike(Nemesis by) {
        outsiders.nemesis = by;
    }

    /** Has somebody strike at an instant; its events happen one by one then. Before {@link #start}. */
    public void strike(Instants at) {
        observed();
        outsiders.instants = at;
    }

    @Override
    public void start() {
        parts.refuseUnknownSpeeds();
        settle();
        started = true;
        for (SimStage stage : parts.stages()) {
            stage.start();
        }
        order = layout.order(windowEnds);
    }

    @Override
    public Optional<OneByOne> whyOneByOne() {
        return layout == null ? Optional.empty() : Optional.ofNullable(layout.why());
    }

    private void settle() {
        if (layout == null) {
            layout = Layout.of(parts, observed, new Layout.Draws(seed, explore), outsiders, threads);
            beginAt(beganNs);
        }
    }

    @Override
    public Transit at(int node) {
        settle();
        return layout.process(node);
    }

    // Running.

    /**
     * Has somebody told of all that happens from now on. While it runs, only between two calls of {@link #runUntil},
     * and only if its events happen {@linkplain #observed one by one}.
     *
     * @param next null for nobody
     * @throws IllegalStateException if it runs in windows
     */
    public void observe(SimObserver next) {
        if (layout == null && next != null) {
            observed = true;
        } else if (layout != null && layout.why() == null) {
            throw new IllegalStateException("in windows nobody sees events in their order; say observed before start");
        }
        outsiders.observer = next;
    }

    @Override
    public long nowNs() {
        return order == null ? beganNs : order.nowNs();
    }

    @Override
    public long nowNs(int node) {
        return layout == null ? beganNs : layout.process(node).nowNs();
    }

    @Override
    public boolean isInWindow() {
        return order != null && order.isInWindow();
    }

    @Override
    public Progress runUntil(long untilNs, BooleanSupplier stop) {
        if (!started) {
            throw new IllegalStateException("start the engine first");
        }
        if (failure() != null) {
            return Progress.FAILED;
        }
        try {
            return thread.run(
                    () -> order.run(untilNs, stop, thread::beat),
                    stop,
                    () -> order.stuckOn().thread());
        } catch (Hang hang) {
            SimStage stage = order.stuckOn().stage();
            Thread stuck = order.stuckOn().thread();
            hung = stage == null
                    ? new Failure(-1, "a device", hang)
                    : new Failure(stage.node(), "stage " + stage.name(), hang);
            Tainted.mark(
                    stage == null ? "a device" : "stage " + stage.name() + " of node " + stage.node(),
                    hang.getMessage(),
                    stuck == null ? thread.runner() : stuck);
            return Progress.FAILED;
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
    public void forgetStopped() {
        outsiders.instants = null;
        parts.resources().forEach(SimResource::forget);
        layout.processes().forEach(process -> process.timers().clear());
    }

    @Override
    public List<Usage> usage() {
        return parts.usage(nowNs());
    }

    @Override
    public Failure failure() {
        return hung != null || order == null ? hung : order.failure();
    }

    @Override
    public long events() {
        return sum(SimProcess::events);
    }

    @Override
    public Map<Integer, Double> gains() {
        return order == null ? Map.of() : order.gains();
    }

    /** How many arrivals came too late for their attempt. */
    public long staleArrivals() {
        return sum(SimProcess::stale);
    }

    /** How many messages are taken and not given back: 0 when a cluster has come to rest without losing one. */
    public long messagesOut() {
        return sum(SimProcess::messagesOut);
    }

    private long sum(ToLongFunction<SimProcess> of) {
        return layout == null ? 0 : layout.processes().stream().mapToLong(of).sum();
    }

    @Override
    public void close() {
        if (order != null) {
            order.close();
        }
        thread.close();
    }
}
