// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The numbers of one Ethernet NIC, its cable, and the system calls that drive it. Times in ns at the reference core;
 * {@code cpu*} is time of the host thread. Immutable; any thread.
 */
final class EthernetParameters {
    private static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 10, 0.1, 10_000, "bandwidth of the link in each direction");
    private static final Setting<Double> HOST_TO_SWITCH_NS =
            Setting.number("hostToSwitchNs", "ns", 5000, 0, 1e9, "between a machine and the switch, one way");
    private static final Setting<Integer> MTU_BYTES =
            Setting.count("mtuBytes", "B", 1500, 576, 65_535, "largest IP packet");
    private static final Setting<Double> NIC_PACKET_NS =
            Setting.number("nicPacketNs", "ns", 67.2, 0, 1e6, "NIC time of a packet that leaves");
    private static final Setting<Double> CPU_SEND_NS =
            Setting.number("cpuSendNs", "ns", 2000, 0, 1e7, "CPU time of the system call that sends a datagram");
    private static final Setting<Double> CPU_RECEIVE_NS =
            Setting.number("cpuReceiveNs", "ns", 2000, 0, 1e7, "CPU time of the system call that receives a datagram");

    /** In the order of the data sheet. */
    static final List<Setting<?>> SETTINGS =
            List.of(LINK_GBPS, HOST_TO_SWITCH_NS, MTU_BYTES, NIC_PACKET_NS, CPU_SEND_NS, CPU_RECEIVE_NS);

    final double linkGbps;
    final double hostToSwitchNs;
    final int maxPayloadBytes;
    final double nicPacketNs;
    final double cpuSendNs;
    final double cpuReceiveNs;

    EthernetParameters(Settings sheet) {
        linkGbps = sheet.get(LINK_GBPS);
        hostToSwitchNs = sheet.get(HOST_TO_SWITCH_NS);
        maxPayloadBytes = sheet.get(MTU_BYTES) - Frame.IP_BYTES - Frame.UDP_BYTES;
        nicPacketNs = sheet.get(NIC_PACKET_NS);
        cpuSendNs = sheet.get(CPU_SEND_NS);
        cpuReceiveNs = sheet.get(CPU_RECEIVE_NS);
    }
}
