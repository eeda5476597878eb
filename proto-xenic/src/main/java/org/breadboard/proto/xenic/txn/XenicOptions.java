package org.breadboard.proto.xenic.txn;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The settled settings.
 *
 * @param combined whether one request locks and reads all that a transaction wants of a shard (else one per record and operation)
 * @param gather whether messages for one destination share packets
 * @param asyncDma whether DMAs of several operations share vectors
 * @param shipping whether transactions marked for it execute on the NIC
 * @param multiHop whether they may execute on the one remote NIC that they need
 * @param workers host threads that apply the log
 * @param logBytes bytes of a worker's log
 * @param pollNs how often a worker that finds nothing looks again
 * @param idlePolls how often a worker finds nothing before it takes the coordinators for idle
 * @param lookNs how often a host thread looks again at what it waits for
 * @param retryNs how often a core tries again what found no room
 * @param indexBytes NIC memory for indexes, at most; 0: all there is
 * @param positions cache positions of an index entry
 * @param warm whether records are cached from the beginning
 * @param pageShare overflow pages per index entry
 * @param slackSlots k, how many slots beyond the known displacement a lookup reads
 * @param stateBytes the largest external state that a NIC takes
 * @param displacementLimit D_m of the host's tables
 * @param occupancyPercent how full the host's tables are
 * @param memoryNs the host's CPU per access that misses the caches
 * @param cachedNs the host's CPU per access to what was touched microseconds ago
 * @param itemNs CPU per record of a request, or of what a transaction asks for
 */
record XenicOptions(
        boolean combined,
        boolean gather,
        boolean asyncDma,
        boolean shipping,
        boolean multiHop,
        int workers,
        int logBytes,
        double pollNs,
        int idlePolls,
        double lookNs,
        double retryNs,
        long indexBytes,
        int positions,
        boolean warm,
        double pageShare,
        int slackSlots,
        int stateBytes,
        int displacementLimit,
        double occupancyPercent,
        double memoryNs,
        double cachedNs,
        double itemNs,
        Breakage breakage) {

    static List<Setting> settings() {
        return List.of(
                Setting.flag(
                        "combinedOperations",
                        true,
                        "One request locks and reads all that a transaction wants of a shard; false: one for each record and"
                                + " operation, as one-sided verbs need (Xenic 5.7)"),
                Setting.flag("aggregation", true, "Messages for one destination share packets (Xenic 4.3.2, 5.7)"),
                Setting.flag(
                        "asyncDma",
                        true,
                        "DMAs of several operations share vectors; false: a core submits each alone, and polls for it (Xenic 4.3.1, 5.7)"),
                Setting.flag(
                        "shipping",
                        true,
                        "Transactions that are marked for it execute on the coordinator's NIC (Xenic 4.2.2)"),
                Setting.flag(
                        "multiHop",
                        true,
                        "What needs one remote shard, with or without the local one, executes on that one's NIC (Xenic 4.2.3)"),
                Setting.integer(
                        "workers",
                        "threads",
                        16,
                        1,
                        64,
                        "Host threads that apply the log, besides cluster.threads (assumed: the servers' other 16 hyperthreads; Xenic 5)"),
                Setting.integer(
                        "logBytes",
                        "B",
                        1 << 20,
                        1 << 12,
                        1 << 30,
                        "The log of one worker (assumed: half a hugepage of 2 MiB; Xenic 4.2 has a hugepage)"),
                Setting.number(
                        "workerPollNs",
                        "ns",
                        1_000,
                        100,
                        50_000,
                        "How often a worker that found nothing looks again (assumed)"),
                Setting.integer(
                        "idlePolls",
                        "",
                        16,
                        1,
                        10_000,
                        "How often a worker finds nothing before it takes the coordinators for idle, and tells the NIC itself how far the log is applied"
                                + " (assumed: longer than an unloaded transaction)"),
                Setting.number(
                        "lookNs",
                        "ns",
                        500,
                        1,
                        1e6,
                        "How often a host thread looks again at what it waits for (assumed: at each turn of its loop, about)"),
                Setting.number(
                        "retryNs", "ns", 1_000, 1, 1e6, "How often a core tries again what found no room (assumed)"),
                Setting.integer(
                        "indexBytes",
                        "B",
                        0,
                        0,
                        1L << 50,
                        "NIC memory for the indexes of all tables; 0 is whatever the NIC has left"),
                Setting.integer(
                        "cachePositions",
                        "",
                        8,
                        1,
                        64,
                        "Cache positions of an index entry, which serves one segment (assumed: one per slot of the segment; Xenic 4.1.3"
                                + " has a fixed set)"),
                Setting.flag(
                        "warmIndex",
                        true,
                        "The index begins as after a long run, with as many records cached as it has positions for; false: empty"
                                + " (assumed)"),
                Setting.number(
                        "indexPages",
                        "share",
                        0.25,
                        0,
                        100,
                        "Overflow pages per index entry, for records that are locked or not applied yet (assumed)"),
                Setting.integer(
                        "slackSlots",
                        "slots",
                        1,
                        0,
                        64,
                        "k, slots that a lookup reads beyond the known displacement (published: 1, Xenic 4.1.3)"),
                Setting.integer(
                        "shippedStateBytes",
                        "B",
                        1_024,
                        0,
                        1 << 14,
                        "The most that a transaction may declare as its input and still be shipped to a NIC (assumed); rows of ordered tables that it has"
                                + " read travel besides"),
                Setting.integer(
                        "displacementLimit",
                        "slots",
                        8,
                        0,
                        1_024,
                        "D_m of the host's tables; 0 is no limit (published: Xenic Table 2 has 8, 16, 32, none)"),
                Setting.number(
                        "occupancyPercent",
                        "percent",
                        90,
                        1,
                        99,
                        "How full the host's tables are when they hold all that they may (published: 90, Xenic 4.1.4)"),
                Setting.number(
                        "memoryNs",
                        "ns",
                        100,
                        0,
                        1e6,
                        "The host's CPU per access to a table that misses the caches (assumed: DRAM); a NIC's is in its data sheet"),
                Setting.number(
                        "cachedNs",
                        "ns",
                        25,
                        0,
                        1e6,
                        "The host's CPU per access to what was touched microseconds ago (assumed: last-level cache)"),
                Setting.number(
                        "itemNs",
                        "ns",
                        5,
                        0,
                        1e6,
                        "CPU per record that a message names, each time it is put into one or taken out, on the reference core; NIC"
                                + " messages include their first one (assumed)"),
                Setting.choice(
                        "breakage",
                        List.of(
                                Breakage.NONE.word(),
                                Breakage.UNPIN_EARLY.word(),
                                Breakage.LOCK_AFTER_LOG.word(),
                                Breakage.SKIP_VALIDATION.word(),
                                Breakage.SKIP_PENDING_ROWS.word(),
                                Breakage.DROP_SHIPPED_ROW.word()),
                        "Leaves a rule of the protocol out, to see the check fail"));
    }

    static XenicOptions of(Settings settings) {
        return new XenicOptions(
                settings.flag("combinedOperations"),
                settings.flag("aggregation"),
                settings.flag("asyncDma"),
                settings.flag("shipping"),
                settings.flag("multiHop"),
                settings.count("workers"),
                settings.count("logBytes"),
                settings.number("workerPollNs"),
                settings.count("idlePolls"),
                settings.number("lookNs"),
                settings.number("retryNs"),
                settings.integer("indexBytes"),
                settings.count("cachePositions"),
                settings.flag("warmIndex"),
                settings.number("indexPages"),
                settings.count("slackSlots"),
                settings.count("shippedStateBytes"),
                settings.count("displacementLimit"),
                settings.number("occupancyPercent"),
                settings.number("memoryNs"),
                settings.number("cachedNs"),
                settings.number("itemNs"),
                Breakage.of(settings.choice("breakage")));
    }
}
