package org.breadboard.proto.xenic.drtm;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The settled settings.
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
record DrtmOptions(
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

    /** What a mix can set. The hybrid is what Xenic compares with: one-sided read, validate and log, RPC lock and commit. */
    static List<Setting> settings(boolean hybrid, boolean addressCache) {
        Way twoSided = hybrid ? Way.RPC : Way.ONE_SIDED;
        return List.of(
                way("read", Way.ONE_SIDED, "How records of other nodes are read (Xenic 5.1)"),
                way(
                        "lock",
                        twoSided,
                        "How records are locked, with the version that was read (Xenic 5.1, DrTM+H's source)"),
                way("validate", Way.ONE_SIDED, "How the versions of what was read are looked at again (Xenic 5.1)"),
                way("log", Way.ONE_SIDED, "How backups get the write set (Xenic 5.1)"),
                way("commit", twoSided, "How primaries get the write set (Xenic 5.1, DrTM+H's source)"),
                Setting.flag(
                        "validateWrites",
                        true,
                        "What is written is looked at again by a request of its own, as what is only read (Xenic 5.2 and 5.7;"
                                + " DrTM+H's source does without: its locks compare versions)"),
                Setting.choice(
                        "rpcTransport",
                        List.of("ud", RELIABLE),
                        "What carries RPCs: datagrams (DrTM+H's source, and FaSST's RPCs, which Xenic 2.2.2 likens its to), or WRITEs"
                                + " with immediate data over reliable connections, which acknowledge each (its source plans them)"),
                Setting.flag(
                        "addressCache",
                        addressCache,
                        "Coordinators know where every record of other nodes stands, so a one-sided read needs one READ (Xenic 5.1)"),
                Setting.number(
                        "memoryNs",
                        "ns",
                        100,
                        0,
                        1e6,
                        "CPU per access to a table that misses the caches (assumed: DRAM)"),
                Setting.number(
                        "cachedNs",
                        "ns",
                        25,
                        0,
                        1e6,
                        "CPU per access to what was touched microseconds ago (assumed: last-level cache)"),
                Setting.number(
                        "switchNs",
                        "ns",
                        14.5,
                        0,
                        1e6,
                        "CPU per switch between coroutines (FaSST 4.1: 13 to 20 ns; as FaSST's)"),
                Setting.number(
                        "messageNs",
                        "ns",
                        16,
                        0,
                        1e6,
                        "CPU of the RPC layer per message sent or received (derived: as FaSST's, from its Fig. 4)"),
                Setting.number(
                        "entryNs",
                        "ns",
                        61,
                        0,
                        1e6,
                        "CPU of the RPC layer per request, over both sides (derived: as FaSST's, from its Fig. 4)"),
                Setting.integer(
                        "logSlots",
                        "records",
                        64,
                        2,
                        1 << 16,
                        "Records in the ring from one thread to one node (assumed; a record is 2,048 B in DrTM+H's source)"),
                Setting.number(
                        "logPollNs", "ns", 5_000, 100, 50_000, "How often a thread looks for logged records (assumed)"),
                Setting.choice(
                        "breakage",
                        Arrays.stream(Breakage.values()).map(Breakage::word).toList(),
                        "A rule that is left out, to see the checker find it"));
    }

    private static Setting way(String name, Way usual, String what) {
        Way other = usual == Way.ONE_SIDED ? Way.RPC : Way.ONE_SIDED;
        return Setting.choice(name, List.of(usual.word(), other.word()), what);
    }

    static DrtmOptions of(Settings settings) {
        return new DrtmOptions(
                Way.of(settings.choice("read")),
                Way.of(settings.choice("lock")),
                Way.of(settings.choice("validate")),
                Way.of(settings.choice("log")),
                Way.of(settings.choice("commit")),
                settings.flag("validateWrites"),
                RELIABLE.equals(settings.choice("rpcTransport")),
                settings.flag("addressCache"),
                settings.number("memoryNs"),
                settings.number("cachedNs"),
                settings.number("switchNs"),
                settings.number("messageNs"),
                settings.number("entryNs"),
                settings.count("logSlots"),
                settings.number("logPollNs"),
                Breakage.of(settings.choice("breakage")));
    }

    /** Whether a phase after the reads goes to a record by its address. */
    boolean needsAddresses() {
        return lock == Way.ONE_SIDED || validate == Way.ONE_SIDED || commit == Way.ONE_SIDED;
    }
}
