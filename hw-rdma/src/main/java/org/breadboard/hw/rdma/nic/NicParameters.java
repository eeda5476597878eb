// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma.nic;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.hardware.TornCopies;

/**
 * The numbers of one NIC and of the CPU's share in driving it, as its data sheet gives them. Times in ns at the
 * reference core; {@code engine*} is time that keeps the NIC busy, {@code cpu*} the host thread. Each field is
 * explained by the setting of its name. Immutable; any thread.
 */
public final class NicParameters {
    private static final Setting<Integer> NICS = Setting.count(
                    "nics",
                    "NICs",
                    1,
                    1,
                    16,
                    "NICs of a machine: each has an engine, atomics, queue-pair states and a link of its own, and the machine's threads are dealt out to them")
            .optional();
    private static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 56, 1, 10_000, "bandwidth of the link in each direction");
    private static final Setting<Double> LINK_USABLE =
            Setting.number("linkUsable", "share", 0.95, 0.1, 1, "the part of the bandwidth that packets can use");
    private static final Setting<Double> ONE_WAY_NS =
            Setting.number("oneWayNs", "ns", 1000, 0, 1e9, "from one NIC to the other, unloaded");
    private static final Setting<Double> PIPELINE_NS =
            Setting.number("pipelineNs", "ns", 0, 0, 1e6, "delay of a packet in the NIC, each way");
    private static final Setting<Double> HOST_TO_NIC_NS =
            Setting.number("hostToNicNs", "ns", 0, 0, 1e6, "from a doorbell to the work request in the NIC");
    private static final Setting<Double> HOST_READ_NS =
            Setting.number("hostReadNs", "ns", 0, 0, 1e6, "delay of reading host memory: payloads not inlined, READs");
    private static final Setting<Double> NIC_TO_HOST_NS =
            Setting.number("nicToHostNs", "ns", 0, 0, 1e6, "from the NIC to a message or completion in host memory");
    private static final Setting<Integer> MTU_BYTES =
            Setting.count("mtuBytes", "B", 4096, 256, 65_536, "largest payload of a packet");
    private static final Setting<Integer> FRAME_BYTES =
            Setting.count("frameBytes", "B", 26, 0, 256, "headers, checksums and gaps of every packet on the link");
    private static final Setting<Integer> INLINE_BYTES =
            Setting.count("inlineBytes", "B", 60, 0, 1024, "largest payload that a work request carries itself");
    private static final Setting<Double> ENGINE_DOORBELL_NS = Setting.number(
            "engineDoorbellNs", "ns", 4.6, 0, 1e6, "NIC time of a doorbell that announces a list to fetch");
    private static final Setting<Double> ENGINE_PUSH_LINE_NS = Setting.number(
            "enginePushLineNs", "ns", 2.3, 0, 1e6, "NIC time per 64 B of a lone work request that the CPU writes");
    private static final Setting<Double> ENGINE_SEND_NS =
            Setting.number("engineSendNs", "ns", 5, 0, 1e6, "NIC time of a SEND that leaves");
    private static final Setting<Double> ENGINE_RECEIVE_NS =
            Setting.number("engineReceiveNs", "ns", 5, 0, 1e6, "NIC time of a SEND that arrives, its RECV included");
    private static final Setting<Double> ENGINE_FETCH_NS =
            Setting.number("engineFetchNs", "ns", 2, 0, 1e6, "NIC time of fetching a payload that is not inlined");
    private static final Setting<Double> ENGINE_REQUEST_NS =
            Setting.number("engineRequestNs", "ns", 3, 0, 1e6, "NIC time of a one-sided request that leaves");
    private static final Setting<Double> ENGINE_SERVE_NS =
            Setting.number("engineServeNs", "ns", 6, 0, 1e6, "NIC time of serving and answering a one-sided request");
    private static final Setting<Double> ENGINE_RESPONSE_NS = Setting.number(
            "engineResponseNs", "ns", 3, 0, 1e6, "NIC time of a response or acknowledgement that arrives");
    private static final Setting<Double> ENGINE_CONNECT_NS = Setting.number(
            "engineConnectNs", "ns", 5, 0, 1e6, "NIC time of a packet that (dis)connects, at either side");
    private static final Setting<Double> ENGINE_BYTE_NS =
            Setting.number("engineByteNs", "ns/B", 0.03, 0, 1e3, "NIC time of a payload byte, at each side");
    private static final Setting<Double> ATOMIC_NS =
            Setting.number("atomicNs", "ns", 100, 0.1, 1e6, "NIC time between two atomics at their target");
    private static final Setting<Integer> QP_CACHE_ENTRIES =
            Setting.count("qpCacheEntries", "queue pairs", 287, 1, 1_000_000, "queue pairs whose state the NIC holds");
    private static final Setting<Double> QP_MISS_NS =
            Setting.number("qpMissNs", "ns", 10, 0, 1e6, "NIC time of fetching a queue pair's state");
    private static final Setting<Integer> DCT_PACKETS =
            Setting.count("dctPackets", "packets", 3, 0, 3, "packets that change a DC target; 0: no such transport");
    private static final Setting<Double> RETRANSMIT_NS =
            Setting.number("retransmitNs", "ns", 500_000, 1, 1e12, "after which a reliable transport sends again");
    private static final Setting<Integer> RETRANSMISSIONS =
            Setting.count("retransmissions", "times", 7, 0, 1_000_000, "of its longest time-outs, before it gives up");
    private static final Setting<Double> ACK_TIMEOUT_NS = Setting.number(
                    "ackTimeoutNs", "ns", 67_108_864, 1, 1e12, "its longest time-out: a queue pair's local ACK timeout")
            .optional();
    private static final Setting<Double> CPU_POST_NS =
            Setting.number("cpuPostNs", "ns", 29, 0, 1e6, "CPU time of posting a SEND or a one-sided verb");
    private static final Setting<Double> CPU_DOORBELL_NS =
            Setting.number("cpuDoorbellNs", "ns", 43, 0, 1e6, "CPU time of ringing a doorbell");
    private static final Setting<Double> CPU_POLL_NS =
            Setting.number("cpuPollNs", "ns", 20, 0, 1e6, "CPU time of taking a completion off its queue");
    private static final Setting<Double> CPU_RECEIVE_NS =
            Setting.number("cpuReceiveNs", "ns", 24, 0, 1e6, "CPU time of posting one RECV with its descriptor");
    private static final Setting<Double> CPU_RECEIVE_HEAD_NS =
            Setting.number("cpuReceiveHeadNs", "ns", 2, 0, 1e6, "CPU time of posting RECVs by moving the queue's head");
    private static final Setting<Double> CPU_LOCK_NS =
            Setting.number("cpuLockNs", "ns", 40, 0, 1e6, "CPU time of the lock of a shared queue pair");
    private static final Setting<Double> CPU_LINE_TRANSFER_NS = Setting.number(
            "cpuLineTransferNs", "ns", 92, 0, 1e6, "CPU time of fetching a cache line from another core");
    private static final Setting<Double> SHARED_LINES =
            Setting.number("sharedLines", "lines", 6, 0, 100, "cache lines of a shared queue pair that a post touches");

    /** In the order of the data sheet. */
    public static final List<Setting<?>> SETTINGS = List.of(
            NICS,
            LINK_GBPS,
            LINK_USABLE,
            ONE_WAY_NS,
            PIPELINE_NS,
            HOST_TO_NIC_NS,
            HOST_READ_NS,
            NIC_TO_HOST_NS,
            MTU_BYTES,
            FRAME_BYTES,
            INLINE_BYTES,
            ENGINE_DOORBELL_NS,
            ENGINE_PUSH_LINE_NS,
            ENGINE_SEND_NS,
            ENGINE_RECEIVE_NS,
            ENGINE_FETCH_NS,
            ENGINE_REQUEST_NS,
            ENGINE_SERVE_NS,
            ENGINE_RESPONSE_NS,
            ENGINE_CONNECT_NS,
            ENGINE_BYTE_NS,
            ATOMIC_NS,
            QP_CACHE_ENTRIES,
            QP_MISS_NS,
            DCT_PACKETS,
            RETRANSMIT_NS,
            RETRANSMISSIONS,
            ACK_TIMEOUT_NS,
            TornCopies.TORN_COPY_NS,
            CPU_POST_NS,
            CPU_DOORBELL_NS,
            CPU_POLL_NS,
            CPU_RECEIVE_NS,
            CPU_RECEIVE_HEAD_NS,
            CPU_LOCK_NS,
            CPU_LINE_TRANSFER_NS,
            SHARED_LINES);

    public final int nics;
    /** Of all links of a machine together. */
    public final double usableGbps;

    public final double oneWayNs;
    public final double pipelineNs;
    public final double hostToNicNs;
    public final double hostReadNs;
    public final double nicToHostNs;
    public final int mtuBytes;
    public final int frameBytes;
    public final int inlineBytes;
    public final double engineDoorbellNs;
    public final double enginePushLineNs;
    public final double engineSendNs;
    public final double engineReceiveNs;
    public final double engineFetchNs;
    public final double engineRequestNs;
    public final double engineServeNs;
    public final double engineResponseNs;
    public final double engineConnectNs;
    public final double engineByteNs;
    public final double atomicNs;
    public final int qpCacheEntries;
    public final double qpMissNs;
    public final int dctPackets;
    public final double retransmitNs;
    public final int retransmissions;
    /** How long a reliable transport sends again without hearing anything, before it gives up. */
    public final double patienceNs;

    public final double cpuPostNs;
    public final double cpuDoorbellNs;
    public final double cpuPollNs;
    public final double cpuReceiveNs;
    public final double cpuReceiveHeadNs;
    public final double cpuLockNs;
    public final double cpuLineTransferNs;
    public final double sharedLines;

    /**
     * Reads a data sheet.
     *
     * @throws RefusedException if its numbers do not fit each other
     */
    public NicParameters(Settings sheet) {
        nics = sheet.get(NICS);
        usableGbps = nics * sheet.get(LINK_GBPS) * sheet.get(LINK_USABLE);
        oneWayNs = sheet.get(ONE_WAY_NS);
        pipelineNs = sheet.get(PIPELINE_NS);
        hostToNicNs = sheet.get(HOST_TO_NIC_NS);
        hostReadNs = sheet.get(HOST_READ_NS);
        nicToHostNs = sheet.get(NIC_TO_HOST_NS);
        mtuBytes = sheet.get(MTU_BYTES);
        frameBytes = sheet.get(FRAME_BYTES);
        inlineBytes = sheet.get(INLINE_BYTES);
        engineDoorbellNs = sheet.get(ENGINE_DOORBELL_NS);
        enginePushLineNs = sheet.get(ENGINE_PUSH_LINE_NS);
        engineSendNs = sheet.get(ENGINE_SEND_NS);
        engineReceiveNs = sheet.get(ENGINE_RECEIVE_NS);
        engineFetchNs = sheet.get(ENGINE_FETCH_NS);
        engineRequestNs = sheet.get(ENGINE_REQUEST_NS);
        engineServeNs = sheet.get(ENGINE_SERVE_NS);
        engineResponseNs = sheet.get(ENGINE_RESPONSE_NS);
        engineConnectNs = sheet.get(ENGINE_CONNECT_NS);
        engineByteNs = sheet.get(ENGINE_BYTE_NS);
        atomicNs = sheet.get(ATOMIC_NS);
        qpCacheEntries = sheet.get(QP_CACHE_ENTRIES);
        qpMissNs = sheet.get(QP_MISS_NS);
        dctPackets = sheet.get(DCT_PACKETS);
        retransmitNs = sheet.get(RETRANSMIT_NS);
        retransmissions = sheet.get(RETRANSMISSIONS);
        patienceNs = retransmissions * sheet.get(ACK_TIMEOUT_NS);
        cpuPostNs = sheet.get(CPU_POST_NS);
        cpuDoorbellNs = sheet.get(CPU_DOORBELL_NS);
        cpuPollNs = sheet.get(CPU_POLL_NS);
        cpuReceiveNs = sheet.get(CPU_RECEIVE_NS);
        cpuReceiveHeadNs = sheet.get(CPU_RECEIVE_HEAD_NS);
        cpuLockNs = sheet.get(CPU_LOCK_NS);
        cpuLineTransferNs = sheet.get(CPU_LINE_TRANSFER_NS);
        sharedLines = sheet.get(SHARED_LINES);
        if (inlineBytes > mtuBytes) {
            throw new RefusedException("An inlined payload of inlineBytes=" + inlineBytes
                    + " would not fit a packet of mtuBytes=" + mtuBytes + "; inlineBytes must not be the larger one.");
        }
        if (dctPackets != 0 && dctPackets != 3) {
            throw new RefusedException("dctPackets=" + dctPackets + " is neither 3 (disconnect, connect, accept;"
                    + " FaSST 7.1) nor 0 (the NIC has no dynamically connected transport).");
        }
    }
}
