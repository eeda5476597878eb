// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.verbs.Experiment;
import org.breadboard.testkit.drawn.DrawnCases;

/**
 * A small mix for tests: three nodes of two threads with three replicas, eight contexts per thread, two thousandths of
 * the population so that transactions meet, a fifth of a millisecond, simulated, until a test says otherwise. Each run
 * is recorded and judged. Mutable; one thread.
 */
public final class TestMix {
    private static final String NODES = "cluster.nodes";
    private static final String THREADS = "cluster.threads";
    private static final String CLIENT_NODES = "cluster.clientNodes";
    private static final String SCALE = "cluster.scale";
    private static final String MEASURE = "time.measureUs";
    private static final String NEMESIS = "faults.nemesis";
    private static final String INTERVAL = "faults.intervalUs";
    private static final String WINDOW = "faults.windowUs";

    /** There is no distribution: all that a test's mix is made of comes from its plug-ins. */
    private static final Folders NO_FOLDERS = new Folders(Path.of("no-distribution"), Path.of("no-results"));

    /** What a thread ran last; filling tables takes a third of the time of short runs, and many start from the same. */
    private static final ThreadLocal<Kept> LAST = new ThreadLocal<>();

    private final List<Plugin> plugins;
    private final Map<String, String> values = new LinkedHashMap<>();
    private int coresOfTenants;
    private boolean judgedWhole;
    private Path history;
    /** What the last run's history said of the final state, or null. */
    private HistoryEnd ended;

    private TestMix(List<Plugin> plugins, String profile, String protocol, String workload) {
        this.plugins = List.copyOf(plugins);
        with("hardware.profile", profile).with("protocol", protocol);
        if (workload != null) {
            with("workload", workload);
        }
        cluster(3, 2, 3).scale(0.002).contexts(8).measureUs(200).with("check", "whole");
    }

    private TestMix with(String key, Object value) {
        values.put(key, String.valueOf(value));
        return this;
    }

    /** Sets what a part of the mix takes. */
    private TestMix withAll(String part, Map<String, Object> settings) {
        settings.forEach((setting, value) -> with(part + "." + setting, value));
        return this;
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
        return with(NODES, nodes).with(THREADS, threads).with("cluster.replication", replication);
    }

    /**
     * Puts clients on machines of their own; {@code clients} of them together, or 0 for {@link #contexts} per thread.
     */
    public TestMix clients(int clientNodes, int clients) {
        return with(CLIENT_NODES, clientNodes).with("cluster.clients", clients);
    }

    /**
     * Gives switches a pipeline.
     *
     * @param deviceProfile the name of a data sheet of a switch
     * @param programId what they run, or null: they forward
     */
    public TestMix switches(int count, String deviceProfile, String programId) {
        return with("switch.count", count)
                .with("switch.profile", deviceProfile)
                .with("switch", programId == null ? "none" : programId);
    }

    /** Sets a value of the switches' program. */
    public TestMix program(String setting, Object value) {
        return with("switch." + setting, value);
    }

    /** Sets a parameter of the switches, over their data sheet. */
    public TestMix switchHardware(String parameter, Object value) {
        return with("switch." + parameter, value);
    }

    /** Sets by how much the population shrinks. */
    public TestMix scale(double scale) {
        return with(SCALE, scale);
    }

    /** Sets the outstanding transactions per thread. */
    public TestMix contexts(int perThread) {
        return with("load.contexts", perThread);
    }

    /** Gives each thread that has clients one. */
    TestMix oneClientPerThread() {
        return (count(CLIENT_NODES) > 0 ? clients(count(CLIENT_NODES), 0) : this).contexts(1);
    }

    /** How many threads have clients. */
    int clientThreads() {
        return count(THREADS) * count(count(CLIENT_NODES) > 0 ? CLIENT_NODES : NODES);
    }

    private int count(String key) {
        return Integer.parseInt(values.getOrDefault(key, "0"));
    }

    /** Has clients think for so long on average, in us, before each transaction. */
    public TestMix thinkUs(double us) {
        return with("load.thinkUs", us);
    }

    /** Has the load change while the run is measured, as {@code load.phases} says it. */
    public TestMix phases(String text) {
        return with("load.phases", text);
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
        return with("load.untilDone", true);
    }

    /** Sets how long the run is measured, in us; {@link #warmupUs} comes before. */
    public TestMix measureUs(long us) {
        return with(MEASURE, us);
    }

    /**
     * Sets how long the run warms up, in us; if nothing is said, for a tenth of the time that is measured. On real
     * threads 0 is until the rate is steady.
     */
    public TestMix warmupUs(long us) {
        return with("time.warmupUs", us);
    }

    /** Tries another interleaving with each seed. */
    public TestMix explore() {
        return with("runtime", "sim").with("explore", true);
    }

    /** Runs on real threads. */
    public TestMix live(int threads) {
        return with("runtime", "live").with("explore", false).with("live.threads", threads);
    }

    /** Has the history checked to be this, and not what the protocol promises. */
    public TestMix promise(Promise promise) {
        return with("promise", promise.word());
    }

    /** Has the history checked slice by slice while the mix runs, and not whole after it. */
    public TestMix windowed() {
        return with("check", "windowed");
    }

    /** Keeps the history of the next runs in a file, for {@link #recheck}; each run writes it anew. */
    public TestMix keep(Path file) {
        history = file;
        return this;
    }

    /** Lets a fault of the network happen to each packet with a probability. */
    public TestMix fault(Fault fault, double probability) {
        if (fault == Fault.CRASH) {
            throw new IllegalArgumentException("crashes come in windows: say nemesis");
        }
        return with("network." + fault.name().toLowerCase(Locale.ROOT), probability);
    }

    /**
     * Lets a nemesis strike in windows of time, one of each kind in every interval. A lease lasts a quarter of a
     * window.
     *
     * @param kinds words as {@code faults.nemesis} has them, with commas between
     */
    public TestMix nemesis(String kinds, long intervalUs, long windowUs) {
        return with(NEMESIS, kinds).with(INTERVAL, intervalUs).with(WINDOW, windowUs);
    }

    /** Has the windows of {@link #nemesis(String, long, long)} strike one machine after the other. */
    public TestMix inTurn() {
        return with("faults.victims", "in-turn");
    }

    /**
     * Has a nemesis strike, in windows of a fiftieth of what is measured.
     *
     * @param words some of what {@code faults.nemesis} takes, with commas between them
     */
    public TestMix nemesis(String words) {
        values.remove(INTERVAL);
        values.remove(WINDOW);
        return with(NEMESIS, words);
    }

    /** Spreads the machines over racks in blocks of their numbers, each with an uplink of so many Gb/s. */
    public TestMix racks(int count, double uplinkGbps) {
        return with("network.racks", count).with("network.uplinkGbps", uplinkGbps);
    }

    /**
     * Gives the nodes from {@code first} to {@code last} hardware of their own.
     *
     * @param ofProfile the name of a data sheet
     * @param values parameters by name, over that data sheet
     */
    public TestMix nodes(int first, int last, String ofProfile, Map<String, Object> values) {
        String group = "hardware.nodes" + first;
        return with(group + ".nodes", first + "-" + last)
                .with(group + ".profile", ofProfile)
                .withAll(group, values);
    }

    /** Sets a value of the protocol. */
    public TestMix protocol(String setting, Object value) {
        return with("protocol." + setting, value);
    }

    /** Sets a parameter of the hardware, over its data sheet. */
    public TestMix hardware(String parameter, Object value) {
        return with("hardware." + parameter, value);
    }

    /** Sets a value of the workload. */
    public TestMix workload(String setting, Object value) {
        return with("workload." + setting, value);
    }

    /**
     * Adds a workload to a mix of several, on so many cores of every node, the next ones; all threads of a node must be
     * given away. Its population shrinks as was said before, by {@link #scale}.
     *
     * @param values settings of the workload by name
     */
    public TestMix tenant(String name, String id, int cores, Map<String, Object> values) {
        String tenant = "workload." + name;
        int first = coresOfTenants;
        coresOfTenants += cores;
        return with(tenant, id)
                .with(tenant + ".cores", first + "-" + (coresOfTenants - 1))
                .with(tenant + ".scale", this.values.get(SCALE))
                .withAll(tenant, values);
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
        String protocol = "protocol." + name;
        return tenant(name, id, cores, values).with(protocol, ownProtocol).withAll(protocol, ownValues);
    }

    /** Whether machines that are in no group have queue pairs, which can fail. */
    boolean hasQueuePairs() {
        return MixParts.hasQueuePairs(parts().machine());
    }

    /** Whether its protocol keeps ordered tables. */
    boolean isOrdered() {
        return parts().protocol().traits().ordered();
    }

    private MixParts parts() {
        return experiment().resolve(request(0)).parts();
    }

    /**
     * Runs it and gives the outcome; its tables are filled anew, unless the thread's last run started from the same.
     */
    public TestOutcome run(long seed) {
        Kept last = LAST.get();
        LAST.remove(); // a run that throws leaves nothing to start from
        Kept kept = last != null && last.fits(this) ? last : new Kept(plugins, judgedWhole, running());
        ResolvedMix mix = kept.experiment.resolve(request(seed));
        RunResult result = kept.experiment.once(mix, history, (phase, share, committed) -> {});
        ended = result.verdict() == null ? null : result.verdict().end();
        TestOutcome outcome = TestOutcome.of(result);
        LAST.set(kept);
        return outcome;
    }

    private Experiment running() {
        return judgedWhole ? experiment().judgingWhole() : experiment();
    }

    /** An experiment, which keeps what its last run started from. */
    private record Kept(List<Plugin> plugins, boolean judgedWhole, Experiment experiment) {
        /** Whether the mix is made of the very same plug-ins: others of their kind may bring something else. */
        boolean fits(TestMix mix) {
            return judgedWhole == mix.judgedWhole
                    && plugins.size() == mix.plugins.size()
                    && IntStream.range(0, plugins.size()).allMatch(i -> plugins.get(i) == mix.plugins.get(i));
        }
    }

    private Experiment experiment() {
        return new Experiment(TestPlugins.installed(plugins), NO_FOLDERS, PluginWatch.PATIENCE, () -> false);
    }

    private MixRequest request(long seed) {
        Map<String, String> all = values();
        all.put("seed", Long.toString(seed));
        return MixRequest.ofValues("test", all);
    }

    /** What campaigns draw of its parts. */
    DrawnCases drawn() {
        return new DrawnCases(TestPlugins.installed(plugins), values(), NO_FOLDERS);
    }

    /** All that it sets, by key, but the seed. */
    private Map<String, String> values() {
        long measureUs = Long.parseLong(values.get(MEASURE));
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putIfAbsent("time.warmupUs", Long.toString(Math.max(1, measureUs / 10)));
        if (all.containsKey(NEMESIS)) {
            all.putIfAbsent(INTERVAL, Double.toString(measureUs / 10.0));
        }
        return all;
    }

    /** Runs it and gives the outcome, but fails, naming mix and seed, if anything is found wrong. */
    public TestOutcome runVerified(long seed) {
        TestOutcome outcome = run(seed);
        assertEquals(List.of(), outcome.findings(), this + ", seed " + seed);
        assertTrue(outcome.verified(), this + ", seed " + seed + " was not verified");
        return outcome;
    }

    /**
     * What the check of whole histories finds in the one that was kept last, and whether that ends in the final state
     * of the run; it sees neither copies of records nor invariants.
     */
    public TestOutcome.Verdict recheck() {
        return TestOutcome.Verdict.of(history, experiment().resolve(request(0)), ended);
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
