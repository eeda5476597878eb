// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.nemesis.Faults;

/** The keys of a mix that do not depend on plug-ins, in the order in which they are printed. */
public final class MixKeys {
    /** The key that chooses a testbed. */
    public static final String TESTBED = "testbed";

    /** The key that chooses a device by itself, where a mix does not by its data sheet. */
    public static final String HARDWARE = "hardware";

    /** The key that chooses a device's data sheet. */
    public static final String HARDWARE_PROFILE = "hardware.profile";

    /** The key that chooses a program for switches. */
    public static final String SWITCH = "switch";

    /** The key that chooses a switch's data sheet. */
    public static final String SWITCH_PROFILE = "switch.profile";

    /** The key that chooses a protocol. */
    public static final String PROTOCOL = "protocol";

    /** The key that chooses a workload. */
    public static final String WORKLOAD = "workload";

    /** The key, within a workload's, of a file of its settings. */
    static final String PROPERTIES = "properties";

    /** The word for as many outstanding transactions as yield the most. */
    static final String PEAK = "peak";

    /** The word for no workload. */
    public static final String NONE = Combination.NONE;

    /** The word for real threads. */
    static final String LIVE = "live";
    /** Machines are struck in the order of their numbers. */
    static final String IN_TURN = "in-turn";

    /** The word for a check of the history while it runs. */
    static final String WINDOWED = "windowed";

    static final Setting<Integer> NODES = Setting.count("cluster.nodes", "", 3, 1, 1024, "machines");
    static final Setting<Integer> THREADS = Setting.count("cluster.threads", "", 2, 1, 256, "host threads per machine");
    static final Setting<Integer> CORES =
            Setting.count("cluster.cores", "", 0, 0, 256, "CPU cores of a machine; 0: one for each of its threads");
    static final Setting<Integer> HYPERTHREADS = Setting.count(
            "cluster.hyperthreads", "", 0, 0, 512, "threads that these cores run at once, two on each; 0: one on each");
    static final Setting<Double> HYPERTHREAD_SPEED = Setting.number(
            "cluster.hyperthreadSpeed", "share", 0.5, 0.01, 1, "speed of a thread while the other of its core is busy");
    static final Setting<Integer> REPLICATION =
            Setting.count("cluster.replication", "", 3, 1, 16, "copies of each record");
    static final Setting<Integer> CLIENT_NODES = Setting.count(
            "cluster.clientNodes",
            "",
            0,
            0,
            1024,
            "machines with clients and no records, for protocols that separate them");
    static final Setting<Integer> CLIENTS = Setting.count(
            "cluster.clients",
            "",
            0,
            0,
            HistoryCodec.MAX_CLIENTS,
            "clients on those machines together; 0 is load.contexts per thread");
    static final Setting<Integer> SWITCHES =
            Setting.count("switch.count", "", 1, 1, 1024, "switches, behind which the machines of clients are spread");
    /** The key that shrinks populations. */
    public static final Setting<Double> SCALE =
            Setting.number("cluster.scale", "", 1, 1e-6, 1, "factor by which populations shrink; hot sets never do");

    static final Setting<Integer> CONTEXTS =
            Setting.count("load.contexts", "", 8, 1, 4096, "outstanding transactions per thread, or peak");
    static final Setting<Double> RATE = Setting.number(
            "load.ratePerNode", "transactions/s", 0, 0, 1e10, "arrivals per node of an open loop; 0 is a closed loop");
    static final Setting<Double> THINK = Setting.number(
                    "load.thinkUs",
                    "us",
                    0,
                    0,
                    3.6e9,
                    "mean of the time, exponentially distributed, from an outcome to the client's next transaction; closed loop")
            .optional();
    static final Setting<String> PHASES = Setting.text(
            "load.phases",
            "how the load changes while it is measured, such as 0..1 for 500us, 1 for 200us, 3 for 50us");
    static final Setting<Double> BACKOFF = Setting.number(
            "load.backoffNs",
            "ns",
            Mix.Load.BACKOFF.slotNs(),
            0,
            1e9,
            "a transaction that aborted is tried again after uniform(0, this times its tries) (assumed; no paper gives one)");
    static final Setting<Integer> BACKOFF_TRIES = Setting.count(
            "load.backoffTries",
            "",
            Mix.Load.BACKOFF.maxSlots(),
            1,
            1_000,
            "tries at which that stops growing (assumed)");
    static final Setting<Boolean> UNTIL_DONE = Setting.flag(
                    "load.untilDone",
                    false,
                    "when no transactions begin any more, those that met a conflict are tried again until they commit; a run in which"
                            + " one does not in 1000 tries fails")
            .optional();
    static final Setting<Long> WARMUP = Setting.integer(
            "time.warmupUs",
            "us",
            200,
            0,
            3_600_000_000L,
            "before measuring starts; live, 0 is until the rate is steady");
    static final Setting<Long> MEASURE = Setting.integer("time.measureUs", "us", 1000, 1, 3_600_000_000L, "measured");
    static final Setting<Double> LOSS =
            Setting.number("network.loss", "", 0, 0, 1, "probability that a packet is lost");
    static final Setting<Double> DUPLICATION =
            Setting.number("network.duplication", "", 0, 0, 1, "probability that a packet arrives twice");
    static final Setting<Double> REORDERING =
            Setting.number("network.reordering", "", 0, 0, 1, "probability that a packet is overtaken");
    static final Setting<Integer> RACKS = Setting.count(
                    "network.racks",
                    "",
                    1,
                    1,
                    1024,
                    "racks, over which machines are spread in blocks of their numbers, each with a switch of its own")
            .optional();
    static final Setting<Double> UPLINK = Setting.number(
                    "network.uplinkGbps",
                    "Gb/s",
                    0,
                    0,
                    1e6,
                    "rate of each rack's uplink to the spine, in each direction, where there are several racks")
            .optional();
    /** The key of what strikes in windows of time. */
    public static final Setting<String> NEMESIS = Setting.text(
            "faults.nemesis",
            "what strikes, in a window of every interval: some of loss, duplication, reordering, delay, partition,"
                    + " partition-one-way, pause, slow, crash, power-loss, switch-crash, nic-crash, ring-full,"
                    + " qp-error, zookeeper-crash, with commas between");

    static final Setting<String> FAULTS_VICTIMS = Setting.choice(
                    "faults.victims",
                    List.of("random", IN_TURN),
                    "whom windows strike that strike one machine, or one switch: in-turn is each in the order of their"
                            + " numbers, one in each interval")
            .optional();
    static final Setting<Double> FAULTS_INTERVAL = Setting.number(
                    "faults.intervalUs",
                    "us",
                    0,
                    0,
                    3.6e9,
                    "which has one window of each; 0 is a tenth of what is measured, or half of it where machines crash")
            .optional();
    static final Setting<Double> FAULTS_WINDOW = Setting.number(
                    "faults.windowUs", "us", 0, 0, 3.6e9, "how long a window is; 0 is a fifth of the interval")
            .optional();
    static final Setting<Double> FAULTS_PROBABILITY = Setting.number(
                    "faults.probability",
                    "",
                    0.1,
                    0,
                    1,
                    "that a packet is lost, arrives twice, is overtaken or finds a full ring, in windows of that")
            .optional();
    static final Setting<Double> FAULTS_DELAY = Setting.number(
                    "faults.delayUs",
                    "us",
                    20,
                    0,
                    3.6e9,
                    "by which packets to one machine are late, in windows of delay")
            .optional();
    static final Setting<Double> FAULTS_SLOWDOWN = Setting.number(
                    "faults.slowdown",
                    "",
                    10,
                    1,
                    1e6,
                    "how many times as long a machine's work takes, in windows of slow")
            .optional();
    static final Setting<Double> FAULTS_LEASE = Setting.number(
                    "faults.leaseUs",
                    "us",
                    0,
                    0,
                    3.6e9,
                    "after which a machine that crashed is found out; 0 is a quarter of a window")
            .optional();
    static final Setting<Double> FAULTS_DECIDE = Setting.number(
                    "faults.decideUs",
                    "us",
                    20,
                    0,
                    3.6e9,
                    "sim only: until the configuration manager's decision is safe (assumed: two round trips between its replicas)")
            .optional();
    static final Setting<Double> CONTROL_ONE_WAY = Setting.number(
                    "faults.controlUs",
                    "us",
                    5,
                    0,
                    3.6e9,
                    "one way between two machines on the network of manager and recovery (assumed: 10 GbE without a"
                            + " kernel in the way)")
            .optional();
    static final Setting<Double> CONTROL_GBPS = Setting.number(
                    "faults.controlGbps",
                    "Gb/s",
                    10,
                    0.001,
                    1e6,
                    "rate of its links, which limits how fast copies of lost data are made (assumed: 10 GbE)")
            .optional();
    static final Setting<String> ZOOKEEPER = Setting.text(
                    "faults.zookeeper",
                    "live only: the ZooKeeper that decides on configurations where machines crash, as host:port, with commas"
                            + " between several; empty is one in this process")
            .optional();
    /** The key of one fault at one instant. */
    public static final Setting<String> FAULT_AT = Setting.text(
                    "faults.at",
                    "sim only: one fault at one instant, as crash@arrival:17 or power-loss@store:17-3 (the last three stores"
                            + " of that step lost); campaign --every tries them all")
            .optional();

    static final Setting<String> RUNTIME =
            Setting.choice("runtime", List.of("sim", LIVE), "virtual time, or real threads");
    static final Setting<Boolean> EXPLORE =
            Setting.flag("explore", false, "sim only: the seed draws jitter, ties, stage speeds and torn copies");
    /** The key of what is faster than plug-ins say. */
    public static final Setting<String> SPEEDS = Setting.text(
            "whatif.speeds",
            "sim only: groups of stages or resources, each so many times as fast as its data sheet and protocol say, as"
                    + " host=2, nic.engine=1.1; travel is the way behind resources");

    static final Setting<Integer> LIVE_THREADS =
            Setting.count("live.threads", "", 0, 0, 1024, "threads that the stages share; 0 is one per core");
    static final Setting<String> CHECK = Setting.choice(
            "check", List.of("whole", WINDOWED), "the history is checked whole after the run, or in slices beside it");
    /** What the history is to be; by default, what the protocol promises. */
    static final Setting<String> PROMISE = Setting.choice(
            "promise",
            Stream.of(ProtocolType.Promise.values())
                    .map(ProtocolType.Promise::word)
                    .toList(),
            "what the history is checked to be; by default, what the protocol promises");

    static final Setting<Long> SEED = Setting.integer("seed", "", 1, 0, 1L << 53, "decides every random number");

    private static final Map<String, Setting<?>> PLAIN = new LinkedHashMap<>();

    static {
        for (Setting<?> each : List.of(
                NODES,
                THREADS,
                CORES,
                HYPERTHREADS,
                HYPERTHREAD_SPEED,
                REPLICATION,
                CLIENT_NODES,
                CLIENTS,
                SWITCHES,
                SCALE,
                CONTEXTS,
                RATE,
                THINK,
                PHASES,
                BACKOFF,
                BACKOFF_TRIES,
                UNTIL_DONE,
                WARMUP,
                MEASURE,
                LOSS,
                DUPLICATION,
                REORDERING,
                RACKS,
                UPLINK,
                NEMESIS,
                FAULTS_VICTIMS,
                FAULTS_INTERVAL,
                FAULTS_WINDOW,
                FAULTS_PROBABILITY,
                FAULTS_DELAY,
                FAULTS_SLOWDOWN,
                FAULTS_LEASE,
                FAULTS_DECIDE,
                CONTROL_ONE_WAY,
                CONTROL_GBPS,
                ZOOKEEPER,
                FAULT_AT,
                RUNTIME,
                EXPLORE,
                SPEEDS,
                LIVE_THREADS,
                PROMISE,
                CHECK,
                SEED)) {
            PLAIN.put(each.name(), each);
        }
    }

    /** The keys that choose something by name. */
    static final List<String> CHOICES =
            List.of(TESTBED, HARDWARE, HARDWARE_PROFILE, SWITCH, SWITCH_PROFILE, PROTOCOL, WORKLOAD);

    private MixKeys() {}

    /**
     * The words that a key with a value of its own takes, several of them with commas between where it is a list, for
     * completion; empty where it takes numbers only.
     */
    public static List<String> words(String key) {
        if (key.equals(CONTEXTS.name())) {
            return List.of(PEAK);
        }
        if (key.equals(NEMESIS.name())) {
            return Stream.of(Faults.Kind.values()).map(Faults.Kind::word).toList();
        }
        return PLAIN.containsKey(key) ? words(PLAIN.get(key)) : List.of();
    }

    /** The words that a setting takes; empty for numbers. */
    public static List<String> words(Setting<?> setting) {
        return setting.type() == Setting.Type.FLAG ? List.of("true", "false") : setting.choices();
    }

    /** The keys with a value of their own. */
    public static Map<String, Setting<?>> plain() {
        return Collections.unmodifiableMap(PLAIN);
    }

    /** Adds settings under the keys that they have in a group. */
    static void put(Map<String, Setting<?>> known, String group, List<Setting<?>> settings) {
        settings.forEach(setting -> known.put(group + "." + setting.name(), setting));
    }
}
