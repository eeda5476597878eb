package org.breadboard.proto.fasst.rpc;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The switches, limits and costs of FaSST RPCs.
 *
 * @param requestBatching one doorbell for all requests of a batch; otherwise one each (FaSST 4.2)
 * @param responseBatching one doorbell for all responses of a burst; otherwise one each, at once (FaSST 4.2)
 * @param cheapReceives receives are posted with one write of the head pointer (FaSST 4.2)
 * @param coalescing requests of a batch to one node share a message; otherwise they follow each other, since a
 *     coroutine may have one message per node on its way
 * @param budget request messages that a thread may have on their way to one node; 0 for as many as it has workers
 *     (FaSST 4.4)
 * @param receiveSlots the most receives that a queue may hold (FaSST 4.4)
 * @param sendSlots depth of a send queue
 * @param postList the most messages that one doorbell announces
 * @param lossTimeoutNs after which a worker without progress has lost a packet (FaSST 4.3)
 * @param switchNs one switch between coroutines
 * @param messageNs CPU per message sent or received, without what the device charges
 * @param entryNs CPU per request, over both sides, without what handler, messages and device charge
 * @param hostSpeed host cores relative to the reference core
 */
public record RpcOptions(
        boolean requestBatching,
        boolean responseBatching,
        boolean cheapReceives,
        boolean coalescing,
        int budget,
        int receiveSlots,
        int sendSlots,
        int postList,
        double lossTimeoutNs,
        double switchNs,
        double messageNs,
        double entryNs,
        double hostSpeed) {
    private static final Setting<Boolean> REQUEST_BATCHING =
            Setting.flag("requestBatching", true, "one doorbell for all requests of a batch (FaSST 4.2)");
    private static final Setting<Boolean> RESPONSE_BATCHING =
            Setting.flag("responseBatching", true, "one doorbell for all responses of a burst (FaSST 4.2)");
    private static final Setting<Boolean> CHEAP_RECEIVES =
            Setting.flag("cheapReceives", true, "post receives with one write of the head pointer (FaSST 4.2)");
    private static final Setting<Boolean> COALESCING = Setting.flag(
            "coalescing",
            true,
            "requests of a batch to one node share a message; otherwise they go in further batches, one message per"
                    + " node each (FaSST 4.2, 4.4)");
    private static final Setting<Integer> BUDGET = Setting.count(
            "budget",
            "messages",
            0,
            0,
            RpcWire.MAX_COROUTINES - 1,
            "request messages that a thread may have on their way to one node; 0: as many as it has workers (FaSST"
                    + " 4.4)");
    private static final Setting<Integer> RECEIVE_SLOTS = Setting.count(
            "receiveSlots", "receives", 2048, 16, 65536, "most receives in a queue (FaSST 4.4, 6.4: 2048)");
    private static final Setting<Integer> SEND_SLOTS =
            Setting.count("sendSlots", "sends", 256, 16, 65536, "depth of a send queue (FaSST's public source: 256)");
    private static final Setting<Integer> POST_LIST = Setting.count(
            "postList",
            "sends",
            16,
            1,
            65536,
            "the most messages that one doorbell announces; a longer batch rings more (FaSST's public source: 16)");
    private static final Setting<Double> LOSS_TIMEOUT_NS = Setting.number(
            "lossTimeoutNs",
            "ns",
            1e9,
            1000,
            2e9,
            "a worker without progress for so long has lost a packet (FaSST 4.3: one second)");
    private static final Setting<Double> SWITCH_NS = Setting.number(
            "switchNs",
            "ns",
            14.5,
            0,
            1e6,
            "CPU per switch between coroutines (published 13-20, FaSST 4.1; derived with the doorbell from Fig. 4,"
                    + " batch 1 against 3 and 11)");
    private static final Setting<Double> MESSAGE_NS = Setting.number(
            "messageNs",
            "ns",
            16,
            0,
            1e6,
            "CPU of the RPC layer per message sent or received (derived: FaSST Fig. 4's 222 ns per RPC without the"
                    + " device's share; the split between messages and entries is assumed)");
    private static final Setting<Double> ENTRY_NS = Setting.number(
            "entryNs",
            "ns",
            61,
            0,
            1e6,
            "CPU of the RPC layer per request, over both sides (derived: FaSST Fig. 4's 222 ns per RPC without the"
                    + " device's share; the split between messages and entries is assumed)");
    private static final Setting<Double> HOST_SPEED = Setting.number(
            "hostSpeed",
            "",
            1,
            0.01,
            100,
            "speed of host cores relative to the reference core (CIB's: E5-2683 v3, 2 GHz, FaSST Table 2)");

    /** Coroutines send at most this many messages in one batch (FaSST's public source). */
    static final int MAX_MESSAGES = 16;

    /** What a mix can set. */
    public static List<Setting<?>> settings() {
        return List.of(
                REQUEST_BATCHING,
                RESPONSE_BATCHING,
                CHEAP_RECEIVES,
                COALESCING,
                BUDGET,
                RECEIVE_SLOTS,
                SEND_SLOTS,
                POST_LIST,
                LOSS_TIMEOUT_NS,
                SWITCH_NS,
                MESSAGE_NS,
                ENTRY_NS,
                HOST_SPEED);
    }

    /** Reads the settings that {@link #settings} declares. */
    public static RpcOptions of(Settings settings) {
        return new RpcOptions(
                settings.get(REQUEST_BATCHING),
                settings.get(RESPONSE_BATCHING),
                settings.get(CHEAP_RECEIVES),
                settings.get(COALESCING),
                settings.get(BUDGET),
                settings.get(RECEIVE_SLOTS),
                settings.get(SEND_SLOTS),
                settings.get(POST_LIST),
                settings.get(LOSS_TIMEOUT_NS),
                settings.get(SWITCH_NS),
                settings.get(MESSAGE_NS),
                settings.get(ENTRY_NS),
                settings.get(HOST_SPEED));
    }

    /** The most workers per thread that {@link #receivesNeeded} allows on a cluster; 0 if not even one. */
    public int maxWorkers(int nodes) {
        int workers = RpcWire.MAX_COROUTINES - 1;
        while (workers > 0 && receives(nodes, workers) > receiveSlots) {
            workers--;
        }
        return workers;
    }

    /** The request messages that a thread with so many workers may have on their way to one node. */
    int budgetOf(int workers) {
        return budget == 0 ? workers : Math.min(budget, workers);
    }

    /**
     * The receives that a thread must post (FaSST 4.4): one for each request that its peers on the other nodes may
     * send, N·c with c the budget, and one for each response that its own workers may wait for.
     *
     * @throws RefusedException if it has too many workers, or the cluster too many nodes
     */
    public int receivesNeeded(int nodes, int workers) {
        if (workers >= RpcWire.MAX_COROUTINES) {
            throw new RefusedException("load.contexts is " + workers + ", but a FaSST thread has at most "
                    + (RpcWire.MAX_COROUTINES - 1) + " workers besides its master: set load.contexts to "
                    + (RpcWire.MAX_COROUTINES - 1) + " or less");
        }
        if (nodes > RpcWire.MAX_NODES) {
            throw new RefusedException("cluster.nodes is " + nodes + ", but a FaSST message names at most "
                    + RpcWire.MAX_NODES + " machines");
        }
        int needed = receives(nodes, workers);
        if (needed > receiveSlots) {
            throw new RefusedException("FaSST needs " + needed + " receives per thread (" + nodes + " nodes x "
                    + budgetOf(workers)
                    + " requests, and as many responses as its workers wait for), more than receiveSlots = "
                    + receiveSlots + ": lower budget or load.contexts");
        }
        return needed;
    }

    private int receives(int nodes, int workers) {
        int requests = nodes * budgetOf(workers);
        return requests + Math.min(requests, workers * Math.min(nodes, MAX_MESSAGES));
    }
}
