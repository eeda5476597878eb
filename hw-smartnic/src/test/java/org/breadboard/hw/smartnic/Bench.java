package org.breadboard.hw.smartnic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
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
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;

/** A few nodes with NICs on the real simulator, and what tests do with them. */
final class Bench {
    static final Layout LAYOUT = new Layout("test.bytes", 1);

    final SimEngine engine;
    final SwitchFabric fabric;
    final List<Device> devices = new ArrayList<>();
    private final Settings sheet;
    private final boolean explore;
    private final Map<String, List<Count>> counters = new TreeMap<>();

    Bench(int nodes, Settings sheet) {
        this(nodes, sheet, new Mix.Network(0, 0, 0), 1, false);
    }

    Bench(int nodes, Settings sheet, Mix.Network network, long seed, boolean explore) {
        this(SmartNicHardware.ON_PATH, nodes, sheet, network, seed, explore);
    }

    Bench(SmartNicHardware type, int nodes, Settings sheet, Mix.Network network, long seed, boolean explore) {
        this.sheet = sheet;
        this.explore = explore;
        engine = new SimEngine(seed, explore);
        fabric = new SwitchFabric(engine, nodes, network, counter("lost"), counter("duplicated"), counter("reordered"));
        for (int node = 0; node < nodes; node++) {
            devices.add(type.build(new Scope(node, nodes)));
        }
        fabric.seal();
    }

    DatagramTransport datagrams(int node) {
        return devices.get(node).capability(DatagramTransport.class);
    }

    NicCores cores(int node) {
        return devices.get(node).capability(NicCores.class);
    }

    NicCompute nic(int node) {
        return devices.get(node).capability(NicCompute.class);
    }

    Stage stage(int node, String name, StageProgram program) {
        return engine.stage(node, 0, StageSpec.named(name), program);
    }

    /** A stage that only runs tasks. */
    Stage stage(int node) {
        return stage(node, "host" + node, (step, message) -> {
            throw new AssertionError("nothing is sent here");
        });
    }

    Region region(String name, long sizeBytes) {
        return new PagedRegion(name, sizeBytes, Lifetime.PROCESS, LAYOUT);
    }

    /** Runs until nothing is left to happen, and fails as whatever failed. */
    void run() {
        engine.start();
        Engine.Progress progress = engine.runUntil(Long.MAX_VALUE / 2, () -> false);
        if (engine.failure() != null) {
            Throwable cause = engine.failure().cause();
            if (cause instanceof RuntimeException known) {
                throw known;
            }
            throw new AssertionError(cause);
        }
        if (progress != Engine.Progress.IDLE) {
            throw new AssertionError("the run did not come to rest: " + progress);
        }
    }

    long count(String name) {
        return counters.getOrDefault(name, List.of()).stream()
                .mapToLong(Count::value)
                .sum();
    }

    double busyNs(int node, String resource) {
        return engine.usage().stream()
                .filter(u -> u.node() == node && u.name().equals(resource))
                .mapToDouble(Engine.Usage::busyNs)
                .sum();
    }

    private Counter counter(String name) {
        Count count = new Count();
        counters.computeIfAbsent(name, n -> new ArrayList<>()).add(count);
        return count;
    }

    /** Runs {@code body} once and then waits for {@code completions} messages, which {@code onCompletion} sees. */
    static class Once extends Task {
        private final Consumer<Step> body;
        private final Consumer<Message> onCompletion;
        long doneAtNs = -1;
        int completions;

        Once(Consumer<Step> body, Consumer<Message> onCompletion) {
            this.body = body;
            this.onCompletion = onCompletion;
        }

        /** For the body, which cannot name its own task while it is made. */
        Task self() {
            return this;
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

    private static final class Count implements Counter {
        private long value;

        @Override
        public void add(long n) {
            value += n;
        }

        @Override
        public long value() {
            return value;
        }
    }

    private final class Scope implements HardwareContext {
        private final int node;
        private final int nodes;

        Scope(int node, int nodes) {
            this.node = node;
            this.nodes = nodes;
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
        public Counter counter(String name) {
            return Bench.this.counter(name);
        }
    }
}
