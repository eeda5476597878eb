package com.example.plainnic;

import com.example.plainnic.backlog.SendBacklog;
import java.io.InputStream;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.kit.hardware.DeclaredHardware;

/** One NIC per node, which sends and receives datagrams and tells its backlog: the kind of hardware. */
final class PlainNic extends DeclaredHardware {
    static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 25, 0.1, 10_000, "bandwidth of the link in each direction");
    static final Setting<Double> ONE_WAY_NS =
            Setting.number("oneWayNs", "ns", 800, 0, 1e9, "from the end of a packet's transmission to its arrival");
    static final Setting<Integer> MTU_BYTES = Setting.count("mtuBytes", "B", 4096, 64, 65_535, "largest payload");
    static final Setting<Double> ENGINE_NS =
            Setting.number("engineNs", "ns", 30, 0, 1e6, "time of the NIC for a packet that leaves or arrives");
    static final Setting<Double> CPU_PACKET_NS =
            Setting.number("cpuPacketNs", "ns", 40, 0, 1e6, "CPU for a packet that is sent or received");

    PlainNic() {
        super(
                "plain-nic",
                "NIC with datagrams, which tells how many it still has to send",
                List.of("plain-nic-25g"),
                List.of(LINK_GBPS, ONE_WAY_NS, MTU_BYTES, ENGINE_NS, CPU_PACKET_NS),
                List.of(DatagramTransport.class, SendBacklog.class));
    }

    @Override
    protected InputStream resource(String name) {
        return PlainNic.class.getResourceAsStream(name);
    }

    @Override
    public Device build(HardwareContext context) {
        return new PlainNicDevice(context);
    }
}
