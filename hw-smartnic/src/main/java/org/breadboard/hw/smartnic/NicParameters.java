package org.breadboard.hw.smartnic;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The numbers of one SmartNIC and of the CPU's share in driving it, as its data sheet gives them. {@code engine*} and {@code pcie*} are
 * the device's time; {@code core*} is time on a core of the NIC as it was measured, which does not change with the core's speed, since
 * it goes to device registers and packet buffers; {@code cpu*} is time on a host thread. What a program does besides takes as long as
 * the core's speed says, which falls with the number of cores that are busy (Xenic Table 1). Immutable; any thread.
 */
final class NicParameters {
    private static final List<Setting> COMMON = List.of(
            Setting.integer("links", "", 2, 1, 8, "how many links there are; they work as one"),
            Setting.number("linkGbps", "Gbit/s", 50, 1, 10_000, "bandwidth of one link in each direction"),
            Setting.number("linkUsable", "share", 0.95, 0.1, 1, "the part of the bandwidth that packets can use"),
            Setting.number("oneWayNs", "ns", 450, 0, 1e9, "from the port of one NIC to that of another, unloaded"),
            Setting.integer("mtuBytes", "B", 1472, 256, 16_384, "largest payload of a frame"),
            Setting.integer("frameBytes", "B", 66, 0, 256, "headers, checksums and gaps of every frame on the link"),
            Setting.number("enginePacketNs", "ns", 13.93, 0, 1e6, "packet engine time of a frame, in each direction"),
            Setting.number("engineLatencyNs", "ns", 100, 0, 1e6, "delay of a frame in the pipeline, each way"),
            Setting.integer("cores", "", 24, 1, 256, "cores on the NIC"),
            Setting.integer("coresRunning", "", 24, 1, 256, "how many of the cores run; the others are off"),
            Setting.number("coreSpeedAlone", "share", 0.49, 0.01, 10, "speed of a core when no other runs"),
            Setting.number("coreSpeedAll", "share", 0.155, 0.01, 10, "speed of a core when all run"),
            Setting.number("corePacketNs", "ns", 73.6, 0, 1e6, "core time of a packet that arrives, or that leaves"),
            Setting.number("coreMessageNs", "ns", 37.8, 0, 1e6, "core time of a message in a packet, each way"),
            Setting.number(
                    "coreMissNs", "ns", 100, 0, 1e6, "core time of an access to on-board memory, past the caches"),
            Setting.integer("coreMissesAtOnce", "", 4, 1, 64, "such accesses of one burst that overlap"),
            Setting.number("coreHitNs", "ns", 25, 0, 1e6, "core time of an access to the last-level cache"),
            Setting.integer("memoryBytes", "B", 16L << 30, 0, 1L << 50, "on-board memory"),
            Setting.number("pcieBytesPerNs", "B/ns", 7.0, 0.01, 1000, "payload that PCIe carries in each direction"),
            Setting.number("hostToNicNs", "ns", 1125, 0, 1e6, "from a host thread's doorbell to the packet in the NIC"),
            Setting.number("nicToHostNs", "ns", 600, 0, 1e6, "from the NIC to a host thread's receive queue"),
            Setting.number("descriptorPacketNs", "ns", 37.6, 0, 1e6, "device time of a packet's descriptor over PCIe"),
            Setting.number(
                    "descriptorByteNs", "ns", 0.0623, 0, 1e6, "device time of a packet's byte at its descriptor"),
            Setting.number(
                    "descriptorDoorbellNs", "ns", 56.5, 0, 1e6, "device time of a burst of packets from the host"),
            Setting.integer("doorbellPackets", "", 64, 1, 4096, "the most packets for one doorbell, and in one burst"),
            Setting.number("cpuPacketNs", "ns", 40, 0, 1e6, "CPU time of a packet that is sent, or received"),
            Setting.number("cpuMessageNs", "ns", 15, 0, 1e6, "CPU time of a message in a packet, each way"),
            Setting.number("cpuDoorbellNs", "ns", 40, 0, 1e6, "CPU time of ringing a doorbell"));

    /** Of an on-path NIC, in the order of the data sheet. */
    static final List<Setting> ON_PATH = with(
            Setting.integer("coreRingSlots", "", 512, 1, 65_536, "packets for the host that wait for one core at most"),
            Setting.integer("dmaQueues", "", 8, 1, 256, "hardware queues of the DMA engine"),
            Setting.integer("dmaVectorSlots", "", 15, 1, 256, "elements of a vector"),
            Setting.integer("dmaVectorsPerCore", "", 32, 2, 4096, "vectors of a core in flight at most"),
            Setting.number("dmaElementNs", "ns", 114.94, 0, 1e6, "DMA queue time of an element"),
            Setting.number("dmaSubmitNs", "ns", 190, 0, 1e6, "core time of submitting a vector"),
            Setting.number("dmaReadNs", "ns", 1295, 0, 1e9, "from submission to completion of reads"),
            Setting.number("dmaWriteNs", "ns", 570, 0, 1e9, "from submission to completion of writes"));

    /** Of an off-path NIC. */
    static final List<Setting> OFF_PATH = with(
            Setting.number(
                    "socCrossNs", "ns", 500, 0, 1e9, "between the internal switch and the cores' memory, each way"),
            Setting.number(
                    "socStackNs", "ns", 1775, 0, 1e9, "between a program on a core and its NIC queues, each way"),
            Setting.number("hostMemoryNs", "ns", 400, 0, 1e9, "executing a one-sided verb on memory"));

    final boolean onPath;
    final double usableGbps;
    final double oneWayNs;
    final int mtuBytes;
    final int frameBytes;
    final double enginePacketNs;
    final double engineLatencyNs;
    final int cores;
    final double coreSpeed;
    final double coreSpeedAlone;
    final double corePacketNs;
    final double coreMessageNs;
    final double coreMissNs;
    final int coreMissesAtOnce;
    final double coreHitNs;
    final long memoryBytes;
    final double pcieBytesPerNs;
    final double hostToNicNs;
    final double nicToHostNs;
    final double descriptorPacketNs;
    final double descriptorByteNs;
    final double descriptorDoorbellNs;
    final int doorbellPackets;
    final double cpuPacketNs;
    final double cpuMessageNs;
    final double cpuDoorbellNs;
    final int coreRingSlots;
    final int dmaQueues;
    final int dmaVectorSlots;
    final int dmaVectorsPerCore;
    final double dmaElementNs;
    final double dmaSubmitNs;
    final double dmaReadNs;
    final double dmaWriteNs;
    final double socCrossNs;
    final double socStackNs;
    final double hostMemoryNs;

    NicParameters(Settings sheet, boolean onPath) {
        this.onPath = onPath;
        usableGbps = sheet.count("links") * sheet.number("linkGbps") * sheet.number("linkUsable");
        oneWayNs = sheet.number("oneWayNs");
        mtuBytes = sheet.count("mtuBytes");
        frameBytes = sheet.count("frameBytes");
        enginePacketNs = sheet.number("enginePacketNs");
        engineLatencyNs = sheet.number("engineLatencyNs");
        cores = sheet.count("coresRunning");
        if (cores > sheet.count("cores")) {
            throw new RefusedException("coresRunning=" + cores + " is more than the NIC has: cores="
                    + sheet.count("cores") + " in its data sheet.");
        }
        coreSpeed = speed(sheet, cores);
        coreSpeedAlone = sheet.number("coreSpeedAlone");
        corePacketNs = sheet.number("corePacketNs");
        coreMessageNs = sheet.number("coreMessageNs");
        coreMissNs = sheet.number("coreMissNs");
        coreMissesAtOnce = sheet.count("coreMissesAtOnce");
        coreHitNs = sheet.number("coreHitNs");
        memoryBytes = sheet.integer("memoryBytes");
        pcieBytesPerNs = sheet.number("pcieBytesPerNs");
        hostToNicNs = sheet.number("hostToNicNs");
        nicToHostNs = sheet.number("nicToHostNs");
        descriptorPacketNs = sheet.number("descriptorPacketNs");
        descriptorByteNs = sheet.number("descriptorByteNs");
        descriptorDoorbellNs = sheet.number("descriptorDoorbellNs");
        doorbellPackets = sheet.count("doorbellPackets");
        cpuPacketNs = sheet.number("cpuPacketNs");
        cpuMessageNs = sheet.number("cpuMessageNs");
        cpuDoorbellNs = sheet.number("cpuDoorbellNs");
        coreRingSlots = onPath ? sheet.count("coreRingSlots") : 0;
        dmaQueues = onPath ? sheet.count("dmaQueues") : 0;
        dmaVectorSlots = onPath ? sheet.count("dmaVectorSlots") : 0;
        dmaVectorsPerCore = onPath ? sheet.count("dmaVectorsPerCore") : 0;
        dmaElementNs = onPath ? sheet.number("dmaElementNs") : 0;
        dmaSubmitNs = onPath ? sheet.number("dmaSubmitNs") : 0;
        dmaReadNs = onPath ? sheet.number("dmaReadNs") : 0;
        dmaWriteNs = onPath ? sheet.number("dmaWriteNs") : 0;
        socCrossNs = onPath ? 0 : sheet.number("socCrossNs");
        socStackNs = onPath ? 0 : sheet.number("socStackNs");
        hostMemoryNs = onPath ? 0 : sheet.number("hostMemoryNs");
    }

    /** A core's speed, between that of one that runs alone and of one among all (Xenic Table 1). */
    private static double speed(Settings sheet, int running) {
        double alone = sheet.number("coreSpeedAlone");
        double all = sheet.number("coreSpeedAll");
        int most = sheet.count("cores");
        return most == 1 ? alone : alone - (alone - all) * (running - 1) / (most - 1);
    }

    /** How many frames carry a payload; one at least. */
    int frames(int payloadBytes) {
        return payloadBytes <= mtuBytes ? 1 : (payloadBytes + mtuBytes - 1) / mtuBytes;
    }

    private static List<Setting> with(Setting... more) {
        List<Setting> all = new ArrayList<>(COMMON);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
