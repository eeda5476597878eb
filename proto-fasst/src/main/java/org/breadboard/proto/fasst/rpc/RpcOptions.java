// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.rpc.RpcCost;

/**
 * The switches, limits and costs of FaSST RPCs. Each field is explained by the setting of its name. Immutable; any
 * thread.
 */
public final class RpcOptions {
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
    private static final Setting<Double> HOST_SPEED = Setting.number(
            "hostSpeed",
            "",
            1,
            0.01,
            100,
            "speed of host cores relative to the reference core (CIB's: E5-2683 v3, 2 GHz, FaSST Table 2)");

    /** Coroutines send at most this many messages in one batch (FaSST's public source). */
    static final int MAX_MESSAGES = 16;

    public final boolean requestBatching;
    public final boolean responseBatching;
    public final boolean cheapReceives;
    public final boolean coalescing;
    public final int budget;
    public final int receiveSlots;
    public final int sendSlots;
    public final int postList;
    public final double lossTimeoutNs;
    public final double hostSpeed;
    /** What a call costs the CPU. */
    public final RpcCost cost;

    /** Of a run; the settings include {@link #settings}. */
    public RpcOptions(Settings settings) {
        requestBatching = settings.get(REQUEST_BATCHING);
        responseBatching = settings.get(RESPONSE_BATCHING);
        cheapReceives = settings.get(CHEAP_RECEIVES);
        coalescing = settings.get(COALESCING);
        budget = settings.get(BUDGET);
        receiveSlots = settings.get(RECEIVE_SLOTS);
        sendSlots = settings.get(SEND_SLOTS);
        postList = settings.get(POST_LIST);
        lossTimeoutNs = settings.get(LOSS_TIMEOUT_NS);
        hostSpeed = settings.get(HOST_SPEED);
        cost = RpcCost.of(settings);
    }

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
                RpcCost.SWITCH_NS,
                RpcCost.MESSAGE_NS,
                RpcCost.ENTRY_NS,
                HOST_SPEED);
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
