package org.breadboard.hw.p4switch;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The numbers of one Ethernet NIC, its cable, and the system calls that drive it. Times in ns at the reference core; {@code cpu*} is
 * time of the host thread. Immutable; any thread.
 */
final class EthernetParameters {
    /** In the order of the data sheet. */
    static final List<Setting> SETTINGS = List.of(
            Setting.number("linkGbps", "Gbit/s", 10, 0.1, 10_000, "bandwidth of the link in each direction"),
            Setting.number("hostToSwitchNs", "ns", 5000, 0, 1e9, "between a machine and the switch, one way"),
            Setting.integer("mtuBytes", "B", 1500, 576, 65_535, "largest IP packet"),
            Setting.number("nicPacketNs", "ns", 67.2, 0, 1e6, "NIC time of a packet that leaves"),
            Setting.number("cpuSendNs", "ns", 2000, 0, 1e7, "CPU time of the system call that sends a datagram"),
            Setting.number("cpuReceiveNs", "ns", 2000, 0, 1e7, "CPU time of the system call that receives a datagram"));

    final double linkGbps;
    final double hostToSwitchNs;
    final int maxPayloadBytes;
    final double nicPacketNs;
    final double cpuSendNs;
    final double cpuReceiveNs;

    EthernetParameters(Settings sheet) {
        linkGbps = sheet.number("linkGbps");
        hostToSwitchNs = sheet.number("hostToSwitchNs");
        maxPayloadBytes = sheet.count("mtuBytes") - Frame.IP_BYTES - Frame.UDP_BYTES;
        nicPacketNs = sheet.number("nicPacketNs");
        cpuSendNs = sheet.number("cpuSendNs");
        cpuReceiveNs = sheet.number("cpuReceiveNs");
    }
}
