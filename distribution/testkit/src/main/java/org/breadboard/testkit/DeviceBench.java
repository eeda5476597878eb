// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.live.LiveEngine;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;

/**
 * A few nodes, each with a device of one kind, behind one switch: what a hardware plug-in tries its devices on without
 * a protocol. Build stages and what they open, add tasks, {@link #run}, and look at counters and at how busy resources
 * were. In virtual time, times come out as the data sheet says.
 */
public final class DeviceBench implements AutoCloseable {
    /** The layout of all memory here. */
    public static final Layout LAYOUT = new Layout("test.bytes", 1);

    /** How many numbers are left before they wrap around, where they do. */
    private static final int SOON = 20;

    private final Engine engine;
    private final LongSupplier messagesOut;
    private final SwitchFabric fabric;
    private final List<Device> devices = new ArrayList<>();
    private final int nodes;
    private final boolean explore;
    private final int firstNumber;
    private final Map<String, List<Counter>> counters = new TreeMap<>();

    /**
     * What the network does to packets.
     *
     * @param loss the probability of being lost
     * @param duplication of arriving twice
     * @param reordering of being overtaken
     * @param nemesis what strikes in windows besides, such as {@code partition}, with commas between several; or
     *     nothing
     * @param intervalNs the time that has one window of each
     * @param windowNs how long a window is
     */
    public record Faults(
            double loss, double duplication, double reordering, String nemesis, long intervalNs, long windowNs) {
        /** A network that does nothing of the kind. */
        public static final Faults NONE = new Faults(0, 0, 0);

        /** At any time, each with a probability. */
        public Faults(double loss, double duplication, double reordering) {
            this(loss, duplication, reordering, "", 1, 1);
        }

        /** The same, and a nemesis that strikes in windows, then half of the packets that it can strike. */
        public Faults with(String words, long everyNs, long forNs) {
            return new Faults(loss, duplication, reordering, words, everyNs, forNs);
        }

        private org.breadboard.platform.nemesis.Faults ofPlatform() {
            return new org.breadboard.platform.nemesis.Faults(
                    loss,
                    duplication,
                    reordering,
                    org.breadboard.platform.nemesis.Faults.parse(nemesis),
                    false,
                    intervalNs,
                    windowNs,
                    0.5,
                    0,
                    1,
                    null,
                    org.breadboard.platform.nemesis.Faults.Control.NONE);
        }
    }

    /** Nodes with devices that work as {@code sheet} says, on a network without faults. */
    public DeviceBench(HardwareType type, int nodes, Settings sheet) {
        this(type, nodes, sheet, Faults.NONE, 1, false);
    }

    /**
     * As above, with faults and jitter that {@code seed} draws; {@code explore} as in a run that tries interleavings,
     * whose numbers wrap around soon, too ({@link HardwareContext#firstNumber}).
     */
    public DeviceBench(HardwareType type, int nodes, Settings sheet, Faults faults, long seed, boolean explore) {
        this(new SimEngine(seed, explore), explore, type, nodes, sheet, faults, seed);
    }

    /** Nodes that share so many real threads, on a network without faults; to be closed. */
    public static DeviceBench live(HardwareType type, int nodes, Settings sheet, int threads) {
        return live(type, nodes, sheet, threads, Faults.NONE, 1);
    }

    /** The same on a network with faults, whose windows {@code seed} draws. */
    public static DeviceBench live(
            HardwareType type, int nodes, Settings sheet, int threads, Faults faults, long seed) {
        return new DeviceBench(new LiveEngine(seed, threads), false, type, nodes, sheet, faults, seed);
    }

    private DeviceBench(
            Engine engine, boolean explore, HardwareType type, int nodes, Settings sheet, Faults faults, long seed) {
        this.engine = engine;
        this.explore = explore;
        firstNumber = (seed % 2 == 0 ? Integer.MAX_VALUE : -1) - SOON;
        this.nodes = nodes;
        messagesOut = engine instanceof SimEngine sim ? sim::messagesOut : ((LiveEngine) engine)::messagesOut;
        Nemesis nemesis = new Nemesis(
                faults.ofPlatform(), seed, nodes, nodes, name -> counter(name.substring(name.indexOf('.') + 1)));
        fabric = new SwitchFabric(engine, nodes + 1, Mix.Network.PLAIN, nemesis);
        for (int node = 0; node < nodes; node++) {
            devices.add(type.build(new Scope(node, sheet)));
        }
    }

    /** Builds hardware of the switch, as node {@code nodes + 1}. Before the run. */
    public Device addSwitch(HardwareType type, Settings sheet) {
        return type.build(new Scope(nodes + 1, sheet));
    }

    /** The network, for tests that look at packets themselves; port {@code nodes} is free for them. Before the run. */
    public Fabric fabric() {
        return fabric;
    }

    /** What a node's device offers; null if it does not offer that. */
    public <C extends Capability> C capability(int node, Class<C> capability) {
        return devices.get(node).capability(capability);
    }

    /** A node's datagrams. */
    public DatagramTransport datagrams(int node) {
        return capability(node, DatagramTransport.class);
    }

    /** A node's one-sided verbs. */
    public OneSidedVerbs verbs(int node) {
        return capability(node, OneSidedVerbs.class);
    }

    /** A thread of a node's host. */
    public Stage stage(int node, String name, StageProgram program) {
        return engine.stage(node, 0, StageSpec.named(name), program);
    }

    /** A thread of a node's host, {@code host} and the node's number, that only runs tasks. */
    public Stage stage(int node) {
        return stage(node, "host" + node, (step, message) -> {
            throw new AssertionError("nothing is sent here");
        });
    }

    /** Memory of a host, zeros at first. */
    public Region region(String name, long sizeBytes) {
        return new PagedRegion(name, sizeBytes, Lifetime.PROCESS, LAYOUT);
    }

    /** What memory of a device may begin with, filled with zeros and then by {@code fill}. */
    public static Image image(long sizeBytes, Consumer<Region> fill) {
        PagedRegion filled = new PagedRegion("image", sizeBytes, Lifetime.PROCESS, LAYOUT);
        fill.accept(filled);
        return filled.freeze();
    }

    /** Memory of a node's host that others reach by verbs. */
    public Region region(int node, String name, long sizeBytes) {
        Region region = region(name, sizeBytes);
        verbs(node).register(region);
        return region;
    }

    /** Runs until nothing is left to happen, and fails as whatever failed. Once, in virtual time only. */
    public void run() {
        run(() -> false, Long.MAX_VALUE / 2, Engine.Progress.IDLE);
    }

    /**
     * Runs until {@code done}, which is asked now and then, and fails as whatever failed, or if it takes longer than
     * {@code ns}. Once.
     */
    public void runUntil(BooleanSupplier done, long ns) {
        run(done, ns, Engine.Progress.STOPPED);
    }

    private void run(BooleanSupplier done, long ns, Engine.Progress expected) {
        fabric.seal();
        engine.start();
        Engine.Progress progress = engine.runUntil(ns, done);
        if (engine.failure() != null) {
            Throwable cause = engine.failure().cause();
            if (cause instanceof RuntimeException known) {
                throw known;
            }
            throw new AssertionError(cause);
        }
        if (progress != expected) {
            throw new AssertionError("the run did not come to its end: " + progress);
        }
    }

    /** The instant that the run has reached, in ns. */
    public long nowNs() {
        return engine.nowNs();
    }

    /** Ends the threads of a bench on real ones. */
    @Override
    public void close() {
        engine.close();
    }

    /**
     * What devices counted under a name, all nodes together; {@code lost}, {@code duplicated}, {@code reordered},
     * {@code cut} by the network.
     */
    public long count(String name) {
        return counters.getOrDefault(name, List.of()).stream()
                .mapToLong(Counter::value)
                .sum();
    }

    /** How long a node's resource or stage was busy, in ns of virtual time. */
    public double busyNs(int node, String name) {
        return engine.usage().stream()
                .filter(use -> use.node() == node && use.name().equals(name))
                .mapToDouble(Engine.Usage::busyNs)
                .sum();
    }

    /** How many messages were taken and not given back: 0 after a run in which nothing was kept or forgotten. */
    public long messagesOut() {
        return messagesOut.getAsLong();
    }

    private Counter counter(String name) {
        Counter count = TestParts.counter();
        counters.computeIfAbsent(name, n -> new ArrayList<>()).add(count);
        return count;
    }

    /** Runs {@code body} once and then waits for completions, which {@code onCompletion} sees. */
    public static class Once extends Task {
        private final Consumer<Step> body;
        private final Consumer<Message> onCompletion;
        private long doneAtNs = -1;
        private int completions;

        /** Made before the run; not to be added twice. */
        public Once(Consumer<Step> body, Consumer<Message> onCompletion) {
            this.body = body;
            this.onCompletion = onCompletion;
        }

        /** When the last completion came, in ns; -1 if none did. */
        public final long doneAtNs() {
            return doneAtNs;
        }

        /** How many completions came. */
        public final int completions() {
            return completions;
        }

        @Override
        protected Next step(Step step) {
            body.accept(step);
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            completions++;
            doneAtNs = step.nowNs();
            onCompletion.accept(message);
            return false;
        }
    }

    private final class Scope implements HardwareContext {
        private final int node;
        private final Settings sheet;

        Scope(int node, Settings sheet) {
            this.node = node;
            this.sheet = sheet;
        }

        @Override
        public Settings profile() {
            return sheet;
        }

        @Override
        public Fabric fabric() {
            return fabric;
        }

        @Override
        public boolean explores() {
            return explore;
        }

        @Override
        public int node() {
            return node;
        }

        @Override
        public int nodes() {
            return nodes;
        }

        @Override
        public int epoch() {
            return 0;
        }

        @Override
        public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
            return new PagedRegion(name, sizeBytes, lifetime, layout);
        }

        @Override
        public Region region(String name, Image image, Lifetime lifetime) {
            return PagedRegion.of(name, image, lifetime);
        }

        @Override
        public Stage stage(StageSpec spec, StageProgram program) {
            return engine.stage(node, 0, spec, program);
        }

        @Override
        public Resource resource(String name, Resource.Cost cost, double delayNs) {
            return engine.resource(node, name, cost, delayNs);
        }

        @Override
        public Resource timer(String name, double delayNs) {
            return engine.timer(node, name, delayNs);
        }

        @Override
        public int firstNumber() {
            return explore ? firstNumber : 0;
        }

        @Override
        public Counter counter(String name) {
            return DeviceBench.this.counter(name);
        }

        @Override
        public Counter unexpected(String name) {
            return counter(name);
        }
    }
}
