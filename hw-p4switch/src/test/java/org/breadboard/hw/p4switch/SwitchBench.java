package org.breadboard.hw.p4switch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;
import org.breadboard.testkit.DataSheets;

/** Hosts with Ethernet NICs around one switch with a pipeline, on any engine. */
final class SwitchBench implements AutoCloseable {
    /** Times that are easy to add up: 1 Gbit/s has 8 ns per byte. */
    static final Map<String, Double> ROUND = Map.of(
            "linkGbps", 1.0,
            "hostToSwitchNs", 1000.0,
            "nicPacketNs", 0.0,
            "cpuSendNs", 0.0,
            "cpuReceiveNs", 0.0);

    final Engine engine;
    final SwitchFabric fabric;
    final P4Switch device;
    private final List<EthernetNic> nics = new ArrayList<>();
    private final int hosts;
    private final Settings nicSheet;
    private final Settings switchSheet;
    private final Map<String, List<Tally>> counters = new TreeMap<>();
    private boolean sealed;

    SwitchBench(int hosts, Map<String, ?> switchChanges) {
        this(new SimEngine(1, false), hosts, ROUND, switchChanges, new Mix.Network(0, 0, 0));
    }

    SwitchBench(Engine engine, int hosts, Map<String, ?> nicChanges, Map<String, ?> switchChanges, Mix.Network faults) {
        this.engine = engine;
        this.hosts = hosts;
        nicSheet = DataSheets.settings(new EthernetHardware(), "intel-82599", nicChanges);
        switchSheet = DataSheets.settings(new P4SwitchHardware(), "tofino", switchChanges);
        // One port more than there are hosts, for whoever is no Ethernet NIC.
        fabric = new SwitchFabric(
                engine, hosts + 1, faults, counter("lost"), counter("duplicated"), counter("reordered"));
        for (int node = 0; node < hosts; node++) {
            nics.add(new EthernetNic(new Scope(node, nicSheet)));
        }
        device = new P4Switch(new Scope(hosts + 1, switchSheet));
    }

    SwitchBench load(PipelineProgram program) {
        device.capability(PacketPipeline.class).load(program);
        return this;
    }

    List<String> remarks() {
        return device.capability(PacketPipeline.class).remarks();
    }

    Stage stage(int node, String name, StageProgram program) {
        return engine.stage(node, 0, StageSpec.named(name), program);
    }

    DatagramTransport datagrams(int node) {
        return nics.get(node).capability(DatagramTransport.class);
    }

    /** A socket of a host whose stage sends with {@code body} when the run begins, and hands {@code receiver} what it gets. */
    DatagramTransport.Endpoint socket(int node, int port, Sender body, Consumer<Message> receiver) {
        Socket socket = new Socket(body, receiver);
        Stage stage = stage(node, "host" + node + "." + port, socket);
        stage.add(socket);
        socket.endpoint = datagrams(node).open(stage, port, 1024, 1024);
        return socket.endpoint;
    }

    void start() {
        if (!sealed) {
            sealed = true;
            fabric.seal();
            engine.start();
        }
    }

    /** Runs until nothing is left to happen. */
    void run() {
        start();
        Engine.Progress progress = engine.runUntil(Long.MAX_VALUE / 2, () -> false);
        if (engine.failure() != null) {
            throw new AssertionError(engine.failure().where(), engine.failure().cause());
        }
        if (progress != Engine.Progress.IDLE) {
            throw new AssertionError("the run did not come to rest: " + progress);
        }
        if (engine instanceof SimEngine sim && sim.messagesOut() != 0) {
            throw new AssertionError(sim.messagesOut() + " messages were taken and not given back");
        }
        if (device.held() != 0) {
            throw new AssertionError("the switch still holds " + device.held() + " packets");
        }
    }

    long count(String name) {
        return counters.getOrDefault(name, List.of()).stream()
                .mapToLong(Tally::value)
                .sum();
    }

    double busyNs(String name) {
        return engine.usage().stream()
                .filter(use -> use.name().equals(name))
                .mapToDouble(Engine.Usage::busyNs)
                .sum();
    }

    @Override
    public void close() {
        engine.close();
    }

    private Counter counter(String name) {
        Tally tally = new Tally();
        counters.computeIfAbsent(name, n -> new ArrayList<>()).add(tally);
        return tally;
    }

    /** Sends. */
    interface Sender {
        void send(Step step, DatagramTransport.Endpoint endpoint);
    }

    private static final class Socket extends Task implements StageProgram {
        private final Sender body;
        private final Consumer<Message> receiver;
        private DatagramTransport.Endpoint endpoint;

        Socket(Sender body, Consumer<Message> receiver) {
            this.body = body;
            this.receiver = receiver;
        }

        @Override
        protected Next step(Step step) {
            body.send(step, endpoint);
            endpoint.doorbell(step);
            return Next.DONE;
        }

        @Override
        public void receive(Step step, Message message) {
            receiver.accept(message);
            endpoint.polled(step, message);
            endpoint.postReceives(step, 1, true);
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
        public int node() {
            return node;
        }

        @Override
        public int nodes() {
            return hosts;
        }

        @Override
        public int epoch() {
            return 0;
        }

        @Override
        public Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
            throw new UnsupportedOperationException("no memory here");
        }

        @Override
        public Region region(String name, Image image, Lifetime lifetime) {
            throw new UnsupportedOperationException("no memory here");
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
            return SwitchBench.this.counter(name);
        }
    }
}
