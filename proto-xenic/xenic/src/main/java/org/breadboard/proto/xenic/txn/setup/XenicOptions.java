// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.setup;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;

/** What a run of Xenic is set to. Each field is explained by the setting of its name. Immutable; any thread. */
public final class XenicOptions {
    private static final Setting<Boolean> COMBINED_OPERATIONS = Setting.flag(
            "combinedOperations",
            true,
            "One request locks and reads all that a transaction wants of a shard; false: one for each record and"
                    + " operation, as one-sided verbs need (Xenic 5.7)");
    private static final Setting<Integer> SINGLE_REQUESTS = Setting.count(
            "singleRequests",
            "records",
            64,
            1,
            1_024,
            "Without combined operations: the most records of a transaction, each of which is a request of its own"
                    + " (assumed); larger ones are aborted");
    private static final Setting<Boolean> AGGREGATION =
            Setting.flag("aggregation", true, "Messages for one destination share packets (Xenic 4.3.2, 5.7)");
    private static final Setting<Boolean> ASYNC_DMA = Setting.flag(
            "asyncDma",
            true,
            "DMAs of several operations share vectors; false: a core submits each alone, and polls for it (Xenic 4.3.1, 5.7)");
    private static final Setting<Boolean> SHIPPING = Setting.flag(
            "shipping", true, "Transactions that are marked for it execute on the coordinator's NIC (Xenic 4.2.2)");
    private static final Setting<Boolean> MULTI_HOP = Setting.flag(
            "multiHop",
            true,
            "What needs one remote shard, with or without the local one, executes on that one's NIC (Xenic 4.2.3)");
    private static final Setting<Integer> WORKERS = Setting.count(
            "workers",
            "threads",
            16,
            1,
            64,
            "Host threads that apply the log, besides cluster.threads (assumed: the servers' other 16 hyperthreads; Xenic 5)");
    private static final Setting<Integer> LOG_BYTES = Setting.count(
            "logBytes",
            "B",
            1 << 21,
            1 << 12,
            1 << 30,
            "The log of a node, which all workers go through (published: a hugepage, Xenic 4.2 step 5; assumed: of 2 MiB)");
    private static final Setting<Double> WORKER_POLL_NS = Setting.number(
            "workerPollNs", "ns", 1_000, 100, 50_000, "How often a worker that found nothing looks again (assumed)");
    private static final Setting<Integer> IDLE_POLLS = Setting.count(
            "idlePolls",
            "",
            16,
            1,
            10_000,
            "How often a worker finds nothing before it takes the coordinators for idle, and tells the NIC itself how far the log is applied"
                    + " (assumed: longer than an unloaded transaction)");
    private static final Setting<Double> LOOK_NS = Setting.number(
            "lookNs",
            "ns",
            500,
            1,
            1e6,
            "How often a host thread looks again at what it waits for (assumed: at each turn of its loop, about)");
    private static final Setting<Double> RETRY_NS =
            Setting.number("retryNs", "ns", 1_000, 1, 1e6, "How often a core tries again what found no room (assumed)");
    private static final Setting<Long> INDEX_BYTES = Setting.integer(
            "indexBytes",
            "B",
            0,
            0,
            1L << 50,
            "NIC memory for the indexes of all tables; 0 is whatever the NIC has left");
    private static final Setting<Integer> CACHE_POSITIONS = Setting.count(
            "cachePositions",
            "",
            8,
            1,
            64,
            "Cache positions of an index entry, which serves one segment (assumed: one per slot of the segment; Xenic 4.1.3"
                    + " has a fixed set)");
    private static final Setting<Boolean> WARM_INDEX = Setting.flag(
            "warmIndex",
            true,
            "The index begins as after a long run, with as many records cached as it has positions for; false: empty"
                    + " (assumed)");
    private static final Setting<Double> INDEX_PAGES = Setting.number(
            "indexPages",
            "share",
            0.25,
            0,
            100,
            "Overflow pages per index entry, for records that are locked or not applied yet (assumed)");
    private static final Setting<Integer> SLACK_SLOTS = Setting.count(
            "slackSlots",
            "slots",
            1,
            0,
            64,
            "k, slots that a lookup reads beyond the known displacement (published: 1, Xenic 4.1.3)");
    private static final Setting<Integer> SHIPPED_STATE_BYTES = Setting.count(
            "shippedStateBytes",
            "B",
            1_024,
            0,
            1 << 14,
            "The most that a transaction may declare as its input and still be shipped to a NIC (assumed); rows of ordered tables that it has"
                    + " read travel besides");
    private static final Setting<Double> MEMORY_NS = MemoryCost.MEMORY_NS.withDescription(
            "The host's CPU per access to a table that misses the caches (assumed: DRAM); a NIC's is in its data sheet");
    private static final Setting<Double> CACHED_NS = MemoryCost.CACHED_NS.withDescription(
            "The host's CPU per access to what was touched microseconds ago (assumed: last-level cache)");
    private static final Setting<Double> ITEM_NS = Setting.number(
            "itemNs",
            "ns",
            5,
            0,
            1e6,
            "CPU per record that a message names, each time it is put into one or taken out, on the reference core; NIC"
                    + " messages include their first one (assumed)");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    public final Host host;
    public final Nic nic;
    public final Shard shard;
    public final int shippedStateBytes;

    /** Of a run; the settings include {@link #settings}. */
    public XenicOptions(Settings settings) {
        host = new Host(settings);
        nic = new Nic(settings);
        shard = new Shard(settings);
        shippedStateBytes = settings.get(SHIPPED_STATE_BYTES);
    }

    /** All settings, in the order in which they are shown: those of the host's tables are among them. */
    public static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(
                COMBINED_OPERATIONS,
                SINGLE_REQUESTS,
                AGGREGATION,
                ASYNC_DMA,
                SHIPPING,
                MULTI_HOP,
                WORKERS,
                LOG_BYTES,
                WORKER_POLL_NS,
                IDLE_POLLS,
                LOOK_NS,
                RETRY_NS,
                INDEX_BYTES,
                CACHE_POSITIONS,
                WARM_INDEX,
                INDEX_PAGES,
                SLACK_SLOTS,
                SHIPPED_STATE_BYTES,
                MEMORY_NS,
                CACHED_NS,
                OverlappedMisses.AT_ONCE,
                ITEM_NS,
                BREAKAGE));
        settings.addAll(new RobinHoodStoreType().settings());
        return List.copyOf(settings);
    }

    /** What the host's threads are set to. */
    public static final class Host {
        public final boolean aggregation;
        public final boolean shipping;
        public final double workerPollNs;
        public final int idlePolls;
        public final double lookNs;
        public final MemoryCost memory;
        public final int missesAtOnce;
        public final double itemNs;
        public final Breakage breakage;

        private Host(Settings settings) {
            aggregation = settings.get(AGGREGATION);
            shipping = settings.get(SHIPPING);
            workerPollNs = settings.get(WORKER_POLL_NS);
            idlePolls = settings.get(IDLE_POLLS);
            lookNs = settings.get(LOOK_NS);
            memory = MemoryCost.of(settings);
            missesAtOnce = settings.get(OverlappedMisses.AT_ONCE);
            itemNs = settings.get(ITEM_NS);
            breakage = settings.get(BREAKAGE);
        }
    }

    /** What the NIC's cores are set to. */
    public static final class Nic {
        public final boolean combinedOperations;
        public final int singleRequests;
        public final boolean aggregation;
        public final boolean asyncDma;
        public final boolean multiHop;
        public final double retryNs;
        public final int slackSlots;
        public final double itemNs;
        public final Breakage breakage;

        private Nic(Settings settings) {
            combinedOperations = settings.get(COMBINED_OPERATIONS);
            singleRequests = settings.get(SINGLE_REQUESTS);
            aggregation = settings.get(AGGREGATION);
            asyncDma = settings.get(ASYNC_DMA);
            multiHop = settings.get(MULTI_HOP);
            retryNs = settings.get(RETRY_NS);
            slackSlots = settings.get(SLACK_SLOTS);
            itemNs = settings.get(ITEM_NS);
            breakage = settings.get(BREAKAGE);
        }
    }

    /** What a node's tables, log and index are set to. */
    public static final class Shard {
        public final int workers;
        public final int logBytes;
        public final long indexBytes;
        public final int cachePositions;
        public final boolean warmIndex;
        public final double indexPages;

        private Shard(Settings settings) {
            workers = settings.get(WORKERS);
            logBytes = settings.get(LOG_BYTES);
            indexBytes = settings.get(INDEX_BYTES);
            cachePositions = settings.get(CACHE_POSITIONS);
            warmIndex = settings.get(WARM_INDEX);
            indexPages = settings.get(INDEX_PAGES);
        }
    }
}
