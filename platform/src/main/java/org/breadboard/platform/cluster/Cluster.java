package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.history.HistoryChunkPool;
import org.breadboard.platform.history.HistorySink;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.memory.PagedRegion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;

/**
 * The nodes of one run, built on an engine: first every node's hardware and the switches', then the protocol's part of every node. */
public final class Cluster {
    private static final int CHUNK_WORDS = 1 << 14;
    private static final int KEPT_CHUNKS = 4096;

    private final Mix mix;
    private final Engine engine;
    private final Workload workload;
    private final Items items;
    private final Map<String, StoreType> stores;
    private final HistorySink history;
    private final HistoryChunkPool chunks = new HistoryChunkPool(CHUNK_WORDS, KEPT_CHUNKS);
    private final Window window;
    private final Placement placement;
    private final SwitchFabric fabric;
    private final Map<String, List<Tally>> counters = new TreeMap<>();
    private final ImageMemory images = new ImageMemory(Runtime.getRuntime().maxMemory());
    private final List<NodeMemory> memories = new ArrayList<>();
    private final List<Device> devices = new ArrayList<>();
    private final List<ProtocolNode> nodes = new ArrayList<>();
    private final List<StageClients> clients = new ArrayList<>();
    private final List<StageOperations> operations = new ArrayList<>();
    private final List<PacketPipeline> pipelines = new ArrayList<>();

    /**
     * Builds a cluster.
     *
     * @param equipment what the machines and switches are
     * @param workload null for a protocol that runs operations
     * @param stores installed kinds of stores by id
     * @param history where the recorders' chunks go
     * @throws RefusedException if hardware or protocol cannot be built so
     */
    public Cluster(
            Mix mix,
            Engine engine,
            Equipment equipment,
            ProtocolType protocolType,
            Workload workload,
            Map<String, StoreType> stores,
            HistorySink history) {
        this.mix = mix;
        this.engine = engine;
        this.workload = workload;
        items = Items.of(workload == null ? List.of() : workload.tables(), protocolType.grain());
        this.stores = stores;
        this.history = history;
        window = new Window(mix.time().warmupNs(), mix.time().endNs());
        placement = new NodePlacement(mix.cluster().nodes(), mix.cluster().replication(), workload);
        Mix.Switches switches = mix.switches();
        fabric = new SwitchFabric(
                engine,
                mix.cluster().nodes(),
                mix.cluster().clientNodes(),
                switches == null ? 1 : switches.count(),
                mix.network(),
                counter("network.lost"),
                counter("network.duplicated"),
                counter("network.reordered"));
        int machines = mix.cluster().machines();
        for (int node = 0; node < machines; node++) {
            memories.add(new NodeMemory(node));
            devices.add(equipment.machine().build(new HardwareScope(this, node, mix.hardwareSettings(), fabric)));
        }
        for (int i = 0; switches != null && i < switches.count(); i++) {
            memories.add(new NodeMemory(machines + i));
            Device device = equipment
                    .switches()
                    .build(new HardwareScope(this, machines + i, switches.hardwareSettings(), fabric.at(i)));
            if (equipment.program() != null) {
                PacketPipeline pipeline = device.capability(PacketPipeline.class);
                load(pipeline, equipment.program(), switches);
                pipelines.add(pipeline);
            }
        }
        fabric.seal();
        Protocol protocol = protocolType.create(new Context());
        for (int node = 0; node < machines; node++) {
            nodes.add(protocol.build(new ProtocolScope(this, node)));
        }
    }

    private static void load(PacketPipeline pipeline, PipelineProgramType type, Mix.Switches switches) {
        try {
            PipelineProgram program = type.create(switches.programSettings());
            if (program == null) {
                throw new RefusedException("its plug-in answers null where it has to create one.");
            }
            pipeline.load(program);
        } catch (RefusedException refused) {
            throw new RefusedException("Program '" + type.id() + "' cannot run in the mix's switches, profile '"
                    + switches.profile() + "': " + refused.getMessage());
        }
    }

    /** The workload, or null. */
    public Workload workload() {
        return workload;
    }

    /** What the run's history has versions of. */
    public Items items() {
        return items;
    }

    /** Where records live. */
    public Placement placement() {
        return placement;
    }

    /** The protocol's part of each node, in the order of nodes. */
    public List<ProtocolNode> nodes() {
        return nodes;
    }

    /** What nodes and switches remark for who reads the figures, each sentence once. After the run. */
    public List<String> remarks() {
        Stream<String> ofNodes = nodes.stream().flatMap(node -> node.remarks().stream());
        Stream<String> ofPrograms = pipelines.stream()
                .flatMap(pipeline -> pipeline.remarks().stream())
                .map(remark -> "Switch program '" + mix.switches().program() + "' " + remark);
        return Stream.concat(ofNodes, ofPrograms).distinct().toList();
    }

    /** The clients of each stage that has some, in the order of building. */
    public List<StageClients> clients() {
        return clients;
    }

    /** The operations of each stage that counts some, in the order of building. */
    public List<StageOperations> operations() {
        return operations;
    }

    /** Where the recorders' chunks come from, for who gives them back. */
    public HistoryChunkPool chunks() {
        return chunks;
    }

    /** What was counted, added up over nodes. */
    public Map<String, Long> counts() {
        Map<String, Long> sums = new TreeMap<>();
        counters.forEach((name, tallies) ->
                sums.put(name, tallies.stream().mapToLong(Tally::value).sum()));
        return sums;
    }

    /** Bytes that all machines have put on their links so far, headers and gaps included. */
    public long sentBytes() {
        return fabric.sentBytes();
    }

    /** Bytes of memory that regions hold beyond the shared images. */
    public long privateBytes() {
        long sum = 0;
        for (NodeMemory memory : memories) {
            for (PagedRegion region : memory.regions()) {
                sum += region.privateBytes();
            }
        }
        return sum;
    }

    Mix mix() {
        return mix;
    }

    Engine engine() {
        return engine;
    }

    LongSupplier clock() {
        return engine::nowNs;
    }

    Window window() {
        return window;
    }

    HistorySink history() {
        return history;
    }

    NodeMemory memory(int node) {
        return memories.get(node);
    }

    <C extends Capability> C capability(int node, Class<C> capability) {
        return devices.get(node).capability(capability);
    }

    Counter counter(String name) {
        Tally tally = new Tally();
        counters.computeIfAbsent(name, n -> new ArrayList<>()).add(tally);
        return tally;
    }

    /** What the protocol knows before nodes are built. */
    private final class Context implements ProtocolContext {
        @Override
        public int nodes() {
            return mix.cluster().nodes();
        }

        @Override
        public int clientNodes() {
            return mix.cluster().clientNodes();
        }

        @Override
        public int threads() {
            return mix.cluster().threads();
        }

        @Override
        public int contexts() {
            return mix.load().contexts();
        }

        @Override
        public Settings settings() {
            return mix.protocolSettings();
        }

        @Override
        public Placement placement() {
            return placement;
        }

        @Override
        public List<TableSpec> tables() {
            return workload == null ? List.of() : workload.tables();
        }

        @Override
        public List<TransactionLogic> transactions() {
            return workload == null ? List.of() : workload.transactions();
        }

        @Override
        public Population population(int table) {
            return new WatchedPopulation(workload.population(table));
        }

        @Override
        public StoreType store(String id) {
            return stores.get(id);
        }

        @Override
        public Image image(long sizeBytes, Layout layout, Fill fill) {
            return images.image(sizeBytes, layout, fill::fill);
        }
    }
}
