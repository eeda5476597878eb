package org.breadboard.proto.xenic.drtm.setup;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;

/**
 * What a run of DrTM+H is set to; immutable.
 *
 * @param read how records of other nodes are read
 * @param lock how they are locked, and released if the transaction aborts
 * @param validate how their versions are looked at again
 * @param log how backups get the write set
 * @param commit how primaries get it
 * @param validateWrites whether what is written is looked at again, too
 * @param reliableRpcs whether RPCs go over reliable connections, which acknowledge them, and not as datagrams
 * @param addressCache whether coordinators know where every record of other nodes stands
 * @param memoryNs CPU per access to a table that misses the caches
 * @param cachedNs CPU per access to what was touched microseconds ago
 * @param switchNs CPU per switch from one coroutine to another
 * @param messageNs CPU of the RPC layer per message sent or received
 * @param entryNs CPU of the RPC layer per request, over both sides
 * @param logSlots records in the ring from one thread to one node
 * @param logPollNs how often a thread looks for logged records
 * @param breakage the rule that is left out
 */
public record DrtmOptions(
        Way read,
        Way lock,
        Way validate,
        Way log,
        Way commit,
        boolean validateWrites,
        boolean reliableRpcs,
        boolean addressCache,
        double memoryNs,
        double cachedNs,
        double switchNs,
        double messageNs,
        double entryNs,
        int logSlots,
        double logPollNs,
        Breakage breakage) {
    private static final String RELIABLE = "rc";
    private static final Setting<Way> READ =
            Setting.choice("read", Way.class, "How records of other nodes are read (Xenic 5.1)");
    private static final Setting<Way> LOCK = Setting.choice(
            "lock", Way.class, "How records are locked, with the version that was read (Xenic 5.1, DrTM+H's source)");
    private static final Setting<Way> VALIDATE =
            Setting.choice("validate", Way.class, "How the versions of what was read are looked at again (Xenic 5.1)");
    private static final Setting<Way> LOG =
            Setting.choice("log", Way.class, "How backups get the write set (Xenic 5.1)");
    private static final Setting<Way> COMMIT =
            Setting.choice("commit", Way.class, "How primaries get the write set (Xenic 5.1, DrTM+H's source)");
    private static final Setting<Boolean> ADDRESS_CACHE = Setting.flag(
            "addressCache",
            true,
            "Coordinators know where every record of other nodes stands, so a one-sided read needs one READ (Xenic 5.1)");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);
    private static final Setting<Boolean> VALIDATE_WRITES = Setting.flag(
            "validateWrites",
            true,
            "What is written is looked at again by a request of its own, as what is only read (Xenic 5.2 and 5.7;"
                    + " DrTM+H's source does without: its locks compare versions)");
    private static final Setting<String> RPC_TRANSPORT = Setting.choice(
            "rpcTransport",
            List.of("ud", RELIABLE),
            "What carries RPCs: datagrams (DrTM+H's source, and FaSST's RPCs, which Xenic 2.2.2 likens its to), or WRITEs"
                    + " with immediate data over reliable connections, which acknowledge each (its source plans them)");
    private static final Setting<Double> MEMORY_NS = Setting.number(
            "memoryNs", "ns", 100, 0, 1e6, "CPU per access to a table that misses the caches (assumed: DRAM)");
    private static final Setting<Double> CACHED_NS = Setting.number(
            "cachedNs",
            "ns",
            25,
            0,
            1e6,
            "CPU per access to what was touched microseconds ago (assumed: last-level cache)");
    private static final Setting<Double> SWITCH_NS = Setting.number(
            "switchNs", "ns", 14.5, 0, 1e6, "CPU per switch between coroutines (FaSST 4.1: 13 to 20 ns; as FaSST's)");
    private static final Setting<Double> MESSAGE_NS = Setting.number(
            "messageNs",
            "ns",
            16,
            0,
            1e6,
            "CPU of the RPC layer per message sent or received (derived: as FaSST's, from its Fig. 4)");
    private static final Setting<Double> ENTRY_NS = Setting.number(
            "entryNs",
            "ns",
            61,
            0,
            1e6,
            "CPU of the RPC layer per request, over both sides (derived: as FaSST's, from its Fig. 4)");
    private static final Setting<Integer> LOG_SLOTS = Setting.count(
            "logSlots",
            "records",
            64,
            2,
            1 << 16,
            "Records in the ring from one thread to one node (assumed; a record is 2,048 B in DrTM+H's source)");
    private static final Setting<Double> LOG_POLL_NS = Setting.number(
            "logPollNs", "ns", 5_000, 100, 50_000, "How often a thread looks for logged records (assumed)");

    /**
     * What a mix can set. The hybrid is what Xenic compares with: one-sided read, validate and log, RPC lock and
     * commit.
     */
    public static List<Setting<?>> settings(boolean hybrid, boolean addressCache) {
        Way twoSided = hybrid ? Way.RPC : Way.ONE_SIDED;
        return List.of(
                READ,
                LOCK.withDefault(twoSided),
                VALIDATE,
                LOG,
                COMMIT.withDefault(twoSided),
                VALIDATE_WRITES,
                RPC_TRANSPORT,
                ADDRESS_CACHE.withDefault(addressCache),
                MEMORY_NS,
                CACHED_NS,
                SWITCH_NS,
                MESSAGE_NS,
                ENTRY_NS,
                LOG_SLOTS,
                LOG_POLL_NS,
                BREAKAGE);
    }

    /** Of the settings of a run, all of which {@link #settings} names. */
    public static DrtmOptions of(Settings settings) {
        return new DrtmOptions(
                settings.get(READ),
                settings.get(LOCK),
                settings.get(VALIDATE),
                settings.get(LOG),
                settings.get(COMMIT),
                settings.get(VALIDATE_WRITES),
                RELIABLE.equals(settings.get(RPC_TRANSPORT)),
                settings.get(ADDRESS_CACHE),
                settings.get(MEMORY_NS),
                settings.get(CACHED_NS),
                settings.get(SWITCH_NS),
                settings.get(MESSAGE_NS),
                settings.get(ENTRY_NS),
                settings.get(LOG_SLOTS),
                settings.get(LOG_POLL_NS),
                settings.get(BREAKAGE));
    }

    /** Whether a phase after the reads goes to a record by its address. */
    public boolean needsAddresses() {
        return lock == Way.ONE_SIDED || validate == Way.ONE_SIDED || commit == Way.ONE_SIDED;
    }
}
