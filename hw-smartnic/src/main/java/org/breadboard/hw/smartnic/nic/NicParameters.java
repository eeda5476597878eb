// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.nic;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.Message;
import org.breadboard.kit.hardware.LinkSpec;
import org.breadboard.kit.hardware.TornCopies;

/**
 * The numbers of one SmartNIC and of the CPU's share in driving it, as its data sheet gives them. {@code engine*} and
 * {@code pcie*} are the device's time; {@code core*} is time on a core of the NIC as it was measured, which does not
 * change with the core's speed, since it goes to device registers and packet buffers; {@code cpu*} is time on a host
 * thread. What a program does besides takes as long as the core's speed says, which falls with the number of cores that
 * are busy (Xenic Table 1). What the other kind of NIC has is 0. Each field is explained by the setting of its name.
 * Immutable; any thread.
 */
public final class NicParameters {
    private static final Setting<Integer> LINKS =
            Setting.count("links", "", 2, 1, 8, "how many links there are; they work as one");
    private static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 50, 1, 10_000, "bandwidth of one link in each direction");
    private static final Setting<Double> LINK_USABLE =
            Setting.number("linkUsable", "share", 0.95, 0.1, 1, "the part of the bandwidth that packets can use");
    private static final Setting<Double> ONE_WAY_NS =
            Setting.number("oneWayNs", "ns", 450, 0, 1e9, "from the port of one NIC to that of another, unloaded");
    private static final Setting<Integer> MTU_BYTES =
            Setting.count("mtuBytes", "B", 1472, 256, 16_384, "largest payload of a frame");
    private static final Setting<Integer> FRAME_BYTES =
            Setting.count("frameBytes", "B", 66, 0, 256, "headers, checksums and gaps of every frame on the link");
    private static final Setting<Integer> MESSAGE_HEADER_BYTES = Setting.count(
            "messageHeaderBytes", "B", 20, 0, 1024, "headers of each message that gathers in a packet, on the link");
    private static final Setting<Double> ENGINE_PACKET_NS =
            Setting.number("enginePacketNs", "ns", 13.93, 0, 1e6, "packet engine time of a frame, in each direction");
    private static final Setting<Double> ENGINE_LATENCY_NS =
            Setting.number("engineLatencyNs", "ns", 100, 0, 1e6, "delay of a frame in the pipeline, each way");
    private static final Setting<Integer> CORES = Setting.count("cores", "", 24, 1, 256, "cores on the NIC");
    private static final Setting<Integer> CORES_RUNNING =
            Setting.count("coresRunning", "", 0, 0, 256, "how many of the cores run, the others are off; 0: all run");
    private static final Setting<Double> CORE_SPEED_ALONE =
            Setting.number("coreSpeedAlone", "share", 0.49, 0.01, 10, "speed of a core when no other runs");
    private static final Setting<Double> CORE_SPEED_ALL =
            Setting.number("coreSpeedAll", "share", 0.155, 0.01, 10, "speed of a core when all run");
    private static final Setting<Double> CORE_PACKET_NS =
            Setting.number("corePacketNs", "ns", 72.1, 0, 1e6, "core time of a packet that arrives, or that leaves");
    private static final Setting<Double> CORE_MESSAGE_NS =
            Setting.number("coreMessageNs", "ns", 39.3, 0, 1e6, "core time of a message in a packet, each way");
    private static final Setting<Double> CORE_MISS_NS = Setting.number(
            "coreMissNs", "ns", 100, 0, 1e6, "core time of an access to on-board memory, past the caches");
    private static final Setting<Integer> CORE_MISSES_AT_ONCE =
            Setting.count("coreMissesAtOnce", "", 4, 1, 64, "such accesses of one burst that overlap");
    private static final Setting<Double> CORE_HIT_NS =
            Setting.number("coreHitNs", "ns", 25, 0, 1e6, "core time of an access to the last-level cache");
    private static final Setting<Long> MEMORY_BYTES =
            Setting.integer("memoryBytes", "B", 16L << 30, 0, 1L << 50, "on-board memory");
    private static final Setting<Double> PCIE_BYTES_PER_NS =
            Setting.number("pcieBytesPerNs", "B/ns", 7.0, 0.01, 1000, "payload that PCIe carries in each direction");
    private static final Setting<Double> HOST_TO_NIC_NS =
            Setting.number("hostToNicNs", "ns", 1125, 0, 1e6, "from a host thread's doorbell to the packet in the NIC");
    private static final Setting<Double> NIC_TO_HOST_NS =
            Setting.number("nicToHostNs", "ns", 600, 0, 1e6, "from the NIC to a host thread's receive queue");
    private static final Setting<Double> DESCRIPTOR_PACKET_NS =
            Setting.number("descriptorPacketNs", "ns", 37.6, 0, 1e6, "device time of a packet's descriptor over PCIe");
    private static final Setting<Double> DESCRIPTOR_BYTE_NS = Setting.number(
            "descriptorByteNs", "ns", 0.0623, 0, 1e6, "device time of a packet's byte at its descriptor");
    private static final Setting<Double> DESCRIPTOR_DOORBELL_NS = Setting.number(
            "descriptorDoorbellNs", "ns", 56.5, 0, 1e6, "device time of a burst of packets from the host");
    private static final Setting<Integer> DOORBELL_PACKETS =
            Setting.count("doorbellPackets", "", 64, 1, 4096, "the most packets for one doorbell, and in one burst");
    private static final Setting<Double> CPU_PACKET_NS =
            Setting.number("cpuPacketNs", "ns", 40, 0, 1e6, "CPU time of a packet that is sent, or received");
    private static final Setting<Double> CPU_MESSAGE_NS =
            Setting.number("cpuMessageNs", "ns", 15, 0, 1e6, "CPU time of a message in a packet, each way");
    private static final Setting<Double> CPU_DOORBELL_NS =
            Setting.number("cpuDoorbellNs", "ns", 40, 0, 1e6, "CPU time of ringing a doorbell");
    private static final Setting<Integer> CORE_RING_SLOTS =
            Setting.count("coreRingSlots", "", 512, 1, 65_536, "packets for the host that wait for one core at most");
    private static final Setting<Integer> DMA_QUEUES =
            Setting.count("dmaQueues", "", 8, 1, 256, "hardware queues of the DMA engine");
    private static final Setting<Integer> DMA_VECTOR_SLOTS =
            Setting.count("dmaVectorSlots", "", 15, 1, 256, "elements of a vector");
    private static final Setting<Integer> DMA_VECTORS_PER_CORE =
            Setting.count("dmaVectorsPerCore", "", 32, 2, 4096, "vectors of a core in flight at most");
    private static final Setting<Double> DMA_ELEMENT_NS =
            Setting.number("dmaElementNs", "ns", 114.94, 0, 1e6, "DMA queue time of an element");
    private static final Setting<Double> DMA_SUBMIT_NS =
            Setting.number("dmaSubmitNs", "ns", 190, 0, 1e6, "core time of submitting a vector");
    private static final Setting<Double> DMA_READ_NS =
            Setting.number("dmaReadNs", "ns", 1295, 0, 1e9, "from submission to completion of reads");
    private static final Setting<Double> DMA_WRITE_NS =
            Setting.number("dmaWriteNs", "ns", 570, 0, 1e9, "from submission to completion of writes");
    private static final Setting<Double> SOC_CROSS_NS = Setting.number(
            "socCrossNs", "ns", 500, 0, 1e9, "between the internal switch and the cores' memory, each way");
    private static final Setting<Double> SOC_STACK_NS = Setting.number(
            "socStackNs", "ns", 1775, 0, 1e9, "between a program on a core and its NIC queues, each way");
    private static final Setting<Double> HOST_MEMORY_NS =
            Setting.number("hostMemoryNs", "ns", 400, 0, 1e9, "executing a one-sided verb on memory");

    private static final List<Setting<?>> COMMON = List.of(
            LINKS,
            LINK_GBPS,
            LINK_USABLE,
            ONE_WAY_NS,
            MTU_BYTES,
            FRAME_BYTES,
            MESSAGE_HEADER_BYTES,
            ENGINE_PACKET_NS,
            ENGINE_LATENCY_NS,
            CORES,
            CORES_RUNNING,
            CORE_SPEED_ALONE,
            CORE_SPEED_ALL,
            CORE_PACKET_NS,
            CORE_MESSAGE_NS,
            CORE_MISS_NS,
            CORE_MISSES_AT_ONCE,
            CORE_HIT_NS,
            MEMORY_BYTES,
            PCIE_BYTES_PER_NS,
            HOST_TO_NIC_NS,
            NIC_TO_HOST_NS,
            DESCRIPTOR_PACKET_NS,
            DESCRIPTOR_BYTE_NS,
            DESCRIPTOR_DOORBELL_NS,
            DOORBELL_PACKETS,
            CPU_PACKET_NS,
            CPU_MESSAGE_NS,
            CPU_DOORBELL_NS,
            LinkSpec.RETRANSMIT_NS,
            LinkSpec.PATIENCE_NS);

    /** How long an acknowledgement waits for a packet to ride on: about the time in which an answer comes (assumed). */
    private static final double ACKNOWLEDGE_NS = 5_000;
    /**
     * What may be unacknowledged towards one node: so much comes at once when a gap closes, and the rings of cores have
     * room for it (assumed).
     */
    private static final int WINDOW_PACKETS = 64;
    /** A number and an acknowledgement, of 32 bits each, as TCP has them. */
    private static final int LINK_HEADER_BYTES = 8;

    /** Of an on-path NIC, in the order of the data sheet. */
    public static final List<Setting<?>> ON_PATH = with(
            CORE_RING_SLOTS,
            DMA_QUEUES,
            DMA_VECTOR_SLOTS,
            DMA_VECTORS_PER_CORE,
            DMA_ELEMENT_NS,
            DMA_SUBMIT_NS,
            DMA_READ_NS,
            DMA_WRITE_NS);

    /** Of an off-path NIC, in the order of the data sheet. */
    public static final List<Setting<?>> OFF_PATH =
            with(SOC_CROSS_NS, SOC_STACK_NS, HOST_MEMORY_NS, TornCopies.TORN_COPY_NS);

    /** Whether its cores lie in the path between wire and host. */
    public final boolean onPath;

    public final double usableGbps;
    public final double oneWayNs;
    public final int mtuBytes;
    public final int frameBytes;
    public final int messageHeaderBytes;
    public final double enginePacketNs;
    public final double engineLatencyNs;
    public final int cores;
    public final double coreSpeed;
    public final double coreSpeedAlone;
    public final double corePacketNs;
    public final double coreMessageNs;
    public final double coreMissNs;
    public final int coreMissesAtOnce;
    public final double coreHitNs;
    public final long memoryBytes;
    public final double pcieBytesPerNs;
    public final double hostToNicNs;
    public final double nicToHostNs;
    public final double descriptorPacketNs;
    public final double descriptorByteNs;
    public final double descriptorDoorbellNs;
    public final int doorbellPackets;
    public final double cpuPacketNs;
    public final double cpuMessageNs;
    public final double cpuDoorbellNs;
    public final int coreRingSlots;
    public final int dmaQueues;
    public final int dmaVectorSlots;
    public final int dmaVectorsPerCore;
    public final double dmaElementNs;
    public final double dmaSubmitNs;
    public final double dmaReadNs;
    public final double dmaWriteNs;
    public final double socCrossNs;
    public final double socStackNs;
    public final double hostMemoryNs;
    /** Of the transport in its firmware that sends again what is lost. */
    public final LinkSpec link;

    /**
     * Reads a data sheet.
     *
     * @param onPath whether it is that of an on-path NIC
     * @throws RefusedException if its numbers do not fit each other
     */
    public NicParameters(Settings sheet, boolean onPath) {
        this.onPath = onPath;
        usableGbps = sheet.get(LINKS) * sheet.get(LINK_GBPS) * sheet.get(LINK_USABLE);
        oneWayNs = sheet.get(ONE_WAY_NS);
        mtuBytes = sheet.get(MTU_BYTES);
        frameBytes = sheet.get(FRAME_BYTES);
        messageHeaderBytes = sheet.get(MESSAGE_HEADER_BYTES);
        enginePacketNs = sheet.get(ENGINE_PACKET_NS);
        engineLatencyNs = sheet.get(ENGINE_LATENCY_NS);
        int running = sheet.get(CORES_RUNNING);
        cores = running == 0 ? sheet.get(CORES) : running;
        if (cores > sheet.get(CORES)) {
            throw new RefusedException("coresRunning=" + cores + " is more than the NIC has: cores=" + sheet.get(CORES)
                    + " in its data sheet.");
        }
        coreSpeed = speed(sheet, cores);
        coreSpeedAlone = sheet.get(CORE_SPEED_ALONE);
        corePacketNs = sheet.get(CORE_PACKET_NS);
        coreMessageNs = sheet.get(CORE_MESSAGE_NS);
        coreMissNs = sheet.get(CORE_MISS_NS);
        coreMissesAtOnce = sheet.get(CORE_MISSES_AT_ONCE);
        coreHitNs = sheet.get(CORE_HIT_NS);
        memoryBytes = sheet.get(MEMORY_BYTES);
        pcieBytesPerNs = sheet.get(PCIE_BYTES_PER_NS);
        hostToNicNs = sheet.get(HOST_TO_NIC_NS);
        nicToHostNs = sheet.get(NIC_TO_HOST_NS);
        descriptorPacketNs = sheet.get(DESCRIPTOR_PACKET_NS);
        descriptorByteNs = sheet.get(DESCRIPTOR_BYTE_NS);
        descriptorDoorbellNs = sheet.get(DESCRIPTOR_DOORBELL_NS);
        doorbellPackets = sheet.get(DOORBELL_PACKETS);
        cpuPacketNs = sheet.get(CPU_PACKET_NS);
        cpuMessageNs = sheet.get(CPU_MESSAGE_NS);
        cpuDoorbellNs = sheet.get(CPU_DOORBELL_NS);
        coreRingSlots = onPath ? sheet.get(CORE_RING_SLOTS) : 0;
        dmaQueues = onPath ? sheet.get(DMA_QUEUES) : 0;
        dmaVectorSlots = onPath ? sheet.get(DMA_VECTOR_SLOTS) : 0;
        dmaVectorsPerCore = onPath ? sheet.get(DMA_VECTORS_PER_CORE) : 0;
        dmaElementNs = onPath ? sheet.get(DMA_ELEMENT_NS) : 0;
        dmaSubmitNs = onPath ? sheet.get(DMA_SUBMIT_NS) : 0;
        dmaReadNs = onPath ? sheet.get(DMA_READ_NS) : 0;
        dmaWriteNs = onPath ? sheet.get(DMA_WRITE_NS) : 0;
        socCrossNs = onPath ? 0 : sheet.get(SOC_CROSS_NS);
        socStackNs = onPath ? 0 : sheet.get(SOC_STACK_NS);
        hostMemoryNs = onPath ? 0 : sheet.get(HOST_MEMORY_NS);
        link = new LinkSpec(
                sheet.get(LinkSpec.RETRANSMIT_NS),
                sheet.get(LinkSpec.PATIENCE_NS),
                ACKNOWLEDGE_NS,
                WINDOW_PACKETS,
                LINK_HEADER_BYTES,
                frameBytes + LINK_HEADER_BYTES);
    }

    /** A core's speed, between that of one that runs alone and of one among all (Xenic Table 1). */
    private static double speed(Settings sheet, int running) {
        double alone = sheet.get(CORE_SPEED_ALONE);
        double all = sheet.get(CORE_SPEED_ALL);
        int most = sheet.get(CORES);
        return most == 1 ? alone : alone - (alone - all) * (running - 1) / (most - 1);
    }

    /** Whether a packet with so many bytes has room for another message of as many, with their headers on the link. */
    public boolean hasRoom(int messages, int lengthBytes, int messageBytes) {
        return onLink(messages + 1, lengthBytes + messageBytes) <= mtuBytes;
    }

    /** What frames carry of a packet on the link; headers of messages do not cross PCIe. */
    public int linkBytes(Message packet) {
        return onLink(Packet.has(packet, Packet.GATHERED) ? Packet.messages(packet) : 0, packet.lengthBytes());
    }

    private int onLink(int messages, int lengthBytes) {
        return lengthBytes + messages * messageHeaderBytes;
    }

    /** How many frames carry a packet; one at least. */
    public int frames(Message packet) {
        return Math.max(1, (linkBytes(packet) + mtuBytes - 1) / mtuBytes);
    }

    private static List<Setting<?>> with(Setting<?>... more) {
        List<Setting<?>> all = new ArrayList<>(COMMON);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
