package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.MixWorkload;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.run.HistoryRecheck;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.tenants.SharedWorkload;

/**
 * A small mix for tests: three nodes of two threads with three replicas, eight contexts per thread, two thousandths of
 * the population so that transactions meet, a fifth of a millisecond, simulated, until a test says otherwise. Each run
 * is recorded and judged. Mutable; one thread.
 */
public final class TestMix {
    /** A warm-up that is a tenth of what is measured. */
    private static final long TENTH = -1;

    private final List<Plugin> plugins;
    private final String profile;
    private final String protocol;
    private final String workload;
    private final Map<String, Object> protocolValues = new LinkedHashMap<>();
    private final Map<String, Object> workloadValues = new LinkedHashMap<>();
    private final Map<String, Object> hardwareValues = new LinkedHashMap<>();
    private final List<Mix.Tenant> tenants = new ArrayList<>();
    private final Map<String, Object> switchValues = new LinkedHashMap<>();
    private final Map<String, Object> programValues = new LinkedHashMap<>();
    private final List<Mix.Group> groups = new ArrayList<>();
    private String switchProfile;
    private String program;
    private int switches = 1;
    private Mix.Cluster cluster = new Mix.Cluster(3, 2, 3, 0.002);
    private Mix.Network network = Mix.Network.PLAIN;
    private Faults faults = Faults.NONE;
    private List<Faults.Kind> nemesis = List.of();
    private Mix.Mode mode = new Mix.Mode("sim", false, 0);
    private int contexts = 8;
    private double thinkNs;
    private Phases phases = Phases.STEADY;
    private boolean untilDone;
    private boolean judgedWhole;
    private long measureNs = 200_000;
    private long warmupNs = TENTH;
    private Path history;

    private TestMix(List<Plugin> plugins, String profile, String protocol, String workload) {
        this.plugins = List.copyOf(plugins);
        this.profile = profile;
        this.protocol = protocol;
        this.workload = workload;
    }

    /**
     * A mix of what these plug-ins bring.
     *
     * @param profile the name of a data sheet of one of them
     * @param protocol an id; {@code shared} where each tenant has its own
     * @param workload an id; {@code shared} for several at once, which {@link #tenant} names; or null for a protocol
     *     that runs operations
     */
    public static TestMix of(List<Plugin> plugins, String profile, String protocol, String workload) {
        return new TestMix(plugins, profile, protocol, workload);
    }

    /** Sets the machines; {@code replication} counts the primary. */
    public TestMix cluster(int nodes, int threads, int replication) {
        cluster = new Mix.Cluster(
                nodes, threads, replication, cluster.scale(), cluster.clientNodes(), cluster.clients(), cluster.cpu());
        return this;
    }

    /**
     * Puts clients on machines of their own; {@code clients} of them together, or 0 for {@link #contexts} per thread.
     */
    public TestMix clients(int clientNodes, int clients) {
        cluster = new Mix.Cluster(
                cluster.nodes(),
                cluster.threads(),
                cluster.replication(),
                cluster.scale(),
                clientNodes,
                clients,
                cluster.cpu());
        return this;
    }

    /**
     * Gives switches a pipeline.
     *
     * @param deviceProfile the name of a data sheet of a switch
     * @param programId what they run, or null: they forward
     */
    public TestMix switches(int count, String deviceProfile, String programId) {
        switches = count;
        switchProfile = deviceProfile;
        program = programId;
        return this;
    }

    /** Sets a value of the switches' program. */
    public TestMix program(String setting, Object value) {
        programValues.put(setting, value);
        return this;
    }

    /** Sets a parameter of the switches, over their data sheet. */
    public TestMix switchHardware(String parameter, Object value) {
        switchValues.put(parameter, value);
        return this;
    }

    /** Sets by how much the population shrinks. */
    public TestMix scale(double scale) {
        cluster = new Mix.Cluster(
                cluster.nodes(),
                cluster.threads(),
                cluster.replication(),
                scale,
                cluster.clientNodes(),
                cluster.clients(),
                cluster.cpu());
        return this;
    }

    /** Sets the outstanding transactions per thread. */
    public TestMix contexts(int perThread) {
        contexts = perThread;
        return this;
    }

    /** Gives each thread that has clients one. */
    TestMix oneClientPerThread() {
        return clients(cluster.clientNodes(), 0).contexts(1);
    }

    /** How many threads have clients. */
    int clientThreads() {
        return cluster.threads() * (cluster.clientNodes() > 0 ? cluster.clientNodes() : cluster.nodes());
    }

    /** Has clients think for so long on average, in us, before each transaction. */
    public TestMix thinkUs(double us) {
        thinkNs = us * 1e3;
        return this;
    }

    /** Has the load change while the run is measured, as {@code load.phases} says it. */
    public TestMix phases(String text) {
        phases = Phases.parse(text);
        return this;
    }

    /**
     * The final state is judged whole, also where nobody has written: so it shows if nodes did not begin with what the
     * workload says.
     */
    public TestMix judgedWhole() {
        judgedWhole = true;
        return this;
    }

    /** Has what has begun tried again when no others begin any more, until it commits. */
    public TestMix untilDone() {
        untilDone = true;
        return this;
    }

    /** Sets how long the run is measured, in us; {@link #warmupUs} comes before. */
    public TestMix measureUs(long us) {
        measureNs = us * 1_000;
        return this;
    }

    /**
     * Sets how long the run warms up, in us; if nothing is said, for a tenth of the time that is measured. On real
     * threads 0 is until the rate is steady.
     */
    public TestMix warmupUs(long us) {
        warmupNs = us * 1_000;
        return this;
    }

    /** Tries another interleaving with each seed. */
    public TestMix explore() {
        mode = new Mix.Mode("sim", true, 0, mode.windowed());
        return this;
    }

    /** Runs on real threads. */
    public TestMix live(int threads) {
        mode = new Mix.Mode("live", false, threads, mode.windowed());
        return this;
    }

    /** Has the history checked slice by slice while the mix runs, and not whole after it. */
    public TestMix windowed() {
        mode = new Mix.Mode(mode.runtime(), mode.explore(), mode.liveThreads(), true);
        return this;
    }

    /** Keeps the history of the next runs in a file, for {@link #recheck}; each run writes it anew. */
    public TestMix keep(Path file) {
        history = file;
        return this;
    }

    /** Lets a fault of the network happen to each packet with a probability. */
    public TestMix fault(Fault fault, double probability) {
        faults = switch (fault) {
            case LOSS -> new Faults(probability, faults.duplication(), faults.reordering());
            case DUPLICATION -> new Faults(faults.loss(), probability, faults.reordering());
            case REORDERING -> new Faults(faults.loss(), faults.duplication(), probability);
            case CRASH -> throw new IllegalArgumentException("crashes come in windows: say nemesis");
        };
        return this;
    }

    /**
     * Lets a nemesis strike in windows of time, one of each kind in every interval. A lease lasts a quarter of a
     * window.
     *
     * @param kinds words as {@code faults.nemesis} has them, with commas between
     */
    public TestMix nemesis(String kinds, long intervalUs, long windowUs) {
        faults = new Faults(
                faults.loss(),
                faults.duplication(),
                faults.reordering(),
                Faults.parse(kinds),
                false,
                intervalUs * 1_000,
                windowUs * 1_000,
                0.1,
                20_000,
                10,
                control(windowUs * 1_000));
        return this;
    }

    /** Has the windows of {@link #nemesis(String, long, long)} strike one machine after the other. */
    public TestMix inTurn() {
        faults = new Faults(
                faults.loss(),
                faults.duplication(),
                faults.reordering(),
                faults.nemesis(),
                true,
                faults.intervalNs(),
                faults.windowNs(),
                faults.probability(),
                faults.delayNs(),
                faults.slowdown(),
                faults.control());
        return this;
    }

    /** As where a mix says nothing of it. */
    private static Faults.Control control(long windowNs) {
        return new Faults.Control(windowNs / 4, 20_000, 5_000, 10);
    }

    /**
     * Has a nemesis strike, in windows of a fiftieth of what is measured.
     *
     * @param words some of what {@code faults.nemesis} takes, with commas between them
     */
    public TestMix nemesis(String words) {
        nemesis = Faults.parse(words);
        return this;
    }

    /** Spreads the machines over racks in blocks of their numbers, each with an uplink of so many Gb/s. */
    public TestMix racks(int count, double uplinkGbps) {
        network = new Mix.Network(count, uplinkGbps);
        return this;
    }

    /**
     * Gives the nodes from {@code first} to {@code last} hardware of their own.
     *
     * @param ofProfile the name of a data sheet
     * @param values parameters by name, over that data sheet
     */
    public TestMix nodes(int first, int last, String ofProfile, Map<String, Object> values) {
        groups.add(new Mix.Group(
                "nodes" + first,
                IntStream.rangeClosed(first, last).boxed().toList(),
                ofProfile,
                DataSheets.settings(hardware(ofProfile), ofProfile, values)));
        return this;
    }

    /** Sets a value of the protocol. */
    public TestMix protocol(String setting, Object value) {
        protocolValues.put(setting, value);
        return this;
    }

    /** Sets a parameter of the hardware, over its data sheet. */
    public TestMix hardware(String parameter, Object value) {
        hardwareValues.put(parameter, value);
        return this;
    }

    /** Sets a value of the workload. */
    public TestMix workload(String setting, Object value) {
        workloadValues.put(setting, value);
        return this;
    }

    /**
     * Adds a workload to a mix of several, on so many cores of every node, the next ones; all threads of a node must be
     * given away. Its population shrinks as was said before, by {@link #scale}.
     *
     * @param values settings of the workload by name
     */
    public TestMix tenant(String name, String id, int cores, Map<String, Object> values) {
        return add(name, id, cores, values, null);
    }

    /**
     * Adds a workload with a protocol of its own, to a mix of several protocols: one whose protocol is {@code shared}.
     *
     * @param ownProtocol the protocol's id
     * @param ownValues settings of the protocol by name
     */
    public TestMix tenant(
            String name,
            String id,
            int cores,
            Map<String, Object> values,
            String ownProtocol,
            Map<String, Object> ownValues) {
        return add(
                name,
                id,
                cores,
                values,
                new Mix.Part(ownProtocol, chosen(protocolType(ownProtocol).settings(), ownValues)));
    }

    private TestMix add(String name, String id, int cores, Map<String, Object> values, Mix.Part ownProtocol) {
        int first = tenants.stream().mapToInt(each -> each.cores().size()).sum();
        tenants.add(new Mix.Tenant(
                name,
                id,
                chosen(workloadType(id).settings(), values),
                IntStream.range(first, first + cores).boxed().toList(),
                cluster.scale(),
                ownProtocol));
        return this;
    }

    /** Whether machines that are in no group have queue pairs, which can fail. */
    boolean hasQueuePairs() {
        return MixParts.hasQueuePairs(hardware(profile));
    }

    /** Whether its protocol keeps ordered tables. */
    boolean isOrdered() {
        return protocolType((Workload) null).traits().ordered();
    }

    /** Runs it and gives the outcome. */
    public TestOutcome run(long seed) {
        Mix mix = mix(seed);
        Workload asks = MixWorkload.create(mix, this::workloadType);
        MixParts parts = new MixParts(
                hardware(profile),
                groups.stream().map(group -> hardware(group.profile())).toList(),
                switchProfile == null ? null : hardware(switchProfile),
                program == null ? null : programType(),
                protocolType(asks),
                asks,
                plugins);
        Runner runner = new Runner(PluginWatch.PATIENCE);
        if (judgedWhole) {
            runner.judgingWhole();
        }
        return TestOutcome.of(runner.run(mix, parts, history, (done, total, committed) -> {}, () -> false));
    }

    /** Runs it and gives the outcome, but fails, naming mix and seed, if anything is found wrong. */
    public TestOutcome runVerified(long seed) {
        TestOutcome outcome = run(seed);
        assertEquals(List.of(), outcome.findings(), this + ", seed " + seed);
        assertTrue(outcome.verified(), this + ", seed " + seed + " was not verified");
        return outcome;
    }

    /**
     * What the check of whole histories finds in the one that was kept last; it sees neither copies of records nor
     * invariants.
     */
    public TestOutcome.Verdict recheck() {
        Workload asked = MixWorkload.create(mix(0), this::workloadType);
        return TestOutcome.Verdict.of(
                HistoryRecheck.of(history, asked, protocolType(asked)).check());
    }

    private Mix mix(long seed) {
        HardwareType hardware = hardware(profile);
        boolean alone = tenants.isEmpty();
        return new Mix(
                "test",
                cluster,
                new Mix.Hardware(profile, DataSheets.settings(hardware, profile, hardwareValues), groups),
                new Mix.Part(protocol, chosen(protocolType((Workload) null).settings(), protocolValues)),
                workload == null
                        ? null
                        : new Mix.Part(
                                workload, alone ? chosen(workloadType(workload).settings(), workloadValues) : null),
                tenants,
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF, thinkNs, phases, untilDone),
                new Mix.Time(warmupNs == TENTH ? measureNs / 10 : warmupNs, measureNs),
                network,
                faults(),
                ofSwitches(),
                mode,
                seed);
    }

    /** As long and as often as where a mix says nothing of it. */
    private Faults faults() {
        long intervalNs = measureNs / 10;
        return nemesis.isEmpty()
                ? faults
                : new Faults(
                        faults.loss(),
                        faults.duplication(),
                        faults.reordering(),
                        nemesis,
                        false,
                        intervalNs,
                        intervalNs / 5,
                        0.1,
                        20_000,
                        10,
                        control(intervalNs / 5));
    }

    private ProtocolType protocolType(String id) {
        return find(id, Plugin::protocols, ProtocolType::id);
    }

    /** The protocol of the mix, which runs {@code asked}; or, to know its settings, nothing yet. */
    private ProtocolType protocolType(Workload asked) {
        if (!protocol.equals(SharedProtocols.ID)) {
            return protocolType(protocol);
        }
        SharedProtocols all = new SharedProtocols(tenants.stream()
                .map(tenant -> new SharedProtocols.Tenant(
                        tenant.name(),
                        protocolType(tenant.protocol().id()),
                        tenant.protocol().settings(),
                        tenant.cores().size()))
                .toList());
        return asked == null ? all : all.over((SharedWorkload) asked);
    }

    private WorkloadType workloadType(String id) {
        return find(id, Plugin::workloads, WorkloadType::id);
    }

    private PipelineProgramType programType() {
        return find(program, Plugin::programs, PipelineProgramType::id);
    }

    private HardwareType hardware(String ofProfile) {
        return plugins.stream()
                .flatMap(plugin -> plugin.hardware().stream())
                .filter(type -> type.profiles().contains(ofProfile))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no plug-in has a profile " + ofProfile));
    }

    private Mix.Switches ofSwitches() {
        if (switchProfile == null) {
            return null;
        }
        HardwareType type = hardware(switchProfile);
        return new Mix.Switches(
                switches,
                type.id(),
                switchProfile,
                DataSheets.settings(type, switchProfile, switchValues),
                program,
                program == null ? null : chosen(programType().settings(), programValues));
    }

    @Override
    public String toString() {
        return protocol + " on " + profile + " with " + workload + ", " + cluster + ", " + mode;
    }

    private <T> T find(String id, Function<Plugin, List<T>> kind, Function<T, String> idOf) {
        return plugins.stream()
                .flatMap(plugin -> kind.apply(plugin).stream())
                .filter(type -> idOf.apply(type).equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no plug-in brings " + id));
    }

    private static Settings chosen(List<Setting<?>> declared, Map<String, Object> values) {
        Settings settings = Settings.defaultsOf(declared);
        for (Map.Entry<String, Object> value : values.entrySet()) {
            settings = settings.with(value.getKey(), value.getValue());
        }
        return settings;
    }
}
