package org.breadboard.proto.fasst;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.Settings;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.HistoryRecheck;
import org.breadboard.platform.run.RunResult;
import org.breadboard.testkit.OrderedChurn;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.yaml.snakeyaml.Yaml;

/** A small cluster for tests: three Connect-IB nodes of two threads, three replicas, until a test says otherwise. */
public final class Trial {
    private static final List<Plugin> PLUGINS =
            List.of(new RdmaPlugin(), new WorkloadsPlugin(), new FasstPlugin(), new ChurnPlugin(), new OrderedChurn());

    private int nodes = 3;
    private int threads = 2;
    private int replication = 3;
    private double scale = 0.01;
    private int contexts = 8;
    private long warmupNs = 20_000;
    private long measureNs = 200_000;
    private double loss;
    private double reordering;
    private boolean explore;
    private int liveThreads = -1;
    private boolean windowed;
    private Path history;
    private String profile = "connect-ib";
    private final String protocol;
    private final String workload;
    private final Map<String, String> protocolSettings = new LinkedHashMap<>();
    private final Map<String, String> workloadSettings = new LinkedHashMap<>();

    private Trial(String protocol, String workload) {
        this.protocol = protocol;
        this.workload = workload;
    }

    public static Trial of(String protocol, String workload) {
        return new Trial(protocol, workload);
    }

    public Trial cluster(int withNodes, int withThreads, int withReplication) {
        nodes = withNodes;
        threads = withThreads;
        replication = withReplication;
        return this;
    }

    public Trial profile(String name) {
        profile = name;
        return this;
    }

    public Trial scale(double factor) {
        scale = factor;
        return this;
    }

    public Trial contexts(int perThread) {
        contexts = perThread;
        return this;
    }

    public Trial measureUs(long us) {
        measureNs = us * 1000;
        warmupNs = us * 100;
        return this;
    }

    public Trial faults(double withLoss, double withReordering) {
        loss = withLoss;
        reordering = withReordering;
        return this;
    }

    public Trial explore() {
        explore = true;
        return this;
    }

    public Trial live(int onThreads) {
        liveThreads = onThreads;
        return this;
    }

    /** Checks the history in slices. */
    public Trial windowed() {
        windowed = true;
        return this;
    }

    /** Keeps the history, for {@link #recheck()}. */
    public Trial keep(Path inFile) {
        history = inFile;
        return this;
    }

    public Trial set(String name, Object value) {
        protocolSettings.put(name, value.toString());
        return this;
    }

    public Trial workload(String name, Object value) {
        workloadSettings.put(name, value.toString());
        return this;
    }

    public RunResult run(long seed) {
        ProtocolType protocolType = protocolType();
        WorkloadType workloadType = workloadType();
        var hardware = new RdmaPlugin().hardware().get(0);
        Mix mix = new Mix(
                "trial",
                new Mix.Cluster(nodes, threads, replication, scale),
                hardware.id(),
                profile,
                Settings.of(hardware.parameters(), sheet()),
                protocol,
                Settings.of(protocolType.settings(), protocolSettings),
                workload,
                workloadType == null ? null : Settings.of(workloadType.settings(), workloadSettings),
                new Mix.Load(contexts, 0, Mix.Load.BACKOFF),
                new Mix.Time(warmupNs, measureNs),
                new Mix.Network(loss, 0, reordering),
                new Mix.Mode(liveThreads < 0 ? "sim" : "live", explore, Math.max(0, liveThreads), windowed),
                seed);
        return TestMix.run(PLUGINS, mix, history);
    }

    /** What the whole check says of the history that was kept; it sees no final state. */
    public Verdict recheck() {
        Settings settings = Settings.of(workloadType().settings(), workloadSettings);
        return HistoryRecheck.check(history, workloadType().create(settings, nodes, threads, scale), protocolType());
    }

    private ProtocolType protocolType() {
        return PLUGINS.stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .filter(type -> type.id().equals(protocol))
                .findFirst()
                .orElseThrow();
    }

    private WorkloadType workloadType() {
        return PLUGINS.stream()
                .flatMap(plugin -> plugin.workloads().stream())
                .filter(type -> type.id().equals(workload))
                .findFirst()
                .orElse(null);
    }

    @SuppressWarnings("unchecked")
    private Map<String, String> sheet() {
        try (InputStream in = new RdmaPlugin().hardware().get(0).openProfile(profile)) {
            Map<String, Object> sheet = new Yaml().load(in);
            Map<String, String> values = new LinkedHashMap<>();
            ((Map<String, Map<String, Object>>) sheet.get("parameters"))
                    .forEach((name, row) -> values.put(name, row.get("value").toString()));
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
