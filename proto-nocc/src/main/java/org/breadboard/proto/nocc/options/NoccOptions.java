// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.options;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * What a run of NOCC is set to. NOCC publishes no times; ratios alone can be compared. Each field is explained by the
 * setting of its name. Immutable; any thread.
 */
public final class NoccOptions {
    /** The most cores of a store; as many ports belong to it. */
    public static final int MAX_STORE_CORES = 64;

    private static final Setting<Integer> STORE_CORES = Setting.count(
            "storeCores",
            "",
            1,
            1,
            MAX_STORE_CORES,
            "cores of a store that serve requests; NOCC's public store has one lock around compare and write, so that one"
                    + " core is what its threads amount to");
    private static final Setting<Double> STORE_SERVICE_NS = Setting.number(
            "storeServiceNs",
            "ns",
            0,
            0,
            1e9,
            "what a request keeps a store's core busy for, beside its operations and the system calls that the data sheet"
                    + " charges (assumed: none)");
    private static final Setting<Double> STORE_OP_NS = Setting.number(
            "storeOpNs",
            "ns",
            6_667,
            0,
            1e9,
            "what each operation of a request and of its answer adds (assumed: NOCC publishes no times, so that the three of an"
                    + " increment, compare, write and what was written, 20 us, are the unit of all)");
    private static final Setting<Double> CLIENT_WORK_NS = Setting.number(
            "clientWorkNs",
            "ns",
            0,
            0,
            1e9,
            "what an attempt keeps a client's core busy for, beside its operations and the system calls that the data sheet"
                    + " charges (assumed: none)");
    private static final Setting<Double> CLIENT_OP_NS = Setting.number(
            "clientOpNs",
            "ns",
            20_200,
            0,
            1e9,
            "what each operation of a request and of its answer adds: execute, build, parse (derived: set together with"
                    + " hardware.hostToSwitchNs on NOCC's Fig. 1 at 40 clients and Fig. 4a at write ratio 0.2)");
    private static final Setting<Double> SPREAD = Setting.number(
            "spread",
            "",
            0.5,
            0,
            1,
            "how far each of these times strays, evenly, by up to this share of its mean (assumed: times of software"
                    + " vary; where they do not, clients fall into step, and some never commit)");
    private static final Setting<Double> HOST_SPEED =
            Setting.number("hostSpeed", "", 1, 0.01, 100, "speed of all cores, relative to the reference core");
    private static final Setting<Double> TIMEOUT_US = Setting.number(
            "timeoutUs",
            "us",
            20_000,
            1,
            1e9,
            "how long a client waits for an answer before it sends its request again, under the same number; twice as long each"
                    + " further time, until the store has answered (assumed)");
    private static final Setting<Double> LOG_TIMEOUT_US = Setting.number(
            "logTimeoutUs",
            "us",
            1000,
            1,
            1e9,
            "with replication, how long a store waits for a backup to get on before it sends again the first entry that this"
                    + " misses; twice as long each further time, until the backup gets on (assumed: some times the way there and"
                    + " back; all that wait for a store wait for it, so it is shorter than a client's)");
    private static final Setting<Integer> LOG_ENTRIES = Setting.count(
            "logEntries",
            "",
            1024,
            LogWire.MAX_ENTRIES,
            1 << 16,
            "with replication, how many entries a store keeps for backups that have not acknowledged them (assumed: more than"
                    + " clients have under way); while there is no room for a transaction, requests are dropped and counted,"
                    + " and their clients send them again");
    private static final Setting<Integer> CLIENT_CACHE_KEYS = Setting.count(
            "clientCacheKeys",
            "",
            65_536,
            1,
            1 << 24,
            "how many values a client remembers between transactions (NOCC 2 and 4: a local cache, with TPC-C a mirror of"
                    + " the store); when it has more, it forgets all between two transactions");
    private static final Setting<Corrections> CORRECTIONS = Setting.choice(
                    "corrections",
                    Corrections.class,
                    "what a store's abort says the current values of: keys whose compare failed (NOCC 2), or those that the"
                            + " request would have written, too, which the switch believes to be written by then (assumed, for"
                            + " liveness)")
            .withoutPromises(List.of(Corrections.FAILED));
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    /** How packets are laid out; what the kind of protocol decides. */
    public final WireFormat format;

    public final int storeCores;
    public final double storeServiceNs;
    public final double storeOpNs;
    public final double clientWorkNs;
    public final double clientOpNs;
    public final double spread;
    public final double hostSpeed;
    public final double timeoutNs;
    public final double logTimeoutNs;
    public final int logEntries;
    public final int clientCacheKeys;
    public final Corrections corrections;
    public final Breakage breakage;

    /** Of a run; the settings include {@link #settings}. */
    public NoccOptions(Settings settings, WireFormat format) {
        this.format = format;
        storeCores = settings.get(STORE_CORES);
        storeServiceNs = settings.get(STORE_SERVICE_NS);
        storeOpNs = settings.get(STORE_OP_NS);
        clientWorkNs = settings.get(CLIENT_WORK_NS);
        clientOpNs = settings.get(CLIENT_OP_NS);
        spread = settings.get(SPREAD);
        hostSpeed = settings.get(HOST_SPEED);
        timeoutNs = settings.get(TIMEOUT_US) * 1000;
        logTimeoutNs = settings.get(LOG_TIMEOUT_US) * 1000;
        logEntries = settings.get(LOG_ENTRIES);
        clientCacheKeys = settings.get(CLIENT_CACHE_KEYS);
        corrections = settings.get(CORRECTIONS);
        breakage = settings.get(BREAKAGE);
    }

    /** What a mix can set. */
    public static List<Setting<?>> settings() {
        return List.of(
                STORE_CORES,
                STORE_SERVICE_NS,
                STORE_OP_NS,
                CLIENT_WORK_NS,
                CLIENT_OP_NS,
                SPREAD,
                HOST_SPEED,
                TIMEOUT_US,
                LOG_TIMEOUT_US,
                LOG_ENTRIES,
                CLIENT_CACHE_KEYS,
                CORRECTIONS,
                BREAKAGE);
    }

    /** What an attempt keeps a client's core busy for before it sends anything. */
    public double clientWorkNs(RandomStream random) {
        return strayed(clientWorkNs, random);
    }

    /** What a packet of so many operations adds to that. */
    public double clientOpsNs(int operations, RandomStream random) {
        return strayed(operations * clientOpNs, random);
    }

    /** What a request keeps a store's core busy for that has so many operations together with its answer. */
    public double storeServiceNs(int operations, RandomStream random) {
        return strayed(storeServiceNs + operations * storeOpNs, random);
    }

    private double strayed(double meanNs, RandomStream random) {
        return spread == 0 ? meanNs : meanNs * (1 + spread * (2 * random.nextDouble() - 1));
    }
}
