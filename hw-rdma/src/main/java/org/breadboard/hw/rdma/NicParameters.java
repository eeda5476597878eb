package org.breadboard.hw.rdma;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The numbers of one NIC and of the CPU's share in driving it, as its data sheet gives them. Times in ns at the reference
 * core; {@code engine*} is time that keeps the NIC busy, {@code cpu*} the host thread. Immutable; any thread.
 */
final class NicParameters {
    /** In the order of the data sheet. */
    static final List<Setting> SETTINGS = List.of(
            Setting.number("linkGbps", "Gbit/s", 56, 1, 10_000, "bandwidth of the link in each direction"),
            Setting.number("linkUsable", "share", 0.95, 0.1, 1, "the part of the bandwidth that packets can use"),
            Setting.number("oneWayNs", "ns", 1000, 0, 1e9, "from one NIC to the other, unloaded"),
            Setting.number("pipelineNs", "ns", 0, 0, 1e6, "delay of a packet in the NIC, each way"),
            Setting.number("hostToNicNs", "ns", 0, 0, 1e6, "from a doorbell to the work request in the NIC"),
            Setting.number("hostReadNs", "ns", 0, 0, 1e6, "delay of reading host memory: payloads not inlined, READs"),
            Setting.number("nicToHostNs", "ns", 0, 0, 1e6, "from the NIC to a message or completion in host memory"),
            Setting.integer("mtuBytes", "B", 4096, 256, 65_536, "largest payload of a packet"),
            Setting.integer("frameBytes", "B", 26, 0, 256, "headers, checksums and gaps of every packet on the link"),
            Setting.integer("inlineBytes", "B", 60, 0, 1024, "largest payload that a work request carries itself"),
            Setting.number(
                    "engineDoorbellNs", "ns", 4.6, 0, 1e6, "NIC time of a doorbell that announces a list to fetch"),
            Setting.number(
                    "enginePushLineNs",
                    "ns",
                    2.3,
                    0,
                    1e6,
                    "NIC time per 64 B of a lone work request that the CPU writes"),
            Setting.number("engineSendNs", "ns", 5, 0, 1e6, "NIC time of a SEND that leaves"),
            Setting.number("engineReceiveNs", "ns", 5, 0, 1e6, "NIC time of a SEND that arrives, its RECV included"),
            Setting.number("engineFetchNs", "ns", 2, 0, 1e6, "NIC time of fetching a payload that is not inlined"),
            Setting.number("engineRequestNs", "ns", 3, 0, 1e6, "NIC time of a one-sided request that leaves"),
            Setting.number("engineServeNs", "ns", 6, 0, 1e6, "NIC time of serving and answering a one-sided request"),
            Setting.number(
                    "engineResponseNs", "ns", 3, 0, 1e6, "NIC time of a response or acknowledgement that arrives"),
            Setting.number(
                    "engineConnectNs", "ns", 5, 0, 1e6, "NIC time of a packet that (dis)connects, at either side"),
            Setting.number("engineByteNs", "ns/B", 0.03, 0, 1e3, "NIC time of a payload byte, at each side"),
            Setting.number("atomicNs", "ns", 100, 0.1, 1e6, "NIC time between two atomics at their target"),
            Setting.integer(
                    "qpCacheEntries", "queue pairs", 287, 1, 1_000_000, "queue pairs whose state the NIC holds"),
            Setting.number("qpMissNs", "ns", 10, 0, 1e6, "NIC time of fetching a queue pair's state"),
            Setting.integer("dctPackets", "packets", 3, 0, 3, "packets that change a DC target; 0: no such transport"),
            Setting.number("retransmitNs", "ns", 500_000, 1, 1e12, "after which a reliable transport sends again"),
            Setting.integer("retransmissions", "times", 7, 0, 1_000_000, "how often it sends again before it gives up"),
            Setting.number("cpuPostNs", "ns", 29, 0, 1e6, "CPU time of posting a SEND or a one-sided verb"),
            Setting.number("cpuDoorbellNs", "ns", 43, 0, 1e6, "CPU time of ringing a doorbell"),
            Setting.number("cpuPollNs", "ns", 20, 0, 1e6, "CPU time of taking a completion off its queue"),
            Setting.number("cpuReceiveNs", "ns", 24, 0, 1e6, "CPU time of posting one RECV with its descriptor"),
            Setting.number("cpuReceiveHeadNs", "ns", 2, 0, 1e6, "CPU time of posting RECVs by moving the queue's head"),
            Setting.number("cpuLockNs", "ns", 40, 0, 1e6, "CPU time of the lock of a shared queue pair"),
            Setting.number(
                    "cpuLineTransferNs", "ns", 92, 0, 1e6, "CPU time of fetching a cache line from another core"),
            Setting.number(
                    "sharedLines", "lines", 6, 0, 100, "cache lines of a shared queue pair that a post touches"));

    final double usableGbps;
    final double oneWayNs;
    final double pipelineNs;
    final double hostToNicNs;
    final double hostReadNs;
    final double nicToHostNs;
    final int mtuBytes;
    final int frameBytes;
    final int inlineBytes;
    final double engineDoorbellNs;
    final double enginePushLineNs;
    final double engineSendNs;
    final double engineReceiveNs;
    final double engineFetchNs;
    final double engineRequestNs;
    final double engineServeNs;
    final double engineResponseNs;
    final double engineConnectNs;
    final double engineByteNs;
    final double atomicNs;
    final int qpCacheEntries;
    final double qpMissNs;
    final int dctPackets;
    final double retransmitNs;
    final int retransmissions;
    final double cpuPostNs;
    final double cpuDoorbellNs;
    final double cpuPollNs;
    final double cpuReceiveNs;
    final double cpuReceiveHeadNs;
    final double cpuLockNs;
    final double cpuLineTransferNs;
    final double sharedLines;

    NicParameters(Settings sheet) {
        usableGbps = sheet.number("linkGbps") * sheet.number("linkUsable");
        oneWayNs = sheet.number("oneWayNs");
        pipelineNs = sheet.number("pipelineNs");
        hostToNicNs = sheet.number("hostToNicNs");
        hostReadNs = sheet.number("hostReadNs");
        nicToHostNs = sheet.number("nicToHostNs");
        mtuBytes = sheet.count("mtuBytes");
        frameBytes = sheet.count("frameBytes");
        inlineBytes = sheet.count("inlineBytes");
        engineDoorbellNs = sheet.number("engineDoorbellNs");
        enginePushLineNs = sheet.number("enginePushLineNs");
        engineSendNs = sheet.number("engineSendNs");
        engineReceiveNs = sheet.number("engineReceiveNs");
        engineFetchNs = sheet.number("engineFetchNs");
        engineRequestNs = sheet.number("engineRequestNs");
        engineServeNs = sheet.number("engineServeNs");
        engineResponseNs = sheet.number("engineResponseNs");
        engineConnectNs = sheet.number("engineConnectNs");
        engineByteNs = sheet.number("engineByteNs");
        atomicNs = sheet.number("atomicNs");
        qpCacheEntries = sheet.count("qpCacheEntries");
        qpMissNs = sheet.number("qpMissNs");
        dctPackets = sheet.count("dctPackets");
        retransmitNs = sheet.number("retransmitNs");
        retransmissions = sheet.count("retransmissions");
        cpuPostNs = sheet.number("cpuPostNs");
        cpuDoorbellNs = sheet.number("cpuDoorbellNs");
        cpuPollNs = sheet.number("cpuPollNs");
        cpuReceiveNs = sheet.number("cpuReceiveNs");
        cpuReceiveHeadNs = sheet.number("cpuReceiveHeadNs");
        cpuLockNs = sheet.number("cpuLockNs");
        cpuLineTransferNs = sheet.number("cpuLineTransferNs");
        sharedLines = sheet.number("sharedLines");
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
