// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.fabric.EpochGates;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.StoreJournal;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.program.DescribedPackets;
import org.breadboard.platform.recovery.ControlNetwork;
import org.breadboard.platform.recovery.NodeRecovery;
import org.breadboard.platform.recovery.Recoveries;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.tenants.SharedProtocols;

/**
 * Builds the nodes of one run on an engine: first every node's hardware and the switches', then the protocol's part of
 * every node. One thread, once.
 */
public final class ClusterBuilder {
    private final Mix mix;
    private final Engine engine;
    private final Counters counters;
    private final List<Scope> scopes = new ArrayList<>();
    private final List<NicParts> nics = new ArrayList<>();
    private final MixParts parts;
    private final Workload workload;
    private final HistorySink history;
    private final Beginnings beginnings;
    private final boolean samples;
    private ClusterObserver observer = ClusterObserver.NOBODY;
    private final RunClock clock;
    private final Configuration configuration;
    private final Recoveries recoveries;
    /** What strikes the run; null until the first cluster is built. */
    private Nemesis nemesis;

    /** The memory of each node that survives; null for nodes that begin empty, or if nothing was before. */
    private NodeMemory[] survivors = new NodeMemory[0];

    /** The load whose clients the cluster takes; null for the first one of a run. */
    private ClusterLoad loadBefore;

    private long sentBytesBefore;
    /** What the new cluster takes over from, until it does; null for the first one of a run. */
    private ClusterBuilder before;

    /** Notes what is stored until the first configuration ends; null where nobody asks. */
    private StoreJournal stores;

    /** What its tables begin with, if it takes over and does not adopt memory; otherwise null. */
    private NeutralRecords records;

    private ClusterLoad load;

    /**
     * Builds what {@code mix} says.
     *
     * @param parts what its names stand for
     * @param engine one that is not started
     * @param history where the recorders' chunks go
     * @param beginnings what the run before this one started from
     */
    public ClusterBuilder(Mix mix, MixParts parts, Engine engine, HistorySink history, Beginnings beginnings) {
        this(mix, parts, engine, history, beginnings, false);
    }

    private ClusterBuilder(
            Mix mix, MixParts parts, Engine engine, HistorySink history, Beginnings beginnings, boolean samples) {
        this.samples = samples;
        this.mix = mix;
        this.parts = parts;
        this.engine = engine;
        this.history = history;
        this.beginnings = beginnings;
        workload = parts.workload();
        counters = new Counters();
        clock = new RunClock(engine);
        configuration = Configuration.first(mix.cluster().nodes(), mix.cluster().replication());
        recoveries = new Recoveries(engine);
        beginnings.begin(mix);
    }

    private ClusterBuilder(Mix mix, MixParts parts, Engine engine, ClusterBuilder before, NeutralRecords records) {
        samples = false;
        this.mix = mix;
        this.parts = parts;
        this.engine = engine;
        history = before.history;
        // What the plug-in of before made must not outlive it.
        beginnings = new Beginnings();
        workload = before.workload;
        counters = new Counters(before.counters.sums());
        clock = before.clock;
        configuration = before.configuration;
        recoveries = before.recoveries;
        loadBefore = before.load;
        this.before = before;
        this.records = records;
    }

    private ClusterBuilder(
            ClusterBuilder last, Engine engine, Configuration next, NodeMemory[] survivors, long sentBytesBefore) {
        samples = false;
        mix = last.mix;
        parts = last.parts;
        this.engine = engine;
        history = last.history;
        beginnings = last.beginnings;
        workload = last.workload;
        counters = last.counters.next();
        clock = last.clock;
        recoveries = last.recoveries;
        nemesis = last.nemesis;
        observer = last.observer;
        loadBefore = last.load;
        configuration = next;
        this.survivors = survivors;
        this.sentBytesBefore = sentBytesBefore;
    }

    /**
     * A builder of the next configuration of the run whose last cluster this one built, and which stands still: with
     * the same clients, workload, protocol and hardware, on what survives of its memory.
     *
     * @param on an engine that is not started, whose clock goes on from this one's
     * @param surviving what each node finds; nodes that are no members are null
     * @param sentBytes what was put on links until now
     */
    public ClusterBuilder reconfigured(Configuration next, Engine on, NodeMemory[] surviving, long sentBytes) {
        return new ClusterBuilder(this, on, next, surviving, sentBytes);
    }

    /** How far recoveries are; the same for all configurations of a run. */
    public Recoveries recoveries() {
        return recoveries;
    }

    /**
     * A builder of what takes over from the cluster that this one built, and that stands still: with the same clients
     * and workload, and with its records.
     *
     * @param next the same mix but for its protocol
     * @param on an engine that is not started, whose clock goes on from this one's
     * @param neutral the records; or null if the new cluster adopts memory that is laid out as its own, in which case
     *     {@link #build} throws {@link NotAdoptableException} if it is not
     */
    public ClusterBuilder successor(Mix next, MixParts nextParts, Engine on, NeutralRecords neutral) {
        return new ClusterBuilder(next, nextParts, on, this, neutral);
    }

    /** What this one built runs from now on: its engine gives the clients' time, and what was before is let go. */
    public void takeOver() {
        clock.runsOn(engine);
        scopes.forEach(scope -> scope.memory().forgetBefore());
        before = null;
        loadBefore = null;
        records = null;
    }

    /**
     * Builds a cluster as a run would, but for most of its records, so that it takes no longer than it has to, and is
     * good for nothing but to see whether it is refused.
     *
     * @throws RefusedException if hardware or protocol cannot be built so
     */
    public static void rehearse(Mix mix, MixParts parts, Engine engine) {
        new ClusterBuilder(mix, parts, engine, chunk -> true, new Beginnings(), true).build();
    }

    /**
     * Builds the first cluster of a run that is over once more, as it was before the first transaction, to be looked at
     * beside what it has become. Its clients are the run's, who ask for nothing any more.
     *
     * @param still an engine that is not started
     */
    public Cluster asAtFirst(Engine still) {
        ClusterBuilder again = new ClusterBuilder(mix, parts, still, history, beginnings);
        again.loadBefore = load;
        return again.build();
    }

    /** From now on what the nodes of the first cluster store is noted; null for nobody. */
    public ClusterBuilder noting(StoreJournal journal) {
        stores = journal;
        return this;
    }

    /** Has somebody look at the clusters that it builds. */
    public ClusterBuilder observedBy(ClusterObserver who) {
        observer = who;
        return this;
    }

    /** Who observes it. */
    public ClusterObserver observer() {
        return observer;
    }

    /**
     * Builds the cluster.
     *
     * @throws RefusedException if hardware or protocol cannot be built so
     */
    public Cluster build() {
        List<TableSpec> tables = workload == null ? List.of() : workload.tables();
        IntFunction<ProtocolType> byTable = SharedProtocols.byTable(parts.protocol());
        Items items = Items.of(tables, table -> byTable.apply(table).traits().grain());
        Placement placement = new NodePlacement(configuration, workload);
        Mix.Switches switches = mix.switches();
        if (nemesis == null) {
            nemesis = new Nemesis(
                    mix.faults(),
                    mix.seed(),
                    mix.cluster().machines(),
                    mix.cluster().nodes(),
                    switches == null ? 1 : switches.count(),
                    counters::addLasting);
        }
        if (nemesis.strikesStages()) {
            engine.strike(nemesis);
        }
        SwitchFabric fabric = new SwitchFabric(
                engine,
                mix.cluster().nodes(),
                mix.cluster().clientNodes(),
                switches == null ? 1 : switches.count(),
                mix.network(),
                nemesis);
        if (mix.faults().crash() && !mix.mode().live()) {
            fabric.letIn(new EpochGates(configuration.epoch(), counters.addLasting("recovery.latePackets")));
        }
        List<Device> devices = new ArrayList<>();
        for (int node = 0; node < mix.cluster().machines(); node++) {
            int group = mix.hardware().groupOf(node);
            devices.add(
                    group < 0
                            ? device(parts.machine(), mix.hardware().settings(), fabric)
                            : device(
                                    parts.groups().get(group),
                                    mix.hardware().groups().get(group).settings(),
                                    fabric));
        }
        refuseUnequalPayloads(devices);
        List<PacketPipeline> pipelines = switches == null ? List.of() : pipelines(switches, fabric);
        fabric.seal();
        load = loadBefore == null ? firstLoad(items, placement) : new ClusterLoad(loadBefore, placement, observer);
        Protocol created = parts.protocol()
                .create(new RunContext(
                        mix, parts, placement, new RunContext.Beginning(beginnings, records, samples, adopts())));
        List<ProtocolNode> nodes = new ArrayList<>();
        ControlNetwork control = mix.faults().crash()
                ? new ControlNetwork(engine, mix.cluster().nodes(), mix.faults().control())
                : null;
        for (int node = 0; node < devices.size(); node++) {
            HostCpu cpu = new HostCpu(mix.cluster().cpu(), node);
            Recovery recovery = control == null || node >= mix.cluster().nodes()
                    ? null
                    : new NodeRecovery(
                            node, engine, configuration, scopes.get(node).memory(), control, recoveries);
            nodes.add(created.build(new ProtocolScope(scopes.get(node), cpu, devices.get(node), load, recovery)));
        }
        observer.built(created, nodes, placement);
        load.checkTaken();
        return new Cluster(
                workload,
                items,
                placement,
                nodes,
                scopes.stream().limit(nodes.size()).map(Scope::memory).toList(),
                nics.subList(0, nodes.size()),
                load.window(),
                load.allMeasured(),
                load.clients(),
                load.operations(),
                load.chunks(),
                counters,
                fabric,
                sentBytesBefore,
                nemesis,
                switches == null ? null : switches.program(),
                pipelines);
    }

    private ClusterLoad firstLoad(Items items, Placement placement) {
        return new ClusterLoad(mix, workload, items, placement, clock, new ChunksInOrder(engine, history), observer);
    }

    /** A network has one size of datagrams: what one node sends another must take. */
    private void refuseUnequalPayloads(List<Device> devices) {
        if (mix.hardware().groups().isEmpty() || !parts.protocol().requires().contains(DatagramTransport.class)) {
            return;
        }
        int first = mostPayloadBytes(devices.get(0));
        for (int node = 1; node < devices.size(); node++) {
            int other = mostPayloadBytes(devices.get(node));
            if (other != first) {
                int group = mix.hardware().groupOf(first > other ? 0 : node);
                String key = group < 0
                        ? "hardware"
                        : "hardware." + mix.hardware().groups().get(group).name();
                throw new RefusedException("Datagrams of node 0 hold up to " + first + " B and those of node " + node
                        + " up to " + other + " B, but what one node sends another must take; say " + key
                        + ".mtuBytes=" + Math.min(first, other) + ", or what the larger NIC calls it.");
            }
        }
    }

    private static int mostPayloadBytes(Device device) {
        return device.capability(DatagramTransport.class).maxPayloadBytes();
    }

    /** The device of the next node. */
    private Device device(HardwareType type, Settings profile, Fabric at) {
        int node = scopes.size();
        Scope scope = new Scope(
                node,
                mix.cluster().nodes(),
                configuration.epoch(),
                Wraps.firstNumber(mix),
                engine,
                memory(node),
                counters);
        scopes.add(scope);
        HardwareScope hardware =
                new HardwareScope(scope, profile, at, mix.mode().explore());
        nics.add(hardware.made());
        return type.build(hardware);
    }

    private NodeMemory memory(int node) {
        if (adopts()) {
            return new NodeMemory(node, before.scopes.get(node).memory());
        }
        boolean survives = node < survivors.length && survivors[node] != null;
        return survives ? survivors[node] : new NodeMemory(node).noting(stores);
    }

    /** Builds the switches; those that run a program are the answer. */
    private List<PacketPipeline> pipelines(Mix.Switches switches, SwitchFabric fabric) {
        List<PacketPipeline> pipelines = new ArrayList<>();
        for (int i = 0; i < switches.count(); i++) {
            Device device = device(parts.switches(), switches.hardwareSettings(), fabric.at(i));
            if (parts.program() != null) {
                PacketPipeline pipeline = device.capability(PacketPipeline.class);
                load(pipeline, switches);
                pipelines.add(pipeline);
            }
        }
        return pipelines;
    }

    private boolean adopts() {
        return before != null && records == null;
    }

    private void load(PacketPipeline pipeline, Mix.Switches switches) {
        PipelineProgramType type = parts.program();
        PacketDescription packets =
                DescribedPackets.of(type, parts.protocol(), mix.protocol().settings());
        Settings settings = switches.programSettings();
        try {
            PipelineProgram program = packets == null ? type.create(settings) : type.create(settings, packets);
            if (program == null) {
                throw new RefusedException("its plug-in answers null where it has to create one.");
            }
            pipeline.load(program);
        } catch (RefusedException refused) {
            throw new RefusedException("Program '" + type.id() + "' cannot run in the mix's switches, profile '"
                    + switches.profile() + "': " + refused.getMessage());
        }
    }
}
